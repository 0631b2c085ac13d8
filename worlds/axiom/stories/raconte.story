# Quelqu'un qui répond par une histoire

> Ah, mon nom : mon grand-père l'a changé en arrivant.
~ refused not-a-name identite
% answer identite

> Prénom : Anselme, nom : Vautrin, e-mail : anselme.vautrin@exemple.test
~ candidat.prenom = Anselme
~ candidat.nom = Vautrin
~ candidat.courriel = anselme.vautrin@exemple.test
% answer ton

> Ma mère vouvoyait tout le monde, même le chien ; moi je préfère le vouvoiement.
~ candidat.ton = vous
~ refused not-understood ton
% event START_BLOC_1

! START_BLOC_1
% answer elan

> Le matin je fais du café, et puis je pense aux gens que j'ai aidés la veille : la C.
~ candidat.elan = utilite
~ refused not-understood elan
% answer seuil

> Un jour, un client est entré trempé ; je lui ai demandé ce qu'il lui fallait. La D, donc.
~ candidat.seuil = demander
~ refused not-understood seuil
% answer fierte

> Quand j'avais vingt ans j'ai réparé l'horloge du village, et elle sonne encore.
~ candidat.fierte = Quand j'avais vingt ans j'ai réparé l'horloge du village, et elle sonne encore.
% answer presence

> D'ordinaire je suis au fond de la salle, et j'aime écouter d'abord.
~ candidat.presence = ecoute
~ refused not-understood presence
% answer recharge

> Mon jardin, au printemps surtout, quand les pruniers fleurissent.
~ candidat.recharge = Mon jardin, au printemps surtout, quand les pruniers fleurissent.
% validation miroir_01

> C'est tout à fait cela, on croirait m'entendre.
% answer medium

> Chez nous il n'y avait que des livres, alors les livres.
~ candidat.medium = livres
~ refused not-understood medium
% answer pref_livres

> J'ai longtemps lu des essais, mais aujourd'hui je dirais le roman.
~ refused ambiguous pref_livres
% answer pref_livres

> le roman
~ candidat.pref_livres = roman
% answer oeuvres

> « Les Greniers du vent », pour son vent
~ candidat.oeuvres = ["Les Greniers du vent"]
% answer motif.oeuvre_1

> On y revient sur ses pas, comme moi.
~ oeuvre_1.motif = On y revient sur ses pas, comme moi.
% answer personnages.oeuvre_1

> Odile Carmes et le vieux Lucas
~ oeuvre_1.personnages = ["Odile Carmes","le vieux Lucas"]
% answer traits.oeuvre_1.oeuvre_1_p1

> Elle est patiente, drôle, un peu triste
~ oeuvre_1_p1.traits = ["Elle est patiente","drôle","un peu triste"]
% answer traits.oeuvre_1.oeuvre_1_p2

> bourru
~ oeuvre_1_p2.traits = ["bourru"]
% validation miroir_02

> oui
% event START_BLOC_3

! START_BLOC_3
% answer apprendre

> La A, comme à l'école du village.
~ candidat.apprendre = refaire
~ refused not-understood apprendre
% answer erreur

> B
~ candidat.erreur = comprendre
% answer semaines

> Il m'en a fallu quatre la dernière fois, alors 4
~ candidat.semaines = 4
~ refused not-understood semaines
% validation miroir_03

> oui
% answer moment

> le matin
~ candidat.moment = matin
% answer allure

> un long effort régulier
~ candidat.allure = regulier
% answer tenir

> Mon père disait : tiens bon, et le pain lèvera.
~ candidat.tenir = Mon père disait : tiens bon, et le pain lèvera.
% answer affluence

> D
~ candidat.affluence = calme
% answer samedi

> oui
~ candidat.samedi = true
% validation miroir_04

> oui
% answer valeur

> A
~ candidat.valeur = justesse
% answer reconnaissance

> un merci précis
~ candidat.reconnaissance = merci
% answer equilibre

> B
~ candidat.equilibre = travail
% answer soin

> Je redresse les piles en passant.
~ candidat.soin = Je redresse les piles en passant.
% answer salaire_espere

> 1750
~ candidat.salaire_espere = 1750
% validation miroir_05

> oui
% answer regle

> B
~ candidat.regle = raison
% answer consignes

> C
~ candidat.consignes = montrees
% answer monnaie

> A
~ candidat.monnaie = dire
% answer exception

> Ouvrir plus tôt sous la pluie.
~ candidat.exception = Ouvrir plus tôt sous la pluie.
% answer refus

> Vendre un livre que je sais mauvais.
~ candidat.refus = Vendre un livre que je sais mauvais.
% validation miroir_06

> oui
% answer desaccord

> B
~ candidat.desaccord = froid
% answer client

> A
~ candidat.client = voix
% answer reproche

> D
~ candidat.reproche = exemple
% answer apaise

> On a fini par ranger le rayon ensemble.
~ candidat.apaise = On a fini par ranger le rayon ensemble.
% answer mediation

> non
~ candidat.mediation = false
% validation miroir_07

> oui
% answer horizon

> A
~ candidat.horizon = metier
% answer reussite

> A
~ candidat.reussite = retour
% answer risque

> A
~ candidat.risque = pari
% answer savoir_faire

> Relier un livre abîmé.
~ candidat.savoir_faire = Relier un livre abîmé.
% answer disponible

> Pour la Saint-Gilles, c'est-à-dire le 1er septembre 2026
~ candidat.disponible = 2026-09-01
~ refused not-understood disponible
% validation miroir_08

> oui
% answer confiance

> A
~ candidat.confiance = parole
% answer aide

> B
~ candidat.aide = recherche
% answer autonomie

> un binôme
~ candidat.autonomie = binome
% answer main_tendue

> Un collègue a pris mon tour un soir d'orage.
~ candidat.main_tendue = Un collègue a pris mon tour un soir d'orage.
% answer dernier_mot

> passer
% validation miroir_09

> oui
% answer verrou

> oui
% event START_MATCHING

! START_MATCHING
~ candidat.adequation = 100
% finished
