# Parler de quelqu'un d'autre
seed: 1749

# Par son métier, à celui à qui l'on parle.
> Forgeron, quel est le secret de l'aubergiste ?
<telling Berthe regarde la porte avant de répondre. « Ce qui me pèse tient en peu de mots : avoir donné un nom aux soldats. »
~ berthe.secret = a_denonce_un_voisin

# Par son nom, avec une lettre de travers : c'est elle, et c'est la même réponse.
> Quel est le secret de Berth ?
<telling Berthe regarde la porte avant de répondre. « Ce qui me pèse tient en peu de mots : avoir donné un nom aux soldats. »
~ nothing

# En anglais.
> What is the innkeeper afraid of?
<telling Les enfants l'ont remarqué avant tout le monde. Berthe ne craint ni les coups ni le gel, mais ceci, oui : le pas des chevaux, la nuit, sur la route.
~ berthe.peur = cavaliers

# En s'adressant à elle.
> Berthe, que penses-tu du Duc ?
<telling « Pour moi, le Duc est un profil sur une pièce, rien de plus », dit Berthe.
~ berthe.jugement = indifference

# Le forgeron a le sien, quand on se tourne vers lui.
> Forgeron, que penses-tu du Duc ?
<telling Quand l'auberge trinque à la santé du Duc, Aldric Fervent marmonne dans sa chope : « un orage qui n'a pas fini de passer ».
~ aldric.jugement = crainte

---

# Le forgeron n'est pas l'armurier
seed: 12

> Armurier, quel âge as-tu ?
<telling « 51 ans, dit Josse Calvet. Par temps de pluie, ajoutes-en dix. »
~ josse.age = 51
> Et Aldric, quel âge a-t-il ?
<telling Le registre est formel, à l'encre brune : Aldric Fervent, 38 ans à la Saint-Martin.
~ aldric.age = 38
> Quel âge a l'apprenti ?
<telling « 17 ans ! » Colin se redresse pour en paraître davantage.
~ nothing
> Lisette, parle-moi de ton enfance
<telling Quand on parle de Lisette, les vieux répondent à côté. Il en ressort pourtant ceci : la voix d'une femme dont on ne dit pas le nom. Et un endroit où tout a recommencé : la forge.
~ lisette.enfance.image = voix
~ lisette.enfance.abri = forge
