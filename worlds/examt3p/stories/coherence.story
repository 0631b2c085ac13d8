# C1 : formation manquée, rappelée dans toute réponse
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
> Où en est mon dossier ?
~ states TRAINING_MISSED, VALIDE_CMA
~ primary VALIDE_CMA
~ sections statut_valide, partials/coherence/formation_manquee
~ alert TRAINING_MISSED
< …terminée le 6 mars 2026,…
---
# C1 : formation manquée, et c'est la question
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.formation_manquee: true
> J'ai raté la formation, puis-je changer de session ?
~ intentions CHANGEMENT_SESSION, ABSENCE_FORMATION
~ selects ABSENCE_FORMATION: exact TRAINING_MISSED:ABSENCE_FORMATION
~ selects CHANGEMENT_SESSION: exact TRAINING_MISSED:CHANGEMENT_SESSION
~ sections session_de_rattrapage
~ left out partials/coherence/formation_manquee
~ answered ABSENCE_FORMATION by session_de_rattrapage
~ answered CHANGEMENT_SESSION by session_de_rattrapage
~ answered TRAINING_MISSED by session_de_rattrapage
~ outcome reply
---
# C2 : dossier jamais reçu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: null
= portal.failed: false
= consistency.dossier_non_recu: true
> Quels sont les horaires de la formation ?
~ states DOSSIER_NOT_RECEIVED, EXAM_DATE_EMPTY
~ sections partials/intentions/question_session, partials/coherence/dossier_non_recu
~ command creer_tache {"titre": "Relancer le candidat : dossier non reçu", "pour": "inscriptions"}
~ outcome reply
---
# C3 : inscriptions closes, dossier incomplet
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-03-31
= deal.date_cloture: 2026-02-27
= portal.failed: false
= consistency.failed: false
> Quand arrive ma convocation ?
~ states DEADLINE_MISSED, DOSSIER_EN_PREPARATION
~ alert DEADLINE_MISSED
~ sections convocation_dossier_incomplet, partials/coherence/cloture_depassee
~ outcome reply
---
# Quatre alertes à la fois, chacune une fois
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: false
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= portal.failed: false
= portal.pieces_refusees: [{"nom": "Justificatif de domicile", "motif": "plus de trois mois"}, {"nom": "Photo"}]
= portal.double_compte: true
= consistency.formation_manquee: true
> Merci beaucoup pour votre aide !
~ states DOUBLE_ACCOUNT, DOCUMENTS_REFUSED, UBER_ACCOUNT_NOT_VERIFIED, TRAINING_MISSED, DOSSIER_EN_PREPARATION
~ primary DOSSIER_EN_PREPARATION
~ section partials/analysis/double_compte
~ section partials/analysis/pieces_refusees
~ section partials/uber/cas_d
~ section partials/coherence/formation_manquee
~ answered REMERCIEMENT by remerciement
~ outcome reply
---
# Défaut : une date à venir, aucun statut, rien de particulier
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.date_examen: 2026-04-28
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states GENERAL
~ primary GENERAL
~ selects STATUT_DOSSIER: wildcard *:STATUT_DOSSIER
~ sections partials/intentions/statut_dossier
< …Votre dossier est en cours de traitement chez nous.…
---
# Le défaut ne tient pas à côté d'une alerte
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.date_examen: 2026-04-28
= portal.failed: false
= consistency.failed: false
= portal.double_compte: true
> Où en est mon dossier ?
~ states DOUBLE_ACCOUNT
~ primary none
~ no state GENERAL
~ outcome reply
