# Un prénom qui ressemble à un modèle reste un texte
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: "{{deal.mot_de_passe_examt3p}}"
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.mot_de_passe_examt3p: Lune-42
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
~ sections statut_valide
< Bonjour {{deal.mot_de_passe_examt3p}}, Bonne nouvelle …
---
# Un prénom avec des balises est échappé
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: "Léa <b>& Cie</b>"
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
< Bonjour Léa <b>& Cie</b>, Bonne nouvelle …
---
# Le mot de passe ne sort que dans la section des identifiants, et jamais seul
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
> Pouvez-vous me renvoyer mes identifiants ExamT3P ?
~ selects DEMANDE_IDENTIFIANTS: wildcard *:DEMANDE_IDENTIFIANTS#1
~ sections partials/intentions/demande_identifiants, identifiants
~ answered DEMANDE_IDENTIFIANTS by identifiants
~ outcome reply
~ send denied
< …Identifiant : nadia@exemple.fr Mot de passe : Lune-42…
---
# Sans mot de passe connu, rien n'est inventé
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.identifiant_examt3p: nadia@exemple.fr
= portal.failed: false
= consistency.failed: false
> Pouvez-vous me renvoyer mes identifiants ExamT3P ?
~ selects DEMANDE_IDENTIFIANTS: wildcard *:DEMANDE_IDENTIFIANTS#2
~ sections identifiants_a_creer
~ command creer_tache {"titre": "Identifiants ExamT3P à créer ou à retrouver", "pour": "inscriptions"}
~ outcome reply
---
# Une adresse avec un modèle dans une alerte
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.montant: 20
= deal.dossier_recu_le: 2026-02-01
= deal.test_reussi_le: 2026-02-03
= deal.compte_uber_verifie: false
= deal.email: "{{case.message}}@exemple.fr"
= portal.failed: false
= consistency.failed: false
> Quels sont les horaires ?
< …avec l'adresse {{case.message}}@exemple.fr.…
---
# Le motif d'une pièce avec des balises
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
= portal.pieces_refusees: [{"nom": "<script>x</script>", "motif": "{{prenom}}"}]
> Quels sont les horaires ?
< …<script>x</script> : {{prenom}}…
---
# Sans prénom, la salutation n'a pas de trou
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Où en est mon dossier ?
< Bonjour, Bonne nouvelle …
---
# Un lieu vide n'est pas un lieu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= portal.lieu_examen: ""
= portal.heure_examen: 14h
= consistency.failed: false
> Où se déroule l'examen ?
~ unanswered QUESTION_LIEU_EXAMEN
~ left out lieu_connu
~ outcome hand_over
~ send denied
---
# Un lieu fait de blancs n'est pas un lieu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= portal.lieu_examen: "  "
= portal.heure_examen: 14h
= consistency.failed: false
> Où se déroule l'examen ?
~ unanswered QUESTION_LIEU_EXAMEN
~ left out lieu_connu
~ outcome hand_over
~ send denied
---
# Un lieu fait d'une espace invisible n'est pas un lieu
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: convoc_recue
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= portal.lieu_examen: "​"
= portal.heure_examen: 14h
= consistency.failed: false
> Où se déroule l'examen ?
~ unanswered QUESTION_LIEU_EXAMEN
~ left out lieu_connu
~ outcome hand_over
~ send denied
---
# Un lien de visio vide n'est pas un lien
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= session.lien_visio: ""
= session.fin: 2026-04-01
= portal.failed: false
= consistency.failed: false
> Où trouver le lien de la visio ?
~ unanswered LIEN_VISIO
~ outcome hand_over
---
# Un mot de passe vide n'est pas un mot de passe
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= deal.identifiant_examt3p: nadia@exemple.fr
= deal.mot_de_passe_examt3p: " "
= portal.failed: false
= consistency.failed: false
> Pouvez-vous me renvoyer mes identifiants ExamT3P ?
~ left out identifiants
~ outcome hand_over
~ send denied
