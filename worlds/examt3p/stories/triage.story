# La publicité d'un inconnu ne reçoit rien
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: false
= deal.failed: false
= portal.failed: false
= consistency.failed: false
> Boostez votre référencement, devis gratuit !
~ intentions PUBLICITE
~ action spam
~ states SPAM, CANDIDATE_NOT_FOUND, EXAM_DATE_EMPTY
~ primary SPAM
~ blocked PUBLICITE
~ outcome stopped
~ sections none
~ send denied
---
# Ce qui vient d'un candidat connu n'est jamais jeté
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
> Boostez votre référencement, devis gratuit !
~ intentions PUBLICITE
~ states VALIDE_CMA
~ hand over spam
~ outcome hand_over
~ send denied
---
# Une publicité qui demande encore autre chose est lue
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: false
= deal.failed: false
= portal.failed: false
= consistency.failed: false
> Doublez votre capital en bitcoin ! Où en est mon dossier ?
~ intentions STATUT_DOSSIER, PUBLICITE
~ action go
~ primary CANDIDATE_NOT_FOUND
~ outcome blocked
---
# Une publicité dont tout n'est pas compris est lue
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: false
= deal.failed: false
= portal.failed: false
= consistency.failed: false
> Vous avez gagné un voyage pour votre mère.
~ intentions PUBLICITE
~ action go
~ primary CANDIDATE_NOT_FOUND
~ hand over spam
~ outcome hand_over
---
# Un expéditeur inconnu qui fait de la publicité : la publicité l'emporte
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: false
= deal.failed: false
= portal.failed: false
= consistency.failed: false
> Vous avez gagné un voyage, cliquez ici.
~ states SPAM, CANDIDATE_NOT_FOUND, EXAM_DATE_EMPTY
~ primary SPAM
~ outcome stopped
---
# L'hôte a déjà reconnu un message indésirable
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: false
= deal.failed: false
= portal.failed: false
= consistency.failed: false
= case.action: spam
> Bonjour, où en est mon dossier ?
~ primary SPAM
~ blocked STATUT_DOSSIER
~ outcome stopped
~ sections none
---
# L'hôte le croit indésirable, et c'est un candidat : une personne regarde
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
= case.action: spam
> Bonjour, où en est mon dossier ?
~ primary VALIDE_CMA
~ hand over spam
~ outcome hand_over
---
# Le financement va au service commercial
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
> Bonjour, puis-je utiliser mon CPF ?
~ intentions DEMANDE_FINANCEMENT
~ action route
~ primary ROUTE
~ blocked DEMANDE_FINANCEMENT
~ hand over routed
~ outcome hand_over
~ send denied
---
# Les données personnelles vont à la déléguée
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: null
= portal.failed: false
= consistency.failed: false
> Je demande la suppression de mes données personnelles.
~ intentions DONNEES_PERSONNELLES
~ action route
~ states ROUTE, EXAM_DATE_EMPTY
~ hand over routed
~ outcome hand_over
---
# Le financement en second est transmis, et le reste a sa réponse
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: null
= portal.failed: false
= consistency.failed: false
= exam.prochaines: [{"jour": "2026-05-26", "departement": "Paris", "cloture": "2026-04-17"}, {"jour": "2026-06-30", "departement": "Paris"}]
> Quelles sont les prochaines dates d'examen ? Puis-je utiliser mon CPF ?
~ intentions DEMANDE_DATES_FUTURES, DEMANDE_FINANCEMENT
~ action go
~ states EXAM_DATE_EMPTY
~ selects DEMANDE_FINANCEMENT: wildcard *:DEMANDE_FINANCEMENT
~ answered DEMANDE_FINANCEMENT by financement_transmis
~ answered DEMANDE_DATES_FUTURES by partials/intentions/demande_date
~ outcome reply
~ send denied
---
# L'offre Uber déjà utilisée
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
= portal.failed: false
= consistency.failed: false
= linking.doublon_uber: true
> Bonjour, comment accéder à l'e-learning ?
~ states DUPLICATE_UBER, EXAM_DATE_EMPTY
~ primary DUPLICATE_UBER
~ flag uber_doublon
~ blocked DEMANDE_ELEARNING
~ alert DUPLICATE_UBER
~ outcome blocked
~ send denied
< Bonjour Nadia, L'offre Uber à 20 euros ne peut être utilisée qu'une fois par personne, …
---
# Aucune fiche ne correspond
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: false
= deal.failed: false
= portal.failed: false
= consistency.failed: false
> Bonjour, où en est mon dossier ?
~ states CANDIDATE_NOT_FOUND, EXAM_DATE_EMPTY
~ primary CANDIDATE_NOT_FOUND
~ blocked STATUT_DOSSIER
~ outcome blocked
< Bonjour, Nous n'avons pas retrouvé votre dossier avec l'adresse de ce message. …
---
# De trois situations bloquantes, la première répond seule
kind: case
now: 2026-03-10T09:00:00Z

= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= portal.failed: false
= consistency.failed: false
= linking.doublon_uber: true
= linking.trouve: false
> Où en est mon dossier ?
~ states DUPLICATE_UBER, CANDIDATE_NOT_FOUND, UBER_DOCS_MISSING, EXAM_DATE_EMPTY
~ primary DUPLICATE_UBER
~ flag uber_doublon
~ no flag uber_cas_a
~ outcome blocked
---
# Une situation bloquante fait taire les alertes, et le dit
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= portal.failed: false
= consistency.failed: false
= portal.double_compte: true
> Comment accéder à l'e-learning ?
~ states UBER_DOCS_MISSING, DOUBLE_ACCOUNT, EXAM_DATE_EMPTY
~ primary UBER_DOCS_MISSING
~ blocked DOUBLE_ACCOUNT
~ blocked DEMANDE_ELEARNING
~ no section partials/analysis/double_compte
~ outcome blocked
---
# Le rattachement a échoué : une personne regarde
kind: case
now: 2026-03-10T09:00:00Z

= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
= linking.failed: true
= linking.error: timeout
> Où en est mon dossier ?
~ unknown DUPLICATE_UBER, CANDIDATE_NOT_FOUND
~ hand over unknown-blocking
~ outcome hand_over
~ send denied
---
# Le CRM ne répond pas : le cas A reste inconnu, une personne regarde
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.failed: true
= deal.error: timeout
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ hand over unknown-blocking
~ outcome hand_over
~ send denied
