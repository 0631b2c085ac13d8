# Prospect : le paiement d'abord, et la question a sa réponse
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.montant: 20
= deal.etape: en_attente
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ states UBER_PROSPECT, EXAM_DATE_EMPTY
~ primary UBER_PROSPECT
~ selects DEMANDE_ELEARNING: exact UBER_PROSPECT:DEMANDE_ELEARNING
~ sections uber_prospect, elearning_apres_paiement
~ outcome reply
---
# Prospect qui demande où en est son dossier : dit une seule fois
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.montant: 20
= deal.etape: en_attente
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ sections statut_prospect
~ left out uber_prospect
~ answered UBER_PROSPECT by statut_prospect
~ outcome reply
---
# Cas A : tout attend le dossier
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= portal.failed: false
= consistency.failed: false
> Quelles sont les prochaines dates d'examen ? Et les horaires des cours ?
~ states UBER_DOCS_MISSING, EXAM_DATE_EMPTY
~ primary UBER_DOCS_MISSING
~ intentions DEMANDE_DATES_FUTURES, QUESTION_SESSION
~ blocked DEMANDE_DATES_FUTURES
~ blocked QUESTION_SESSION
~ flag uber_cas_a
~ outcome blocked
~ send denied
< …il nous manque votre dossier pour aller plus loin.…
---
# Cas B : le test est rappelé devant la réponse
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-03-02
= portal.failed: false
= consistency.failed: false
> Quelles sont les prochaines dates d'examen ?
~ states UBER_TEST_MISSING, EXAM_DATE_EMPTY
~ primary UBER_TEST_MISSING
~ flag uber_cas_b
~ sections partials/uber/cas_b, partials/intentions/demande_date
~ answered UBER_TEST_MISSING by partials/uber/cas_b
~ unanswered DEMANDE_DATES_FUTURES
~ outcome hand_over
---
# Cas B et le lien du test demandé : une seule fois
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-03-02
= portal.failed: false
= consistency.failed: false
> Je n'ai pas reçu le lien du test de sélection.
~ intentions TEST_SELECTION
~ selects TEST_SELECTION: exact UBER_TEST_MISSING:TEST_SELECTION
~ sections test_a_passer
~ left out partials/uber/cas_b
~ answered UBER_TEST_MISSING by test_a_passer
~ command creer_tache {"titre": "Renvoyer le lien du test de sélection", "pour": "inscriptions"}
~ outcome reply
---
# Cas D : l'alerte avant la signature
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: false
= deal.email: nadia@exemple.fr
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ states UBER_ACCOUNT_NOT_VERIFIED, EXAM_DATE_EMPTY
~ primary EXAM_DATE_EMPTY
~ sections partials/intentions/demande_elearning, partials/uber/cas_d
~ alert UBER_ACCOUNT_NOT_VERIFIED
~ outcome reply
< …Uber ne retrouve pas de compte chauffeur vérifié avec l'adresse nadia@exemple.fr.…
< …Bien cordialement, Le service candidats
---
# Cas D et une question sur l'offre
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: false
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Comment fonctionne l'offre Uber ?
~ states UBER_ACCOUNT_NOT_VERIFIED, VALIDE_CMA
~ selects QUESTION_UBER: exact UBER_ACCOUNT_NOT_VERIFIED:QUESTION_UBER
~ flag uber_cas_d
~ sections partials/intentions/question_uber, uber_verifier_compte, partials/uber/cas_d
~ outcome reply
< …seule la vérification de votre compte Uber manque.…
---
# Cas E et le remboursement : un brouillon pour la comptabilité
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: true
= deal.eligible_uber: false
= portal.failed: false
= consistency.failed: false
> Je demande le remboursement des 20 euros.
~ states UBER_NOT_ELIGIBLE, EXAM_DATE_EMPTY, REFUND_REQUESTED
~ primary EXAM_DATE_EMPTY
~ selects DEMANDE_REMBOURSEMENT: exact UBER_NOT_ELIGIBLE:DEMANDE_REMBOURSEMENT
~ sections remboursement_non_eligible, partials/uber/cas_e
~ hand over routed
~ outcome hand_over
~ send denied
---
# Cas E et une question sur l'offre
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: true
= deal.eligible_uber: false
= portal.failed: false
= consistency.failed: false
> L'offre Uber est-elle encore possible ?
~ flag uber_cas_e
~ sections partials/intentions/question_uber, uber_autres_voies, partials/uber/cas_e
~ outcome reply
---
# Éligible : rien de particulier, la question a sa réponse
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: true
= deal.eligible_uber: true
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Comment fonctionne l'offre Uber ?
~ states VALIDE_CMA
~ selects QUESTION_UBER: wildcard *:QUESTION_UBER
~ sections partials/intentions/question_uber
~ outcome reply
< …Votre inscription par l'offre Uber est complète…
---
# Uber vérifie encore : une situation d'un seul fichier
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-03-09
= portal.failed: false
= consistency.failed: false
> Je voudrais passer le test de sélection.
~ states UBER_VERIFICATION_PENDING, EXAM_DATE_EMPTY
~ primary UBER_VERIFICATION_PENDING
~ selects TEST_SELECTION: exact UBER_VERIFICATION_PENDING:TEST_SELECTION
~ sections UBER_VERIFICATION_PENDING:TEST_SELECTION
~ outcome reply
< …Votre test de sélection est enregistré depuis le 9 mars 2026.…
---
# Hors de l'offre, le test ne concerne personne
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.montant: 1200
= portal.failed: false
= consistency.failed: false
> Je n'ai pas reçu le lien du test de sélection.
~ states VALIDE_CMA
~ selects TEST_SELECTION: wildcard *:TEST_SELECTION
< …Le test de sélection ne concerne que l'offre Uber à 20 euros.…
