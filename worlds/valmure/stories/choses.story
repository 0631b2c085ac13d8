# Les lieux, les objets et les événements répondent aussi
seed: 1749

> Que sent le moulin ?
<telling Les yeux bandés, on reconnaîtrait encore le moulin : la neige, même en août, et rien d'autre.
~ moulin.odeur = neige

> Qui tient l'auberge ?
<telling Pour l'auberge du Héron, il faut voir Berthe. Qui d'autre aurait les clefs ?
~ nothing

> Qu'est-ce qui est gravé sur l'épée ?
<telling Quelqu'un a voulu effacer l'inscription et s'est lassé. Ce que porte Cendrelle se lit encore : « Rendez-moi à qui j'ai manqué ».
~ cendrelle.gravure = Rendez-moi à qui j'ai manqué

> Qui a ordonné le massacre ?
<telling L'ordre portait un sceau, et la cire ne ment pas. Pour le massacre de Valmure, elle dit : Enguerrand de Morvault.
~ nothing

> Combien de morts à Corvelle ?
<telling Pour la déroute de Corvelle, la pierre dit 130 morts. La pierre arrondit.
~ deroute.morts = 130

> Quel est le serment des Guetteurs ?
<telling Le serment tient en une ligne, et les Guetteurs le disent la main sur la gorge : « Un pour la porte, tous pour la route ».
~ guetteurs.serment = Un pour la porte, tous pour la route

> Comment le pacte fut-il scellé ?
<telling Pour sceller la chose, une nuit, derrière le cellier : un long silence, que personne n'a rompu.
~ pacte.scelle_par = silence

# Les crimes du Duc ne s'inventent pas : il y faut des preuves.
> Quels sont les crimes du Duc ?
<refusal …
~ refused not-generated duc.crimes

= duc.crimes: ["massacre", "siege"]
~ duc.crimes = ["massacre", "siege"]

> Parle-moi des crimes du Duc
<telling Au dossier marqué Enguerrand de Morvault, on lit : le massacre de Valmure ; le siège de Brumefort ; puis la place qui reste.
~ nothing
