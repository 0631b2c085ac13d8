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
---
# La théorie : la réponse peut partir seule
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
> Combien de matières y a-t-il à l'épreuve théorique ?
~ outcome reply
~ send allowed
---
# La pratique : la réponse peut partir seule
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
> Comment se passe l'épreuve pratique ?
~ outcome reply
~ send allowed
---
# Les conditions : la réponse peut partir seule
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
> Quelles sont les conditions pour devenir chauffeur VTC ?
~ outcome reply
~ send allowed
---
# La convocation : la réponse peut partir seule
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
> Je n'ai pas reçu ma convocation.
~ outcome reply
~ send allowed
---
# Les étapes : la réponse peut partir seule
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
> Pouvez-vous m'expliquer les étapes de l'inscription ?
~ outcome reply
~ send allowed
---
# Le lieu : la réponse peut partir seule
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= portal.lieu_examen: 12 rue de la Paix, Paris
= portal.heure_examen: 9 h
= consistency.failed: false
> Où se déroule l'examen ?
~ outcome reply
~ send allowed
---
# Un accident à côté d'un remerciement : quelqu'un lit
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
> Merci beaucoup pour votre aide ! J'ai eu un accident.
~ context mentions_force_majeure = true
~ send denied not-allowed
---
# Un accident à côté d'une question sur la théorie : quelqu'un lit
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
> Combien de matières y a-t-il à l'épreuve théorique ? J'ai eu un accident.
~ context mentions_force_majeure = true
~ send denied not-allowed
---
# Un accident à côté d'une question sur les étapes : quelqu'un lit
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
> Pouvez-vous m'expliquer les étapes de l'inscription ? J'ai eu un accident.
~ context mentions_force_majeure = true
~ send denied not-allowed
---
# Un accident à côté d'une question sur un dossier : quelqu'un lit
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
> Où en est mon dossier ? J'ai eu un accident.
~ context mentions_force_majeure = true
~ send denied not-allowed
---
# Un décès à côté d'une question : quelqu'un lit
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
> Où en est mon dossier ? Ma mère est décédée.
~ context force_majeure_type = death
~ send denied not-allowed
---
# Un dossier clos n'a pas de bonne nouvelle
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: perdu
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ send denied not-allowed
---
# Un dossier clos : les étapes attendent
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: perdu
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Pouvez-vous m'expliquer les étapes de l'inscription ?
~ send denied not-allowed
---
# Un dossier en instruction : elle attend, et la règle le dit
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
~ send denied not-allowed
---
# Le portail en panne : elle attend, et la règle le dit
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: true
= portal.error: connection_failed
= consistency.failed: false
> Où en est mon dossier ?
~ send denied not-allowed
---
# Le dossier de quelqu'un d'autre : rien ne part
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
> Où en est le dossier de mon frère ?
~ intentions STATUT_DOSSIER
~ outcome reply
~ send denied unrecognised
---
# Une convocation reçue n'est pas une convocation demandée
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
> J'ai reçu ma convocation.
~ send denied unrecognised
---
# Une préférence que la réponse ne lit pas
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
> Où en est mon dossier ? Je suis disponible en soirée.
~ context session_preference = soir
~ outcome reply
~ send denied unrecognised
---
# Une menace sous la formule de politesse
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
>> Cordialement,
>> Sans réponse, plainte
~ outcome reply
~ send denied unread
---
# En anglais : une personne répond
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
> Hello, where is my convocation? Thanks
~ hand over other-language
~ send denied
---
# Une bonne nouvelle que d'autres contrôles démentent ne part pas seule : dossier jamais reçu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.dossier_non_recu: true
> Où en est mon dossier ?
~ send denied not-allowed
---
# Ni quand ExamT3P trouve deux comptes
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.double_compte: true
= consistency.failed: false
> Où en est mon dossier ?
~ send denied not-allowed
