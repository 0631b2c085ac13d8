# D-1 : aucune date choisie
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_cree
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states EXAM_DATE_EMPTY
~ selects STATUT_DOSSIER: exact EXAM_DATE_EMPTY:STATUT_DOSSIER
~ sections statut_sans_date
< …votre dossier est créé.…
---
# D-2 : la date est passée, le dossier n'avait pas été validé
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states EXAM_DATE_PAST
~ selects STATUT_DOSSIER: exact EXAM_DATE_PAST:STATUT_DOSSIER#2
~ sections statut_date_passee
< …prévu le 24 février 2026…
---
# D-2 : la date est passée, le résultat est attendu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Avez-vous les résultats ?
~ states EXAM_DATE_PAST
~ selects RESULTAT_EXAMEN: exact EXAM_DATE_PAST:RESULTAT_EXAMEN#1
~ sections resultat_attendu
~ outcome reply
---
# D-3 : dossier refusé, dit une seule fois avec le détail
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
= portal.pieces_refusees: [{"nom": "Justificatif de domicile", "motif": "plus de trois mois"}, {"nom": "Photo"}]
> Où en est mon dossier ?
~ states DOCUMENTS_REFUSED, REFUS_CMA
~ primary REFUS_CMA
~ alert REFUS_CMA
~ sections statut_refus
~ left out refus_cma
~ left out partials/analysis/pieces_refusees
~ answered DOCUMENTS_REFUSED by statut_refus
~ answered REFUS_CMA by statut_refus
~ outcome reply
---
# D-3 : le refus est dit même à qui demande autre chose
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
> Comment accéder à l'e-learning ?
~ states REFUS_CMA
~ sections refus_cma, partials/intentions/demande_elearning
~ outcome reply
---
# D-4 : dossier validé
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.departement: Paris
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states VALIDE_CMA
~ sections statut_valide
< …votre examen est fixé au 28 avril 2026 (Paris).…
---
# D-5 : dossier transmis
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
> Où en est mon dossier ?
~ states DOSSIER_SYNCHRONISE
~ sections statut_transmis
~ outcome reply
---
# D-6 : dossier à compléter
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
= portal.pieces_manquantes: [{"nom": "Permis de conduire"}]
> Où en est mon dossier ?
~ states DOSSIER_EN_PREPARATION
~ selects STATUT_DOSSIER: exact DOSSIER_EN_PREPARATION:STATUT_DOSSIER#2
~ sections statut_en_preparation
< …Permis de conduire…
---
# D-6 : complet, à régler
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: pret_a_payer
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states DOSSIER_EN_PREPARATION
~ selects STATUT_DOSSIER: exact DOSSIER_EN_PREPARATION:STATUT_DOSSIER#1
~ sections statut_pret_a_payer
---
# D-7 : convocation arrivée
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
= portal.lieu_examen: 1 rue des Lilas
= portal.heure_examen: 8 h 30
> Où se déroule l'examen ?
~ states CONVOCATION_RECEIVED, DATE_MODIFICATION_BLOCKED
~ primary CONVOCATION_RECEIVED
~ selects QUESTION_LIEU_EXAMEN: exact CONVOCATION_RECEIVED:QUESTION_LIEU_EXAMEN#1
~ sections lieu_connu
~ send allowed
< …le 24 mars 2026 à 8 h 30 à l'adresse suivante : 1 rue des Lilas.…
---
# D-8 : admis
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.resultat: admis
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Suis-je admis ?
~ states EXAM_PASSED
~ flag resultat_admis
~ selects RESULTAT_EXAMEN: exact EXAM_PASSED:RESULTAT_EXAMEN
~ sections partials/intentions/resultat_examen, suite_admis
< …Vous avez réussi l'examen. Bravo !…
---
# D-9 : non admis
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.resultat: non_admis
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Comment me réinscrire à l'examen ?
~ states EXAM_FAILED
~ flag resultat_non_admis
~ selects REINSCRIPTION: exact EXAM_FAILED:REINSCRIPTION
~ sections reinscription_conditions, frais_reinscription
~ command creer_tache {"titre": "Réinscription demandée", "pour": "inscriptions"}
---
# D-10 : absent
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.resultat: absent
= deal.date_examen: 2026-02-24
= portal.failed: false
= consistency.failed: false
> Je voudrais connaître mon résultat.
~ states EXAM_ABSENT
~ flag resultat_absent
~ sections partials/intentions/resultat_examen, reinscription_absence
< …La CMA a noté votre absence le jour de l'examen.…
---
# Borne de l'examen : la veille est passée
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-09
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ states EXAM_DATE_PAST
~ no section rappel_examen
---
# Borne de l'examen : le jour même est encore à venir
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-10
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ states VALIDE_CMA
~ section rappel_examen
< …il a lieu aujourd'hui.…
---
# Borne de l'examen : le lendemain est à venir
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-11
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ states VALIDE_CMA
~ section rappel_examen
< …il a lieu demain.…
---
# Borne des sept jours avant l'examen : sept jours
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-17
= portal.failed: false
= consistency.failed: false
> Quand arrive ma convocation ?
~ states VALIDE_CMA
~ selects DEMANDE_CONVOCATION: exact VALIDE_CMA:DEMANDE_CONVOCATION#1
~ sections convocation_imminente, rappel_examen
---
# Borne des sept jours avant l'examen : huit jours
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-18
= portal.failed: false
= consistency.failed: false
> Quand arrive ma convocation ?
~ states VALIDE_CMA
~ selects DEMANDE_CONVOCATION: exact VALIDE_CMA:DEMANDE_CONVOCATION#2
~ sections convocation_a_venir
---
# Borne de la clôture, dossier incomplet : la veille, trop tard
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-09
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states DEADLINE_MISSED, DOSSIER_EN_PREPARATION
~ sections statut_en_preparation, partials/coherence/cloture_depassee
~ no section rappel_cloture
---
# Borne de la clôture, dossier incomplet : le jour même, encore ouvert
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-10
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states DOSSIER_EN_PREPARATION
~ sections statut_en_preparation, rappel_cloture
---
# Borne de la clôture, dossier incomplet : le lendemain, ouvert
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-11
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ states DOSSIER_EN_PREPARATION
~ sections statut_en_preparation, rappel_cloture
---
# Borne des sept jours avant la clôture : sept jours
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_cree
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-17
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ section rappel_cloture
---
# Borne des sept jours avant la clôture : huit jours
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_cree
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-18
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ no section rappel_cloture
---
# Borne du report : close la veille, plus de report
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-09
= portal.failed: false
= consistency.failed: false
> Je souhaite reporter mon examen.
~ states VALIDE_CMA, DATE_MODIFICATION_BLOCKED
~ selects REPORT_DATE: exact DATE_MODIFICATION_BLOCKED:REPORT_DATE
~ no flag report_possible
~ flag report_bloque
~ outcome reply
---
# Borne du report : close le jour même, report possible
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-10
= portal.failed: false
= consistency.failed: false
> Je souhaite reporter mon examen.
~ states VALIDE_CMA, REPORT_DATE
~ selects REPORT_DATE: wildcard *:REPORT_DATE
~ flag report_possible
~ no flag report_bloque
~ outcome reply
---
# Borne du report : close le lendemain, report possible
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-11
= portal.failed: false
= consistency.failed: false
> Je souhaite reporter mon examen.
~ states VALIDE_CMA, REPORT_DATE
~ selects REPORT_DATE: wildcard *:REPORT_DATE
~ flag report_possible
~ no flag report_bloque
~ outcome reply
---
# Minuit passé à Paris : le jour est celui de Paris
kind: case
now: 2026-03-10T23:30:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-10
= portal.failed: false
= consistency.failed: false
> Comment accéder à l'e-learning ?
~ states EXAM_DATE_PAST
---
# Huit jours avant l'examen, la convocation est à venir
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-18
= deal.date_cloture: 2026-03-01
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ sections statut_valide
< …Votre convocation vous parviendra environ une semaine avant l'épreuve.…
---
# Sept jours avant, elle doit être là
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-17
= deal.date_cloture: 2026-03-01
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ sections statut_valide, rappel_examen
< …Votre convocation doit être dans votre espace ExamT3P…
---
# Le jour même, on ne promet plus la convocation
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-03-10
= deal.date_cloture: 2026-03-01
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ sections statut_valide, rappel_examen
< …Votre convocation doit être dans votre espace ExamT3P…
---
# L'examen est passé : on ne dit plus où il aura lieu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Karim
= deal.etape: gagne
= deal.departement: "75"
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-02-24
= deal.date_cloture: 2026-01-20
= portal.lieu_examen: 12 rue de la Paix, Paris
= session.debut: 2026-02-02
= session.fin: 2026-02-13
= consistency.failed: false
> Où a lieu l'examen ?
~ primary EXAM_DATE_PAST
~ selects QUESTION_LIEU_EXAMEN: exact EXAM_DATE_PAST:QUESTION_LIEU_EXAMEN
< …La date de votre examen, le 24 février 2026, est passée.…
---
# Non admis : le dossier n'est plus convoqué
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Karim
= deal.etape: gagne
= deal.departement: "75"
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-02-24
= deal.date_cloture: 2026-01-20
= deal.resultat: non_admis
= portal.lieu_examen: 12 rue de la Paix, Paris
= session.debut: 2026-02-02
= session.fin: 2026-02-13
= consistency.failed: false
> Où en est mon dossier ?
~ primary EXAM_FAILED
~ sections partials/intentions/resultat_examen, reinscription_conditions
~ send denied
< …Le résultat publié est : non admis.…
---
# Admis : il n'y a plus de lieu à connaître
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Karim
= deal.etape: gagne
= deal.departement: "75"
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-02-24
= deal.date_cloture: 2026-01-20
= deal.resultat: admis
= portal.lieu_examen: 12 rue de la Paix, Paris
= session.debut: 2026-02-02
= session.fin: 2026-02-13
= consistency.failed: false
> Où a lieu l'examen ?
~ primary EXAM_PASSED
~ sections pratique_terminee
~ send denied
---
# Absent : l'ancienne convocation ne sert plus
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Karim
= deal.etape: gagne
= deal.departement: "75"
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-02-24
= deal.date_cloture: 2026-01-20
= deal.resultat: absent
= portal.lieu_examen: 12 rue de la Paix, Paris
= session.debut: 2026-02-02
= session.fin: 2026-02-13
= consistency.failed: false
> Je n'ai pas reçu ma convocation.
~ primary EXAM_ABSENT
~ sections convocation_prochaine
---
# Une session terminée se dit au passé
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Karim
= deal.etape: gagne
= deal.departement: "75"
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-02-24
= deal.date_cloture: 2026-01-20
= deal.resultat: absent
= portal.lieu_examen: 12 rue de la Paix, Paris
= session.debut: 2026-02-02
= session.fin: 2026-02-13
= consistency.failed: false
> Quels sont les horaires de la session du soir ?
~ selects QUESTION_SESSION: wildcard *:QUESTION_SESSION
< …Votre session s'est terminée le 13 février 2026.…
