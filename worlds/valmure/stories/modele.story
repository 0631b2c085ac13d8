# Le modèle propose, le village dispose
model: scripted

* aldric.habitude: "compter les clous sans regarder"
> As-tu une manie, forgeron ?
<telling Une manie trahit Aldric Fervent : compter les clous sans regarder.
~ aldric.habitude = compter les clous sans regarder

# Ce qui est dit ne se redemande pas.
> Quelles sont tes habitudes ?
<telling Une manie trahit Aldric Fervent : compter les clous sans regarder.
~ nothing

# Un modèle qui laisse un trou est repris : personne ne lira un gabarit.
* cendrelle.gravure: "{{aldric.vrai_nom}}"
* cendrelle.gravure: "ne me prête pas"
> Qu'est-ce qui est gravé sur l'épée ?
<telling Le doigt suit les lettres, l'une après l'autre : « ne me prête pas ». On regarde Cendrelle autrement, ensuite.
~ cendrelle.gravure = ne me prête pas

---

# Le modèle se tait, et le village parle quand même
model: scripted
seed: 7

* timeout
* fail: 503
* ""
> Que dit-on du passeur ?
<telling « Sur Hugon, j'en sais une, dit le colporteur : son nom figure deux fois dans le registre, à deux âges différents. Je ne l'invente pas, je la transporte. »

---

# Le modèle propose un passé, et ne choisit que parmi le possible
model: scripted
seed: 7

# Un rôle qui n'existe pas est refusé à la porte ; le suivant passe.
* aldric.passe.role: "empereur"
* aldric.passe.role: "capitaine"
* aldric.passe.evenement: "massacre"
* aldric.passe.secret: "a_aide_villageois"
* aldric.passe.etat: "culpabilite"
> Forgeron, parle-moi de ton passé
<telling Il existe une page, pliée en huit, que le massacre de Valmure n'a pas brûlée. On y apprend ce que portait Aldric Fervent : l'écharpe de capitaine. Une autre main a ajouté : « une porte laissée ouverte, et vingt villageois qui ont pu fuir ». Une troisième, plus récente : « la culpabilité, fidèle comme un chien ».
~ aldric.passe.role = capitaine
~ aldric.passe.evenement = massacre
~ aldric.passe.secret = a_aide_villageois
~ aldric.passe.etat = culpabilite
