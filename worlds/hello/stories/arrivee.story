# Une hôte arrive
language: fr
seed: 7

< Bienvenue à l'auberge. Je suis Rosa.
<question Comment puis-je vous appeler ?
% answer name

# Pourquoi cette question ? La raison est dite, et la question reste ouverte.
@ {"act": "request"}
< Pour savoir qui réveiller.
<question Comment puis-je vous appeler ?
~ nothing
% answer name

> Zoé
<question Comment vous sentez-vous aujourd'hui ?
+ A) de bonne humeur
+ B) fatigué
+ C) curieux
~ visitor.first_name = Zoé

> bleue
<refusal Une de ces réponses est attendue : A) de bonne humeur, B) fatigué, C) curieux
<question Comment vous sentez-vous aujourd'hui ?
~ refused not-a-choice mood
% tries 2

> plutôt en forme !
<question Combien de nuits restez-vous ?
~ visitor.mood = cheerful

> quelques-unes
<refusal Un nombre est attendu, par exemple 42.
<question Combien de nuits restez-vous ?
~ refused not-a-number nights

> 3 nuits
< Zoé, vous avez l'air de bonne humeur. J'ai une chambre pour 3 nuit(s).
<gate Votre clé est près de la porte.
~ visitor.nights = 3
% event TAKE_KEY

! PRENDRE_LA_CLE
<refusal Pas maintenant. L'événement TAKE_KEY est attendu.
~ refused not-now

! TAKE_KEY
<telling Tout chemin est plus court après le petit-déjeuner.
~ rosa.saying = Tout chemin est plus court après le petit-déjeuner.
% finished

> merci
< Rosa hoche la tête. …
% finished
