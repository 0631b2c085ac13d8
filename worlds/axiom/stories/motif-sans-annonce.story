# Le motif d'une œuvre, corrigé sans annoncer de correction

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
> tutoiement
! START_BLOC_1
> C
> D
> J'ai remis en route le vélo de ma voisine.
> B
> Une longue marche.
> oui
> les livres
> un roman
> Emma, Dune
> L'ironie.
> Emma Woodhouse
> vive
% answer motif.oeuvre_2

# Devant une question qui prend n'importe quel texte : c'est l'autre motif qui est dit.
> le motif d'Emma : le jeu
~ oeuvre_1.motif = le jeu
% answer motif.oeuvre_2

> Le sable.
~ oeuvre_2.motif = Le sable.
% answer personnages.oeuvre_2

> Paul
> courageux
% validation miroir_02

# Et devant un miroir, qui n'en devient pas une nuance.
> le motif de Dune : le désert
~ oeuvre_2.motif = le désert
% validation miroir_02
