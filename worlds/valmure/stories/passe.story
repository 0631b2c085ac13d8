# Forgeron, parle-moi de ton passé
seed: 1749

# La scène s'ouvre et n'attend rien.
< Valmure, dix-sept hivers après le massacre. On a rebâti les toits, repeint les portes, et l'on passe encore devant le moulin sans tourner la tête.
< Dans la forge, Aldric Fervent lève les yeux de l'enclume. « Si c'est pour le fer, pose-le là. Si c'est pour autre chose, demande toujours. »
% finished

# Une question, quatre champs fixés ensemble, un seul récit.
> Forgeron, parle-moi de ton passé
<telling Aldric Fervent laisse passer un long silence. « Je portais l'écharpe de capitaine, et j'ai vu le massacre de Valmure d'assez près pour en rêver encore. Dessous : une porte laissée ouverte, et vingt villageois qui ont pu fuir. Ce qui me reste, c'est la culpabilité, fidèle comme un chien. »
~ aldric.passe.role = capitaine
~ aldric.passe.evenement = massacre
~ aldric.passe.secret = a_aide_villageois
~ aldric.passe.etat = culpabilite
% finished

# Redemander, autrement, plus tard, en anglais : c'est le même passé.
> Que faisais-tu avant la forge ?
<telling Aldric Fervent laisse passer un long silence. « Je portais l'écharpe de capitaine, et j'ai vu le massacre de Valmure d'assez près pour en rêver encore. Dessous : une porte laissée ouverte, et vingt villageois qui ont pu fuir. Ce qui me reste, c'est la culpabilité, fidèle comme un chien. »
~ nothing

^ +30d
> Tell me about your past
<telling Aldric Fervent laisse passer un long silence. « Je portais l'écharpe de capitaine, et j'ai vu le massacre de Valmure d'assez près pour en rêver encore. Dessous : une porte laissée ouverte, et vingt villageois qui ont pu fuir. Ce qui me reste, c'est la culpabilité, fidèle comme un chien. »
~ nothing

# Ce qui est fixé le reste, qui que ce soit qui prétende le contraire.
= aldric.passe.role: deserteur
<refusal aldric.passe.role est fixé à capitaine et le reste.
~ refused already-fixed aldric.passe.role

---

# Un autre forgeron, dans une autre partie
seed: 3

> Raconte-moi ton histoire, Aldric
<telling Il existe une page, pliée en huit, que la déroute de Corvelle n'a pas brûlée. On y apprend ce que portait Aldric Fervent : l'arc court des éclaireurs. Une autre main a ajouté : « rien qui vaille d'être caché ». Une troisième, plus récente : « une fierté que personne ne pardonne ».
~ aldric.passe.role = eclaireur
~ aldric.passe.evenement = deroute
~ aldric.passe.secret = aucun
~ aldric.passe.etat = fierte

---

# Ce qui était certain d'avance ne se retire pas
seed: 5

# Berthe n'a jamais porté d'arme : ce champ-là est un fait, les trois autres étaient ouverts.
> Berthe, parle-moi de ton passé
<telling Berthe laisse passer un long silence. « Je portais un habit de tous les jours, sans arme ni livrée, et j'ai vu le massacre de Valmure d'assez près pour en rêver encore. Dessous : une porte laissée ouverte, et vingt villageois qui ont pu fuir. Ce qui me reste, c'est un oubli appris comme un métier. »
~ berthe.passe.evenement = massacre
% finished

> Forgeron, as-tu servi le Duc ?
<telling La livrée dort au fond du coffre, pliée en quatre. On voit encore au col pour qui Aldric Fervent marchait : Enguerrand de Morvault.
~ nothing
