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
---
# Merci pour ce qui est arrivé : rien n'est demandé
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
> Merci pour la facture.
~ intentions REMERCIEMENT
~ outcome reply
~ send allowed
---
# Merci, et une question : elle seule a sa réponse
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
> Merci pour la facture, mais où en est mon dossier ?
~ intentions STATUT_DOSSIER
~ sections statut_valide
~ send allowed
---
# Merci de faire : c'est une demande
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
> Merci de m'envoyer la facture.
~ intentions DEMANDE_FACTURE
~ command creer_tache {"titre": "Facture à envoyer", "pour": "comptabilite"}
---
# « Au plus tôt » n'est qu'une politesse
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
> Où en est mon dossier ? Merci de me répondre au plus tôt.
~ no state EARLIER_DATE_REQUESTED
~ sections statut_valide
~ send allowed
---
# Une date plus proche, et aucune ne l'est
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
= exam.prochaines: [{"jour": "2026-06-30", "departement": "Paris"}]
> Où en est mon dossier ? J'aimerais passer l'examen plus tôt.
~ context wants_earlier_date = true
~ sections statut_valide, dates_pour_memoire, date_plus_proche
~ command creer_tache {"titre": "Date d'examen plus proche souhaitée", "pour": "inscriptions"}
< …aucune date ouverte n'est antérieure à la vôtre…
---
# Une date plus proche est ouverte
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
= exam.prochaines: [{"jour": "2026-04-07", "departement": "Paris"}]
> Où en est mon dossier ? J'aimerais passer l'examen plus tôt.
~ context wants_earlier_date = true
< …une date antérieure à la vôtre est encore ouverte…
---
# Une décision refusée se lit
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
> Je ne veux plus annuler mon inscription. Où en est mon dossier ?
~ intentions STATUT_DOSSIER
~ send denied unrecognised
---
# Ce qu'il faut apporter le jour de l'examen
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
> Que dois-je apporter le jour de l'examen ?
~ intentions JOUR_EXAMEN
~ sections jour_de_l_epreuve
~ send allowed
