//! What stores, chains and folds say of damage and refusals, in both languages.
//!
//! They say it in English, as an error does that a program reads; a person is told it here. What has
//! no row, such as the words of a database or of the system, is quoted as it was said.

use logic::text::Phrase;

/// How each reason ends that is no damage: whoever wrote it knew more than this program.
pub const NEWER: &str = "is newer than this program";

/// English and French. `{}` stands for what one case says, in the same order in both.
pub const REASONS: &[(&str, &str)] = &[
    // The chain, and records as events.
    (
        "its sequence number is not the next one",
        "son numéro n'est pas le suivant",
    ),
    (
        "its body is not the one that was committed to",
        "son corps ne correspond pas à son empreinte",
    ),
    (
        "its chain hash does not follow from the entry before",
        "son empreinte ne suit pas de l'entrée précédente",
    ),
    (
        "its body is not in canonical form",
        "son corps n'est pas sous sa forme canonique",
    ),
    (
        "its header names another cell than its body",
        "son en-tête nomme une autre cellule que son corps",
    ),
    (
        "this program does not know the event `{}`",
        "ce programme ne connaît pas l'événement `{}`",
    ),
    (
        "`{}` version {} is newer than this program",
        "`{}` version {} est plus récent que ce programme",
    ),
    (
        "the body of `{}` cannot be read: {}",
        "le corps de `{}` est illisible : {}",
    ),
    // The fold.
    (
        "edition {} of the project language is newer than this program",
        "l'édition {} du langage de projet est plus récente que ce programme",
    ),
    (
        "it follows entry {}, a number is missing or stands twice",
        "elle suit l'entrée {}, un numéro manque ou figure deux fois",
    ),
    (
        "a session can start only once",
        "une session ne commence qu'une fois",
    ),
    (
        "a session must start with SessionStarted",
        "une session doit commencer par SessionStarted",
    ),
    (
        "the session is moved from a project it was not on",
        "la session quitte un projet qu'elle ne suivait pas",
    ),
    ("{} is fixed a second time", "{} est figée une seconde fois"),
    (
        "`{}` is opened while `{}` is open",
        "`{}` s'ouvre alors que `{}` est ouverte",
    ),
    (
        "an answer to `{}` is refused, which is not open",
        "une réponse à `{}` est refusée, qui n'est pas ouverte",
    ),
    (
        "constraint {} is lifted, which does not stand",
        "la contrainte {} est levée, qui ne vaut pas",
    ),
    (
        "testimony {} binds, which does not stand",
        "le témoignage {} lie, qui ne vaut pas",
    ),
    (
        "testimony {} is reinterpreted, which does not stand",
        "le témoignage {} est réinterprété, qui ne vaut pas",
    ),
    (
        "`{}` is closed, which is not open",
        "`{}` se ferme, qui n'est pas ouverte",
    ),
    (
        "parts are reopened while something is awaited",
        "des parties sont rouvertes alors que quelque chose est attendu",
    ),
    (
        "the flow ends while something is awaited",
        "le parcours se termine alors que quelque chose est attendu",
    ),
    (
        "a turn failed while none was pending",
        "un tour a échoué alors qu'aucun n'était en attente",
    ),
    (
        "`{}` is awaited without the item {} that asks",
        "`{}` est attendue sans l'élément {} qui la demande",
    ),
    (
        "it ends the turn of {}, but {} is the next",
        "elle finit le tour de {}, mais {} est le suivant",
    ),
    (
        "it ends a turn while no input is pending",
        "elle finit un tour alors qu'aucune entrée n'est en attente",
    ),
    // Reading a store.
    (
        "the entry before it is missing",
        "l'entrée précédente manque",
    ),
    ("it is missing", "elle manque"),
    (
        "it is missing; the session has {} entries",
        "elle manque ; la session compte {} entrées",
    ),
    (
        "the session ends at entry {}",
        "la session s'arrête à l'entrée {}",
    ),
    (
        "the session's head has another chain hash",
        "la tête de la session a une autre empreinte",
    ),
    (
        "its content is missing, but the session was not erased",
        "son contenu manque, mais la session n'a pas été effacée",
    ),
    ("its bytes are damaged", "ses octets sont endommagés"),
    ("its bytes are missing", "ses octets manquent"),
    ("its head is damaged", "sa tête est endommagée"),
    (
        "its last entry is missing or damaged",
        "sa dernière entrée manque ou est endommagée",
    ),
    (
        "the input that is recorded here is missing",
        "l'entrée enregistrée ici manque",
    ),
    (
        "the index of its inputs is damaged",
        "l'index de ses entrées est endommagé",
    ),
    (
        "it does not hold the input that is recorded there",
        "elle ne contient pas l'entrée qui y est enregistrée",
    ),
    (
        "the index of sessions is damaged",
        "l'index des sessions est endommagé",
    ),
    (
        "the index {} lacks sessions",
        "il manque des sessions à l'index {}",
    ),
    (
        "{} rows of `{}` belong to session number {}, which is not in the store",
        "{} lignes de `{}` appartiennent à la session numéro {}, qui n'est pas dans le stockage",
    ),
    ("its history does not follow", "son histoire ne se suit pas"),
    (
        "the input's turn has already ended",
        "le tour de cette entrée est déjà fini",
    ),
    (
        "the turn of an input that was never recorded cannot end",
        "le tour d'une entrée jamais enregistrée ne peut finir",
    ),
    (
        "the store file is damaged: {}",
        "le fichier du stockage est endommagé : {}",
    ),
    // Reading an export.
    (
        "it does not begin as an export does",
        "il ne commence pas comme un export",
    ),
    ("the line is cut", "la ligne est coupée"),
    ("the line is not UTF-8", "la ligne n'est pas en UTF-8"),
    ("the export ends too early", "l'export finit trop tôt"),
    ("something follows the end", "quelque chose suit la fin"),
    (
        "the line has no checksum",
        "la ligne n'a pas de somme de contrôle",
    ),
    (
        "its checksum does not fit",
        "sa somme de contrôle ne convient pas",
    ),
    ("it cannot be read: {}", "elle est illisible : {}"),
    ("a second session begins", "une seconde session commence"),
    (
        "its subject is not the hash of a name",
        "son sujet n'est pas l'empreinte d'un nom",
    ),
    (
        "version {} is newer than this program",
        "la version {} est plus récente que ce programme",
    ),
    (
        "it does not begin with a session",
        "il ne commence pas par une session",
    ),
    (
        "the project's files are not the ones of its hash",
        "les fichiers du projet ne sont pas ceux de son empreinte",
    ),
    (
        "a number or salt cannot be read",
        "un nombre ou un sel est illisible",
    ),
    (
        "its input was recorded before",
        "son entrée a déjà été enregistrée",
    ),
    ("there is no entry", "il n'y a pas d'entrée"),
    (
        "the turn before it has no end",
        "le tour qui la précède n'a pas de fin",
    ),
    (
        "its last turn has no end",
        "son dernier tour n'a pas de fin",
    ),
    (
        "whether it is erased is said in two ways",
        "il est dit de deux façons s'il est effacé",
    ),
    (
        "entries are missing before the end",
        "des entrées manquent avant la fin",
    ),
    ("the project {} is missing", "le projet {} manque"),
    ("the export is empty", "l'export est vide"),
    // Writing to a store.
    (
        "the store cannot be written: {}",
        "le stockage ne peut être écrit : {}",
    ),
    (
        "check the permissions of the file and its folder",
        "vérifiez les droits du fichier et de son dossier",
    ),
    ("make room on the disk", "faites de la place sur le disque"),
    (
        "restore it from a backup, or export what can still be read",
        "restaurez-le d'une sauvegarde, ou exportez ce qui se lit encore",
    ),
    (
        "the store's readers have stopped",
        "la lecture du stockage s'est arrêtée",
    ),
    (
        "the store's writer failed",
        "l'écriture du stockage a échoué",
    ),
    (
        "the store's writer has stopped",
        "l'écriture du stockage s'est arrêtée",
    ),
    (
        "the content is erased, but a reader keeps the log from being emptied; erase again",
        "le contenu est effacé, mais un lecteur empêche de vider le journal d'écriture ; effacez encore",
    ),
    (
        "others append to the session without a pause",
        "d'autres écrivent sans pause dans cette session",
    ),
    ("the lease answered nothing", "le bail n'a rien répondu"),
    // Opening a store.
    ("`{}` is not a store", "`{}` n'est pas un stockage"),
    ("a file is named sqlite:{}", "un fichier se nomme sqlite:{}"),
    (
        "write sqlite:PATH, postgres://USER@HOST/DATABASE or memory:",
        "écrivez sqlite:CHEMIN, postgres://UTILISATEUR@HÔTE/BASE ou memory:",
    ),
    (
        "{} is a folder, not a store file",
        "{} est un dossier, pas un fichier de stockage",
    ),
    ("name a file", "nommez un fichier"),
    (
        "{} is empty: it is not a Canonry store, or lost everything it held",
        "{} est vide : ce n'est pas un stockage Canonry, ou il a tout perdu",
    ),
    (
        "restore it from a backup, or remove it to start a new store",
        "restaurez-le d'une sauvegarde, ou supprimez-le pour commencer un nouveau stockage",
    ),
    (
        "{} is missing, but its write-ahead log {} is there",
        "{} manque, mais son journal d'écriture {} est là",
    ),
    (
        "restore the file from a backup, or remove the log to start a new store",
        "restaurez le fichier d'une sauvegarde, ou supprimez le journal pour commencer un nouveau stockage",
    ),
    (
        "{} is a database, but not a Canonry store",
        "{} est une base de données, mais pas un stockage Canonry",
    ),
    (
        "name another file for the store",
        "nommez un autre fichier pour le stockage",
    ),
    (
        "the database has store format {}; this Canonry knows format {}",
        "la base a le format de stockage {} ; ce Canonry connaît le format {}",
    ),
    (
        "{} has store format {}; this Canonry knows format {}",
        "{} a le format de stockage {} ; ce Canonry connaît le format {}",
    ),
    (
        "{} cannot use a write-ahead log here (journal mode {})",
        "{} ne peut pas tenir de journal d'écriture ici (mode de journal {})",
    ),
    (
        "put the store on a local disk",
        "mettez le stockage sur un disque local",
    ),
    (
        "{} cannot be read as a Canonry store: {}",
        "{} ne se lit pas comme un stockage Canonry : {}",
    ),
    (
        "{} cannot be used for the store: {}",
        "{} ne peut servir de stockage : {}",
    ),
    (
        "check the path and its permissions",
        "vérifiez le chemin et ses droits",
    ),
    ("{} cannot be opened: {}", "{} ne s'ouvre pas : {}"),
    (
        "use the newer Canonry that wrote it",
        "prenez le Canonry plus récent qui l'a écrit",
    ),
    (
        "use the Canonry that wrote it, or another database",
        "prenez le Canonry qui l'a écrite, ou une autre base",
    ),
    ("{} is damaged", "{} est endommagé"),
    ("restore it from a backup", "restaurez-le d'une sauvegarde"),
    (
        "the store's address cannot be read: {}",
        "l'adresse du stockage est illisible : {}",
    ),
    (
        "check that the server runs and that the store's address is right",
        "vérifiez que le serveur tourne et que l'adresse du stockage est juste",
    ),
    (
        "write it as postgresql://user:password@host:5432/database",
        "écrivez-la comme postgresql://utilisateur:mot-de-passe@hôte:5432/base",
    ),
    (
        "PostgreSQL cannot be used for the store: {}",
        "PostgreSQL ne peut servir de stockage : {}",
    ),
    ("PostgreSQL refuses: {}", "PostgreSQL refuse : {}"),
    (
        "connect to the primary server, not to a read-only copy",
        "connectez-vous au serveur principal, pas à une copie en lecture seule",
    ),
    (
        "give the user the right to create and write tables",
        "donnez à l'utilisateur le droit de créer et d'écrire des tables",
    ),
    (
        "make room on the server's disk",
        "faites de la place sur le disque du serveur",
    ),
    (
        "check user and password in the store's address",
        "vérifiez l'utilisateur et le mot de passe dans l'adresse du stockage",
    ),
    ("create the database first", "créez d'abord la base"),
    (
        "the store's tables were changed; restore them from a backup",
        "les tables du stockage ont été changées ; restaurez-les d'une sauvegarde",
    ),
    (
        "the store is damaged: a name is not text",
        "le stockage est endommagé : un nom n'est pas du texte",
    ),
];

/// A reason in both languages.
pub fn phrase(english: &str) -> Phrase {
    Phrase::new(english, french(english).unwrap_or_else(|| quoted(english)))
}

fn quoted(words: &str) -> String {
    format!("« {words} »")
}

pub fn french(english: &str) -> Option<String> {
    REASONS.iter().find_map(|(pattern, french_pattern)| {
        let said = said(pattern, english)?;
        let mut parts = french_pattern.split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (word, part) in said.into_iter().zip(parts) {
            // What follows a colon is a cause, the rest are names and numbers.
            let is_cause = text.ends_with(" : ");
            text.push_str(&french(word).unwrap_or_else(|| {
                if is_cause {
                    quoted(word)
                } else {
                    word.to_owned()
                }
            }));
            text.push_str(part);
        }
        Some(text)
    })
}

/// What a text says in place of each `{}` of a pattern, if it is one of that pattern.
fn said<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut said = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = if parts.peek().is_none() {
            rest.strip_suffix(part)?.len()
        } else {
            rest.find(part)?
        };
        said.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(said)
}
