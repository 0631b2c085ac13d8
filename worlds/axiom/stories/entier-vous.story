# Un entretien entier, au vouvoiement

> Prénom : Solveig, nom : Marchandot, e-mail : solveig.marchandot@exemple.test
~ candidat.prenom = Solveig
~ candidat.nom = Marchandot
~ candidat.courriel = solveig.marchandot@exemple.test
% answer ton

> On se vouvoie, s'il vous plaît.
~ candidat.ton = vous
% event START_BLOC_1

! START_BLOC_1
% answer elan

> une tâche difficile à résoudre
~ candidat.elan = tache
% answer seuil

> la deuxième
~ candidat.seuil = essayer
% answer fierte

> J'ai appris à nager à quarante ans.
~ candidat.fierte = J'ai appris à nager à quarante ans.
% answer presence

> plutôt D
~ candidat.presence = coulisses
% answer recharge

# Facultative.
> passer
% validation miroir_01

> oui
% answer medium

> les films
~ candidat.medium = films
% answer pref_films

> un documentaire
~ candidat.pref_films = documentaire
% answer oeuvres

> La Ligne de sel ; Neuf Lampes
~ candidat.oeuvres = ["La Ligne de sel","Neuf Lampes"]
~ oeuvre_1.titre = La Ligne de sel
% answer motif.oeuvre_1

> L'attente, et la mer qui s'en moque.
~ oeuvre_1.motif = L'attente, et la mer qui s'en moque.
% answer personnages.oeuvre_1

# Un documentaire : personne à nommer.
> passer
% answer motif.oeuvre_2

> Une scène où l'on rallume une à une les lampes d'un hôtel.
% answer personnages.oeuvre_2

> Basile Aubrac et Maud Terrier
~ oeuvre_2.personnages = ["Basile Aubrac","Maud Terrier"]

> têtu, généreux
~ oeuvre_2_p1.traits = ["têtu","généreux"]

> secrète, exacte, fidèle
~ oeuvre_2_p2.traits = ["secrète","exacte","fidèle"]

> oui
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> un schéma
~ candidat.apprendre = dessiner
% answer erreur

> je répare
~ candidat.erreur = reparer
% answer semaines

> dix
~ candidat.semaines = 10

> oui
% answer moment

> le soir
~ candidat.moment = soir
% answer allure

> des pointes
~ candidat.allure = pointes
% answer bonne_pause

> Dix minutes dehors, par n'importe quel temps.
~ candidat.bonne_pause = Dix minutes dehors, par n'importe quel temps.
% answer affluence

> B
~ candidat.affluence = tension
% answer samedi

> non
~ candidat.samedi = false

> oui
% answer valeur

> des résultats visibles
~ candidat.valeur = resultats
% answer reconnaissance

> une prime
~ candidat.reconnaissance = prime
% answer equilibre

> A
~ candidat.equilibre = heure
% answer chiffre

> Le nombre de gens qui repassent dans le mois.
~ candidat.chiffre = Le nombre de gens qui repassent dans le mois.
% answer salaire_espere

> passer
% validation miroir_05

> oui
% answer regle

> C
~ candidat.regle = contourner
% answer consignes

> réduites à un but
~ candidat.consignes = but
% answer monnaie

> C
~ candidat.monnaie = responsable
% answer limite

> Là où quelqu'un d'autre paie le détour.
~ candidat.limite = Là où quelqu'un d'autre paie le détour.
% answer refus

> passer

> oui
% answer desaccord

> D
~ candidat.desaccord = ceder
% answer client

> C
~ candidat.client = solution
% answer reproche

> par écrit
~ candidat.reproche = papier
% answer temps_de_parler

> Quand j'y pense encore le lendemain.
~ candidat.temps_de_parler = Quand j'y pense encore le lendemain.
% answer mediation

> oui
~ candidat.mediation = true

> oui
% answer horizon

> ouvrir un lieu
~ candidat.horizon = lieu
% answer reussite

> un record battu
~ candidat.reussite = record
% answer risque

> C
~ candidat.risque = saut
% answer lieu_reve

> Une longue table, et des livres à même le bois.
~ candidat.lieu_reve = Une longue table, et des livres à même le bois.
% answer disponible

> le 31 mars 2026
~ candidat.disponible = 2026-03-31

> oui
% answer confiance

> la compétence
~ candidat.confiance = competence
% answer aide

> D
~ candidat.aide = rarement
% answer autonomie

> D
~ candidat.autonomie = etapes
% answer confident

> Elle ne fait pas de ma question une histoire.
~ candidat.confident = Elle ne fait pas de ma question une histoire.
% answer dernier_mot

> Je préfère qu'on me dise les choses tard que de travers.
~ candidat.dernier_mot = Je préfère qu'on me dise les choses tard que de travers.

> oui

# Le verrou, en capitales et entouré d'espaces.
>"  OUI  "
% event START_MATCHING

# 4 + 6 + 0 + 4 + 0 + 6 + 0 + 0 + 6 + 5 + 0 + 0 + 0
! START_MATCHING
~ candidat.adequation = 31
% finished
