# Deux demandes, deux réponses
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_cree
= portal.failed: false
= consistency.failed: false
= exam.prochaines: [{"jour": "2026-05-26", "departement": "Paris", "cloture": "2026-04-17"}, {"jour": "2026-06-30", "departement": "Paris"}]
> Quelles sont les prochaines dates d'examen ? Et les horaires des cours ?
~ intentions DEMANDE_DATES_FUTURES, QUESTION_SESSION
~ sections partials/intentions/demande_date, partials/intentions/question_session
~ answered DEMANDE_DATES_FUTURES by partials/intentions/demande_date
~ answered QUESTION_SESSION by partials/intentions/question_session
~ outcome reply
~ send allowed
---
# Trois demandes, trois réponses
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.elearning_ouvert: true
= deal.elearning_url: https://cours.exemple.fr
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ? Quand arrive ma convocation ? Comment accéder à l'e-learning ?
~ intentions STATUT_DOSSIER, DEMANDE_ELEARNING, DEMANDE_CONVOCATION
~ sections partials/intentions/demande_elearning, convocation_a_venir, statut_valide
~ answered STATUT_DOSSIER by statut_valide
~ answered DEMANDE_CONVOCATION by convocation_a_venir
~ answered DEMANDE_ELEARNING by partials/intentions/demande_elearning
~ outcome reply
< …https://cours.exemple.fr…
---
# Une page d'avant ne répond pas à tout : le modèle principal prend sa place
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
> Je souhaite reporter mon examen. Comment accéder à l'e-learning ?
~ intentions REPORT_DATE, DEMANDE_ELEARNING
~ selects REPORT_DATE: wildcard *:REPORT_DATE
~ sections partials/intentions/report_date, partials/intentions/demande_elearning
~ left out base_legacy/report_possible
~ answered REPORT_DATE by partials/intentions/report_date
~ answered DEMANDE_ELEARNING by partials/intentions/demande_elearning
~ outcome reply
< …Votre examen du 28 avril 2026 peut encore être reporté.…
---
# Une page d'avant demandée en second : sa section parle dans le modèle principal
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
> Où en est mon dossier ? J'ai besoin d'une attestation de formation.
~ selects DEMANDE_ATTESTATION: for_intention base_legacy/attestation_a_venir
~ answered DEMANDE_ATTESTATION by attestation_generale
~ answered STATUT_DOSSIER by statut_valide
~ outcome reply
< …à la fin de la session, le 20 mars 2026.…
---
# Le même texte demandé deux fois est dit une fois
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
= exam.prochaines: [{"jour": "2026-05-26", "departement": "Paris"}]
> Je confirme la date de l'examen. Quelles sont les prochaines dates ?
~ intentions CONFIRMATION_DATE_EXAMEN, DEMANDE_DATES_FUTURES
~ sections date_deja_fixee, dates_pour_memoire
~ answered CONFIRMATION_DATE_EXAMEN by date_deja_fixee
~ answered DEMANDE_DATES_FUTURES by dates_pour_memoire
~ outcome reply
< …26 mai 2026 (Paris)…
---
# Demandes données par l'hôte, dans son ordre
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
: DEMANDE_CONVOCATION, STATUT_DOSSIER
~ intentions DEMANDE_CONVOCATION, STATUT_DOSSIER
~ sections convocation_a_venir, statut_valide
~ outcome reply
---
# Un message qu'on ne comprend pas va à une personne
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
> Il pleut beaucoup en ce moment.
~ intentions none
~ hand over no-intention
~ outcome hand_over
~ send denied
---
# Un message vide va à une personne
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
>
~ intentions none
~ hand over empty-message
~ outcome hand_over
---
# Une publicité en second : rien n'y répond, une personne regarde
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
: STATUT_DOSSIER, PUBLICITE
~ answered STATUT_DOSSIER by statut_valide
~ unanswered PUBLICITE
~ hand over unanswered
~ outcome hand_over
---
# Un fait manque dans le texte : la section ne se dit pas, une personne regarde
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
= portal.pieces_refusees: [{"motif": "illisible"}]
> Comment accéder à l'e-learning ?
~ states DOCUMENTS_REFUSED, DOSSIER_EN_PREPARATION
~ left out partials/analysis/pieces_refusees
~ unanswered DOCUMENTS_REFUSED
~ hand over unanswered
~ outcome hand_over
~ send denied
---
# Le calendrier n'a pas été lu : on ne dit pas qu'il est vide
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: null
= portal.failed: false
= consistency.failed: false
= exam.failed: true
= exam.error: timeout
> Quelles sont les prochaines dates d'examen ?
~ sections partials/intentions/demande_date
~ unanswered DEMANDE_DATES_FUTURES
~ outcome hand_over
~ hand over unanswered
< …Nous vérifions les prochaines dates d'examen…
---
# Le calendrier a été lu, et il est vide
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: null
= portal.failed: false
= consistency.failed: false
= exam.failed: false
> Quelles sont les prochaines dates d'examen ?
< …ne sont pas encore publiées par la CMA.…
---
# Il reste à payer
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.reste_a_payer: 350
= portal.failed: false
= consistency.failed: false
> Combien dois-je payer ?
~ selects QUESTION_PAIEMENT: wildcard *:QUESTION_PAIEMENT#1
< …Il vous reste 350 euros à régler.…
---
# Rien ne reste à payer
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.reste_a_payer: 0
= portal.failed: false
= consistency.failed: false
> Combien dois-je payer ?
~ selects QUESTION_PAIEMENT: wildcard *:QUESTION_PAIEMENT#2
~ sections paiement_solde
---
# La fiche ne dit pas ce qui reste à payer : on vérifie, on n'affirme pas
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
> Combien dois-je payer ?
~ selects QUESTION_PAIEMENT: wildcard *:QUESTION_PAIEMENT#3
~ sections paiement_a_verifier
~ command creer_tache {"titre": "Reste à payer à vérifier", "pour": "comptabilite"}
---
# Un remboursement demandé en second est transmis
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
> Où en est mon dossier ? Je souhaite un remboursement.
~ intentions STATUT_DOSSIER, DEMANDE_REMBOURSEMENT
~ state REFUND_REQUESTED
~ command creer_tache {"titre": "Annulation ou remboursement à examiner", "pour": "comptabilite"}
~ outcome hand_over
~ hand over routed
---
# Une session choisie en second est notée
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
> Où en est mon dossier ? Je choisis la session du soir.
~ intentions STATUT_DOSSIER, CONFIRMATION_SESSION
~ selects CONFIRMATION_SESSION: wildcard *:CONFIRMATION_SESSION
~ command maj_deal {"champ": "Preference_horaire", "valeur": "soir"}
~ outcome reply
---
# Un report en second, pour force majeure
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
> Où en est mon dossier ? Je dois reporter mon examen car je suis hospitalisé.
~ intentions STATUT_DOSSIER, REPORT_DATE
~ state REPORT_FORCE_MAJEURE
~ alert REPORT_FORCE_MAJEURE
~ flag report_force_majeure
~ send denied
