# Une œuvre de moins : les réponses restent avec les autres

> Prénom : Naïm, nom : Verdoux, e-mail : naim.verdoux@exemple.test
% answer ton

> tutoiement
% event START_BLOC_1

! START_BLOC_1
% answer elan

> C
~ candidat.elan = utilite
% answer seuil

> D
~ candidat.seuil = demander
% answer fierte

> J'ai remis en route le vélo de ma voisine.
% answer presence

> B
~ candidat.presence = ecoute
% answer recharge

> passer
% validation miroir_01

> oui
% answer medium

> les livres
% answer pref_livres

> un roman
% answer oeuvres

> Dune, Le Rouge et le Noir
~ candidat.oeuvres = ["Dune","Le Rouge et le Noir"]
% answer motif.oeuvre_1

> Le désert.
~ oeuvre_1.motif = Le désert.
% answer personnages.oeuvre_1

# L'autre ordre ne déplace rien.
> correction : les titres = Le Rouge et le Noir, Dune
% answer personnages.oeuvre_1

> passer
% answer motif.oeuvre_2

# L'œuvre dont il était question s'en va : sa question aussi.
> correction : les titres = Dune
~ candidat.oeuvres = ["Dune"]
% validation miroir_02
