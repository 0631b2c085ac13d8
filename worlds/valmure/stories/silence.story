# On peut demander à ne pas savoir
seed: 7

> Ne me parle pas de ton passé
< Aldric retourne le fer dans la braise et ne répond pas. Dehors, on entend la rivière.
~ nothing

> Je ne veux pas connaître le secret de Berthe
< Aldric retourne le fer dans la braise et ne répond pas. Dehors, on entend la rivière.
~ nothing

> Don't tell me your fear
< Aldric retourne le fer dans la braise et ne répond pas. Dehors, on entend la rivière.
~ nothing

# Parler n'est pas demander.
> Mon passé ne regarde que moi, tu sais.
< Aldric retourne le fer dans la braise et ne répond pas. Dehors, on entend la rivière.
~ nothing

> J'ai croisé Berthe près du moulin, hier soir.
< Aldric retourne le fer dans la braise et ne répond pas. Dehors, on entend la rivière.
~ nothing
% finished

# Ce qui n'a pas été dit est encore ouvert.
> Et maintenant, dis-moi ta peur
<telling Il suffit de peu pour changer un visage. Pour Aldric Fervent, c'est la cloche quand elle sonne sans raison.
~ aldric.peur = cloche
