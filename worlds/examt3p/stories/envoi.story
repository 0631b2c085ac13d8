# Un remerciement peut partir seul
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
> Merci beaucoup pour votre aide !
~ sections remerciement
~ outcome reply
~ send allowed
< Bonjour Nadia, Avec plaisir ! Nous restons à votre disposition pour la suite. Bien cordialement, Le service candidats
---
# Un dossier validé, le portail lu : la réponse peut partir
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
> Où en est mon dossier ?
~ send allowed
---
# Le même dossier, le portail en panne : elle attend
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= consistency.failed: false
= portal.failed: true
= portal.error: connection_failed
> Où en est mon dossier ?
~ outcome reply
~ send denied
---
# Un dossier incomplet : elle attend
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
> Où en est mon dossier ?
~ outcome reply
~ send denied
---
# Une demande permise et une qui ne l'est pas : elle attend
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
> Où en est mon dossier ? Rappelez-moi s'il vous plaît.
~ intentions STATUT_DOSSIER, DEMANDE_RAPPEL
~ outcome reply
~ send denied
---
# Le contrôle de cohérence n'a pas répondu : elle attend
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: true
= consistency.error: timeout
> Merci beaucoup pour votre aide !
~ unknown TRAINING_MISSED, DOSSIER_NOT_RECEIVED
~ outcome reply
~ send denied
---
# Avant le paiement, les horaires attendent
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: en_attente
= portal.failed: false
= consistency.failed: false
> Quels sont les horaires de la formation ?
~ states EXAM_DATE_EMPTY
~ outcome reply
~ send denied
