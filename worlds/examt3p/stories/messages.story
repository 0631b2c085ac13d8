# Sans accents ni majuscules
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
> bonjour ou en est mon dossier svp
~ intentions STATUT_DOSSIER
~ sections statut_valide
---
# Avec des fautes
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
> jatend ma convocattion
~ intentions DEMANDE_CONVOCATION
~ sections convocation_a_venir
---
# Le message cité ne demande rien
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
>>
>> Le lun. 2 mars 2026 à 10:14, Service candidats <contact@exemple.fr> a écrit :
>> > Souhaitez-vous annuler votre inscription ou reporter votre examen ?
~ intentions STATUT_DOSSIER
~ outcome reply
---
# La signature ne demande rien
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
> Quand arrive ma convocation ?
>> Cordialement,
>> Sofia, agence de référencement, devis gratuit
~ intentions DEMANDE_CONVOCATION
~ action go
~ outcome reply
---
# Ce qui est refusé n'est pas demandé
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
> Je ne veux pas reporter mon examen, je voudrais savoir où en est mon dossier.
~ intentions STATUT_DOSSIER
~ states VALIDE_CMA
~ outcome reply
---
# Une autre langue va à une personne
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
> Could you tell me the weather in Paris?
~ intentions none
~ hand over no-intention
---
# Une demande au milieu d'un long message, dont le reste n'est pas compris : la commande attend
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
> Bonjour,
>> Je me permets de vous écrire au sujet de ma formation.
>> J'ai changé de numéro, notez-le s'il vous plaît.
>> Merci d'avance
~ intentions CHANGEMENT_COORDONNEES
~ sections coordonnees_notees
~ hand over command-held
---
# Un post-scriptum sous la signature est lu
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
>> Nadia
>> PS : où se passe l'examen ?
~ intentions QUESTION_LIEU_EXAMEN, STATUT_DOSSIER
~ outcome reply
~ send allowed
---
# Une réponse sous le message cité est lue
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
> Le lun. 2 mars 2026 à 10:14, Service candidats <contact@exemple.fr> a écrit :
>> > Avez-vous une question ?
>>
>> Où en est mon dossier ?
~ intentions STATUT_DOSSIER
~ outcome reply
~ send allowed
---
# Une phrase que rien ne reconnaît retient l'envoi
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
> Où en est mon dossier ? Ma voiture est en panne depuis hier.
~ intentions STATUT_DOSSIER
~ outcome reply
~ send denied unrecognised
---
# Salutations, remerciements et signature ne retiennent rien
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
> Bonjour Madame,
>> Où en est mon dossier ?
>> Merci d'avance pour votre réponse.
>> Bien cordialement,
>> Nadia Martin
>> 06 12 34 56 78
~ intentions STATUT_DOSSIER
~ send allowed
---
# « Bonne journée » souhaite une bonne journée, et ne choisit pas la session de jour
kind: case
now: 2026-03-10T09:00:00Z

= linking.trouve: true
= deal.prenom: Nadia
= deal.etape: gagne
= deal.evalbox: valide_cma
= deal.preference_horaire: soir
= deal.date_examen: 2026-04-28
= deal.date_cloture: 2026-03-20
= portal.failed: false
= consistency.failed: false
> Bonjour, je confirme ma session. Bonne journée !
~ intentions CONFIRMATION_SESSION
~ command maj_deal {"champ": "Preference_horaire", "valeur": "soir"}
