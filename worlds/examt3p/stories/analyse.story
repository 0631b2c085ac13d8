# Deux comptes : l'alerte est dite avec la réponse
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
= portal.double_compte: true
> Où en est mon dossier ?
~ states DOUBLE_ACCOUNT, VALIDE_CMA
~ primary VALIDE_CMA
~ sections statut_valide, partials/analysis/double_compte
~ alert DOUBLE_ACCOUNT
~ answered DOUBLE_ACCOUNT by partials/analysis/double_compte
~ outcome reply
< …votre examen est fixé au 28 avril 2026.…
< …deux comptes ExamT3P existent à votre nom.…
---
# Deux comptes et les identifiants demandés : lequel garder, une seule fois
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.identifiant_examt3p: nadia@exemple.fr
= deal.mot_de_passe_examt3p: Lune-42
= portal.failed: false
= consistency.failed: false
= portal.double_compte: true
> Pouvez-vous me renvoyer mes identifiants ExamT3P ?
~ selects DEMANDE_IDENTIFIANTS: exact DOUBLE_ACCOUNT:DEMANDE_IDENTIFIANTS
~ sections compte_a_garder
~ left out partials/analysis/double_compte
~ answered DOUBLE_ACCOUNT by compte_a_garder
~ outcome reply
< …dont l'identifiant est nadia@exemple.fr…
---
# Identifiants refusés : dits d'abord, et la question a sa réponse
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
= portal.error: invalid_credentials
> Où en est mon dossier ?
~ states CREDENTIALS_INVALID, VALIDE_CMA
~ primary CREDENTIALS_INVALID
~ unknown DOUBLE_ACCOUNT, DOCUMENTS_REFUSED
~ flag credentials_invalid
~ selects STATUT_DOSSIER: exact VALIDE_CMA:STATUT_DOSSIER
~ sections partials/credentials/credentials_invalid, statut_valide
~ answered CREDENTIALS_INVALID by partials/credentials/credentials_invalid
~ command ajouter_note {"texte": "ExamT3P a refusé les identifiants de la fiche."}
~ outcome reply
~ send denied
---
# Identifiants refusés et demandés : une seule explication
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.identifiant_examt3p: nadia@exemple.fr
= deal.mot_de_passe_examt3p: Lune-42
= consistency.failed: false
= portal.failed: true
= portal.error: invalid_credentials
> J'ai perdu mes identifiants ExamT3P.
~ selects DEMANDE_IDENTIFIANTS: exact CREDENTIALS_INVALID:DEMANDE_IDENTIFIANTS
~ sections identifiants_a_reinitialiser
~ left out partials/credentials/credentials_invalid
~ answered CREDENTIALS_INVALID by identifiants_a_reinitialiser
~ no section identifiants
~ outcome reply
---
# Le portail ne répond pas : la réponse dit sur quoi elle s'appuie
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
~ states EXAMT3P_DOWN, VALIDE_CMA
~ primary VALIDE_CMA
~ sections statut_valide, partials/analysis/portail_indisponible
~ alert EXAMT3P_DOWN
~ outcome reply
~ send denied
---
# Le portail ne répond pas, et c'est la question
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
> Le site ExamT3P affiche une erreur.
~ selects PROBLEME_CONNEXION_EXAMT3P: exact EXAMT3P_DOWN:PROBLEME_CONNEXION_EXAMT3P
~ sections portail_en_panne
~ left out partials/analysis/portail_indisponible
~ answered EXAMT3P_DOWN by portail_en_panne
~ outcome reply
---
# Aucun identifiant connu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: documents_manquants
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= consistency.failed: false
= portal.failed: true
= portal.error: missing_credentials
> Je n'ai pas mes codes d'accès ExamT3P.
~ states CREDENTIALS_UNKNOWN, DOSSIER_EN_PREPARATION
~ primary CREDENTIALS_UNKNOWN
~ flag credentials_inconnus
~ sections identifiants_a_transmettre
~ left out partials/credentials/credentials_inconnus
~ outcome reply
---
# Aucun identifiant connu, autre question
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: dossier_synchronise
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= consistency.failed: false
= portal.failed: true
= portal.error: missing_credentials
> Quand arrive ma convocation ?
~ primary CREDENTIALS_UNKNOWN
~ selects DEMANDE_CONVOCATION: exact DOSSIER_SYNCHRONISE:DEMANDE_CONVOCATION
~ sections partials/credentials/credentials_inconnus, convocation_instruction
~ outcome reply
---
# Pièces refusées : l'alerte les nomme
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
= portal.pieces_refusees: [{"nom": "Justificatif de domicile", "motif": "plus de trois mois"}, {"nom": "Photo"}]
> Comment accéder à l'e-learning ?
~ states DOCUMENTS_REFUSED, DOSSIER_EN_PREPARATION
~ primary DOSSIER_EN_PREPARATION
~ sections partials/intentions/demande_elearning, partials/analysis/pieces_refusees
~ answered DOCUMENTS_REFUSED by partials/analysis/pieces_refusees
~ outcome reply
< …Justificatif de domicile : plus de trois mois…
---
# Pièces refusées, et c'est la question : nommées une seule fois
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
= portal.pieces_refusees: [{"nom": "Justificatif de domicile", "motif": "plus de trois mois"}, {"nom": "Photo"}]
> Mon justificatif de domicile a été refusé.
~ selects PROBLEME_DOCUMENTS: exact DOCUMENTS_REFUSED:PROBLEME_DOCUMENTS
~ sections pieces_a_corriger, depot_conseils
~ left out partials/analysis/pieces_refusees
~ answered DOCUMENTS_REFUSED by pieces_a_corriger
~ answered PROBLEME_DOCUMENTS by pieces_a_corriger
~ outcome reply
< …Déposez-les avant le 20 mars 2026…
---
# Une liste de pièces vide n'alerte personne
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
= portal.pieces_refusees: []
> Un document manquant bloque-t-il mon dossier ?
~ states DOSSIER_EN_PREPARATION
~ unknown none
~ no section partials/analysis/pieces_refusees
---
# Le portail n'a pas été interrogé : inconnu n'est pas « tout va bien »
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= consistency.failed: false
> Où en est mon dossier ?
~ states VALIDE_CMA
~ unknown DOUBLE_ACCOUNT, CREDENTIALS_INVALID, EXAMT3P_DOWN, CREDENTIALS_UNKNOWN, DOCUMENTS_REFUSED
~ outcome reply
~ hand over none
~ send denied
