# I1 : report possible, page d'avant la matrice
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
> Je souhaite reporter mon examen.
~ states VALIDE_CMA, REPORT_DATE
~ selects REPORT_DATE: wildcard *:REPORT_DATE
~ flag intention_report_date
~ flag report_possible
~ answered REPORT_DATE by base_legacy/report_possible
~ command creer_tache {"titre": "Report d'examen demandé", "pour": "inscriptions"}
~ outcome reply
< Bonjour Nadia, Votre demande de report est bien reçue pour l'examen du 28 avril 2026. Le changement est sans frais jusqu'au 20 mars 2026. Indiquez-nous le mois qui vous conviendrait et nous vous proposerons la date la plus proche. Bien cordialement, Le service candidats
---
# I2 : force majeure, même inscriptions closes
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
> J'ai eu un accident, je dois reporter mon examen.
~ states CONVOCATION_RECEIVED, REPORT_FORCE_MAJEURE, DATE_MODIFICATION_BLOCKED
~ context mentions_force_majeure = true
~ context force_majeure_type = accident
~ selects REPORT_DATE: exact REPORT_FORCE_MAJEURE:REPORT_DATE
~ flag report_force_majeure
~ flag report_bloque
~ alert REPORT_FORCE_MAJEURE
~ command creer_tache {"titre": "Force majeure (accident) : justificatif attendu", "pour": "responsable"}
~ outcome reply
< …(accident).…
---
# I2 : le détail donné par l'hôte va à l'équipe, pas au candidat
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
= context.mentions_force_majeure: true
= context.force_majeure_details: fracture du poignet
> Je souhaite reporter mon examen.
~ states VALIDE_CMA, REPORT_FORCE_MAJEURE
~ no section note_force_majeure
~ outcome reply
---
# B1 : inscriptions closes, plus de report
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
> Je souhaite reporter mon examen.
~ states CONVOCATION_RECEIVED, DATE_MODIFICATION_BLOCKED
~ selects REPORT_DATE: exact DATE_MODIFICATION_BLOCKED:REPORT_DATE
~ flag report_bloque
~ no flag report_possible
~ answered REPORT_DATE by base_legacy/report_bloque
< …closes depuis le 20 février 2026…
---
# I3 : la session du soir, écrite dans le message, va au CRM
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.preference_horaire: jour
= portal.failed: false
= consistency.failed: false
= thread.preference: jour
> Je choisis la session du soir.
~ states DOSSIER_EN_PREPARATION, CONFIRMATION_SESSION
~ context session_preference = soir
~ selects CONFIRMATION_SESSION: wildcard *:CONFIRMATION_SESSION
~ command maj_deal {"champ": "Preference_horaire", "valeur": "soir"}
~ sections partials/intentions/confirmation_session
~ outcome reply
< …vous suivrez la session du soir.…
---
# I3 : sans précision dans le message, la fiche décide avant le fil
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.preference_horaire: jour
= portal.failed: false
= consistency.failed: false
= thread.preference: soir
> Je confirme ma session de formation.
~ state CONFIRMATION_SESSION
~ command maj_deal {"champ": "Preference_horaire", "valeur": "jour"}
< …vous suivrez la session de jour.…
---
# I3 : le fil décide en dernier
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
= thread.preference: soir
> Je confirme ma session de formation.
~ state CONFIRMATION_SESSION
~ command maj_deal {"champ": "Preference_horaire", "valeur": "soir"}
---
# I4 : aucune préférence connue
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
= thread.failed: false
> Je confirme ma session de formation.
~ states DOSSIER_EN_PREPARATION, SESSION_PREFERENCE_MISSING
~ selects CONFIRMATION_SESSION: exact SESSION_PREFERENCE_MISSING:CONFIRMATION_SESSION
~ sections session_a_preciser
---
# I5 : une date est choisie, que la réponse ne redit pas : la commande attend
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_cree
= portal.failed: false
= consistency.failed: false
> Je choisis la date du 26 mai.
~ states EXAM_DATE_EMPTY, DATE_CHOSEN
~ selects CONFIRMATION_DATE_EXAMEN: wildcard *:CONFIRMATION_DATE_EXAMEN
~ alert DATE_CHOSEN
~ hand over command-held
~ sections date_choisie
---
# I6 : une date plus proche, en plus de la réponse
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
= exam.prochaines: [{"jour": "2026-05-26", "departement": "Paris", "cloture": "2026-04-17"}, {"jour": "2026-06-30", "departement": "Paris"}]
> Où en est mon dossier ? J'aimerais avancer mon examen.
~ states VALIDE_CMA, EARLIER_DATE_REQUESTED
~ context wants_earlier_date = true
~ sections statut_valide, dates_pour_memoire, date_plus_proche
~ answered EARLIER_DATE_REQUESTED by date_plus_proche
~ outcome reply
---
# I7 : urgent, l'équipe est prévenue
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
> Rappelez-moi, c'est urgent.
~ states VALIDE_CMA, URGENT_REQUEST
~ context is_urgent = true
~ selects DEMANDE_RAPPEL: exact URGENT_REQUEST:DEMANDE_RAPPEL
~ alert URGENT_REQUEST
~ command creer_tache {"titre": "Rappeler le candidat aujourd'hui", "pour": "responsable"}
~ sections rappel_prioritaire
---
# I8 : une réclamation est un brouillon pour le responsable
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
> C'est inadmissible, personne ne me répond.
~ states DOSSIER_EN_PREPARATION, COMPLAINT_OPEN
~ alert COMPLAINT_OPEN
~ sections reclamation
~ hand over routed
~ outcome hand_over
~ send denied
---
# I8 : réclamation après un refus
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
> C'est inadmissible, je dépose une réclamation.
~ selects RECLAMATION: exact REFUS_CMA:RECLAMATION
~ sections reclamation, statut_refus
~ left out refus_cma
~ hand over routed
---
# I9 : une annulation tardive
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
> Je souhaite annuler mon inscription.
~ states VALIDE_CMA, REFUND_REQUESTED
~ selects DEMANDE_ANNULATION: exact VALIDE_CMA:DEMANDE_ANNULATION
~ sections annulation_tardive
~ command creer_tache {"titre": "Annulation ou remboursement à examiner", "pour": "comptabilite"}
~ hand over routed
