# L'humeur change, le reste non
seed: 7

> Comment vas-tu ?
<telling Aldric Fervent semble ailleurs, comme souvent. On n'en tirera pas davantage.
~ aldric.humeur = ailleurs

# Le récit la fait changer.
= aldric.humeur: bout
~ aldric.humeur = bout

> Comment vas-tu ?
<telling Aldric Fervent semble à bout de patience. On n'en tirera pas davantage.
~ nothing

= aldric.metier: aubergiste
<refusal aldric.metier est fixé à forgeron et le reste.
~ refused already-fixed aldric.metier
