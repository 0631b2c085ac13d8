# Ce qui n'est pas clair est demandé, jamais deviné
seed: 7

# Son secret, mais à qui ?
> Et son secret ?
<refusal On ne sait pas de qui il s'agit (« secret »). Un nom suffit.
~ refused unclear

# Deux Morvault.
> Quel est le secret de Morvault ?
<refusal On ne sait pas de qui il s'agit : Enguerrand de Morvault ou Ysabeau de Morvault ?
~ refused unclear
% finished

> Quel est le secret de la Duchesse ?
<telling Il a fallu trois verres et une longue veillée pour apprendre ce qui ronge Ysabeau de Morvault : savoir qui a ouvert la porte du moulin.
~ duchesse.secret = sait_pour_le_moulin

# Le passé, mais de qui ?
> Parle-moi du passé
<refusal On ne sait pas de qui il s'agit (« passé »). Un nom suffit.
~ refused unclear

# Une clarification suffit.
> Parle-moi du passé de Maud
<telling Maud laisse passer un long silence. « Je portais un habit de tous les jours, sans arme ni livrée, et j'ai vu le massacre de Valmure d'assez près pour en rêver encore. Dessous : rien qui vaille d'être caché. Ce qui me reste, c'est une fierté que personne ne pardonne. »
~ maud.passe.evenement = massacre

---

# Qui fait n'est pas à qui l'on fait, et un nom suffit
seed: 7

> Le Duc aime-t-il Lisette ?
< Aldric retourne le fer dans la braise et ne répond pas. Dehors, on entend la rivière.
~ nothing
> Lisette aime-t-elle le Duc ?
<telling Quand l'auberge trinque à la santé du Duc, Lisette marmonne dans sa chope : « un orage qui n'a pas fini de passer ».
~ lisette.jugement = crainte

> Et le secret ?
<refusal On ne sait pas de qui il s'agit (« secret »). Un nom suffit.
~ refused unclear
> Maud
<telling Maud regarde la porte avant de répondre. « Ce qui me pèse tient en peu de mots : avoir vidé les poches des morts avant l'aube. »
~ maud.secret = a_depouille_les_morts
