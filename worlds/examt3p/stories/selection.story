# Ligne exacte de la situation primaire
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-03-24
= deal.date_cloture: 2026-02-20
= portal.failed: false
= consistency.failed: false
> Quand arrive ma convocation ?
~ selects DEMANDE_CONVOCATION: exact CONVOCATION_RECEIVED:DEMANDE_CONVOCATION
~ sections convocation_disponible
---
# Ligne exacte d'une autre situation
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_synchronise
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
= portal.double_compte: true
> Mon compte ExamT3P est bloqué.
~ primary DOSSIER_SYNCHRONISE
~ selects PROBLEME_CONNEXION_EXAMT3P: exact DOUBLE_ACCOUNT:PROBLEME_CONNEXION_EXAMT3P
~ sections compte_a_garder, connexion_portail
---
# Ligne générale
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_synchronise
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
= exam.prochaines: [{"jour": "2026-05-26", "departement": "Paris", "cloture": "2026-04-17"}, {"jour": "2026-06-30", "departement": "Paris"}]
> Quelles sont les prochaines dates d'examen ?
~ selects DEMANDE_DATES_FUTURES: wildcard *:DEMANDE_DATES_FUTURES
~ flag intention_demande_date
~ sections partials/intentions/demande_date
< …26 mai 2026 (Paris), inscriptions jusqu'au 17 avril 2026…
---
# Modèle pour une intention et une condition
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
= session.debut: 2026-02-23
= session.fin: 2026-03-06
> J'ai besoin d'une attestation de formation.
~ selects DEMANDE_ATTESTATION: for_intention base_legacy/attestation_disponible
~ command creer_tache {"titre": "Attestation de formation à envoyer", "pour": "formation"}
~ answered DEMANDE_ATTESTATION by base_legacy/attestation_disponible
~ outcome reply
< …depuis le 6 mars 2026…
---
# Modèle pour une intention et une situation, avant les autres
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= session.fin: 2026-03-06
= consistency.formation_manquee: true
> J'ai besoin d'une attestation de formation.
~ selects DEMANDE_ATTESTATION: for_intention base_legacy/attestation_sans_presence
~ section partials/coherence/formation_manquee
~ outcome reply
---
# Modèle pour une intention, sans condition
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
= session.fin: 2026-03-20
> J'ai besoin d'une attestation de formation.
~ selects DEMANDE_ATTESTATION: for_intention base_legacy/attestation_a_venir
< …à la fin de la session, le 20 mars 2026.…
---
# Modèle pour une situation
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: for_state base_legacy/etape_date_manquee
~ answered PROCHAINE_ETAPE by base_legacy/etape_date_manquee
~ outcome reply
< …Votre examen du 24 février 2026 n'a pas pu avoir lieu…
---
# Modèle pour une situation, second choix
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: for_state base_legacy/etape_resultat
~ outcome reply
---
# Modèle pour une condition seule
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-13
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: for_condition base_legacy/etape_semaine_examen
~ answered PROCHAINE_ETAPE by base_legacy/etape_semaine_examen
~ outcome reply
< …dans 3 jours, le 13 mars 2026.…
---
# Groupe du cas Uber
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-03-02
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: group uber_case=B
~ answered PROCHAINE_ETAPE by base_legacy/etape_uber_test
~ answered UBER_TEST_MISSING by base_legacy/etape_uber_test
~ outcome reply
---
# Groupe du résultat
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.resultat: non_admis
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: group resultat=non_admis
~ answered PROCHAINE_ETAPE by base_legacy/etape_non_admis
~ outcome reply
---
# Groupe du statut Evalbox
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_synchronise
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: group evalbox=dossier_synchronise
~ answered PROCHAINE_ETAPE by base_legacy/etape_instruction
~ outcome reply
---
# Groupe du statut Evalbox, pour un renseignement
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Bonjour, j'aurais besoin d'un renseignement.
~ selects QUESTION_GENERALE: group evalbox=valide_cma
~ answered QUESTION_GENERALE by base_legacy/etape_convocation
~ outcome reply
---
# Rien n'est choisi : le modèle principal
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: null
= portal.failed: false
= consistency.failed: false
> Que dois-je faire maintenant ?
~ selects PROCHAINE_ETAPE: fallback response_master
~ flag intention_question_processus
~ sections partials/intentions/question_processus
~ outcome reply
---
# Rien n'est choisi, un renseignement
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: refus_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Bonjour, j'aurais besoin d'un renseignement.
~ selects QUESTION_GENERALE: fallback response_master
~ sections refus_cma, partials/intentions/question_generale
~ outcome reply
