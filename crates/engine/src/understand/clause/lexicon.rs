//! The words that a clause hangs on, in both languages, folded. Each list is one kind of word, whatever a world is about.

/// Words on each side of a cue that are looked at.
pub(super) const REACH: usize = 40;

pub(super) const JOINS: &str = "et and puis then mais but or";
pub(super) const SUBJECTS: &str =
    "je j tu il elle on nous vous ils elles c ce ca i you he she we they it";
pub(super) const OF: &str = "de du d des of a au aux sur about on";
pub(super) const DETERMINERS: &str =
    "le la les l the un une a an ce cet cette ces this that these those";
/// Words by which a question begins.
pub(super) const ASKS: &str = "\
    qui que qu quoi quel quelle quels quelles ou quand comment pourquoi combien est lequel laquelle \
    what whats who whose whom where when why how which did does do are is was were has have had \
    can could will would should may";
/// Words before what is said: greetings, hesitations, joints.
pub(super) const LEADS: &str = "\
    et and alors donc bon bien eh he ho ohe oh ah hm hum euh allons allez voyons tiens tenez viens \
    venez ecoute ecoutez please well so now then maintenant encore aussi also ok okay oui non yes no \
    mais but puis or bonjour bonsoir salut hello hi hey good evening morning afternoon dear cher \
    chere vite quick quickly mon ma ami amie friend my monsieur madame sir madam enfin merci thanks sorry pardon excuse \
    excusez-moi come tout toi vous you";
/// Orders and requests to tell.
pub(super) const TELL: &str = "\
    parle parlez parlons dis dites raconte racontez explique expliquez decris decrivez montre montrez \
    revele revelez avoue avouez confie confiez regarde regardez examine examinez observe observez lis \
    lisez donne donnez rappelle rappelez resume decline tell say talk speak describe explain show \
    reveal confess look examine read give name remind search inspect recount admit";
/// The same, as somebody wishes it.
pub(super) const TO_TELL: &str = "\
    connaitre savoir apprendre parler dire raconter expliquer decrire montrer reveler avouer confier \
    entendre comprendre demander evoquer voir dises parles racontes avoues reveles expliques disiez \
    parliez racontiez parlais parlait racontais disais diras direz dirais diriez raconteras raconterez raconterais raconteriez parleras \
    parlerez parlerais parleriez avoueras avouerez confieras confierez reveleras expliqueras tell know hear learn ask say talk speak describe explain show reveal confess \
    understand see read";
pub(super) const WISHES: &str = "\
    veux voudrais aimerais souhaite souhaiterais desire desirerais voulons voudrions faut faudrait \
    besoin envie puis peux peut pourrais pouvez pourriez veuillez voulez want like need wish love \
    curious pret prete ready willing must can could would may let laisse laissez permets wonder wondering demande daigne";
/// Somebody says it, or asks it of somebody else.
pub(super) const REPORTS: &str = "\
    dit dis disait demande demandait raconte sait savait croit pretend ignore devine asked said told \
    says asks knows wonders dira saura";
pub(super) const TOLD: &str = "\
    dit raconte parle avoue revele confie demande evoque mentionne explique told said asked spoken \
    mentioned confessed revealed explained discussed entendu";
pub(super) const DONE: &str = "\
    as avez a ont ai avais avait aviez have has had did ve";
pub(super) const FORBID: &str = "\
    oublie oubliez oublions garde gardez gardons epargne epargnez cesse cessez arrete arretez tais \
    taisez laisse laissez laissons evite evitez evitons ignore ignorez ignorons passons cache cachez \
    assez forget keep spare stop leave drop skip avoid never enough hide";
pub(super) const NOT: &str = "\
    don dont doesn didn won wont wouldn shouldn couldn isn aren wasn weren haven hasn hadn needn mustn \
    not never cannot stop";
pub(super) const SUPPOSE: &str = "\
    suppose supposons supposez supposing imagine imaginons imaginez admettons assume assuming pretend \
    mettons";
pub(super) const WAS: &str = "\
    avait avais aviez avaient etait etais etiez etaient fut was were had did";
pub(super) const WHEN: &str = "\
    quand lorsque lors moment epoque naissance mort mariage arrivee jour nuit soir annee when while \
    time birth death day night year then ago avant before apres after";
pub(super) const LONG_TIMES: &str = "\
    week month year summer winter spring autumn semaine mois an annee ete hiver printemps automne";
/// How « tu » stands to something, in words that are said of « tu » alone.
pub(super) const LIKES: &str =
    "aimes aimez adores adorez detestes detestez regrettes regrettez hais haissez";
/// The same in words that are said of others too.
pub(super) const LIKED: &str = "\
    fier fiere fiers content contente heureux heureuse honteux honteuse honte satisfait satisfaite las lasse \
    proud ashamed fond tired happy content like enjoy hate regret love";
/// What stands beside anything and adds nothing to it.
pub(super) const BESIDE: &str = "\
    any us perhaps maybe possibly peut idea anybody anyone exactly really actually indeed ever yet here there vraiment donc exactement \
    case affair business matter truth happen happened die died dead used s t d ll ve re m please sir \
    sont etes sommes etait etaient ont avez avons";
/// Verbs, nouns and turns that say nothing of their own beside what is asked.
pub(super) const LIGHT: &str = "\
    eu avoir etre faire fait fais font faites ete suis sera went go come came get got make made take took feel \
    look looks seem seems mean means really very much quite rather just only even else ago often usually normally \
    best worst alors la y ici bas dessus dedans tout toute rien quelque chose personne quelqu anything something \
    anybody anyone somebody someone nobody everybody ensemble ce soir autrefois jadis toujours souvent deja bien \
    serais serait seriez aurais aurait auriez etais fut furent faisais faisait faisiez fis fit offer offers give gives \
    mind telling brave braves peu passe arrive \
    mieux pire fort trop tres assez si bas haut fois vrai verite honnete honnetement franchement monde chez";
/// Hours, and what one does at them.
pub(super) const HOURS: &str = "\
    one two three four five six seven eight nine ten eleven twelve half quarter past clock noon midnight dinner supper \
    breakfast lunch tea deux trois quatre cinq sept huit neuf dix onze douze heures midi minuit diner souper dejeuner";
pub(super) const SAYINGS: [&str; 10] = [
    "quelle heure est il",
    "what time is it",
    "what is the time",
    "have you got the time",
    "have you the time",
    "look at the time",
    "how do you do",
    "ca va de soi",
    "who knows",
    "qui sait",
];
