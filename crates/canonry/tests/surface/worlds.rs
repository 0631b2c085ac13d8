//! How large the example worlds are: each promise about them is counted, so that a world that shrinks is
//! noticed. That their stories pass is tested elsewhere.

#![allow(clippy::print_stdout, reason = "the counts of a run are its result")]

use canonry::folder::{Folder, read};
use canonry::story;
use engine::project::{Project, compile};
use engine::reply::Pass;
use std::collections::BTreeSet;
use std::path::Path;

/// A world with its stories.
struct World {
    project: Project,
    folder: Folder,
}

fn world(name: &str) -> World {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds");
    let folder = read(&dir.join(name)).expect("the folder is there");
    let (project, diagnostics) = compile(&folder.files);
    let project = project.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"));
    World { project, folder }
}

impl World {
    /// Cells of its entities; only those that nothing is declared of, or all.
    fn cells(&self, open: bool) -> usize {
        let project = &self.project;
        let mut count = 0;
        for (name, entity) in &project.entities {
            let own = project.attributes.iter();
            let own = own.filter(|own| project.sorts.is_sub(&entity.sort, &own.sort));
            let cells = own.map(|own| logic::value::Cell::new(name, &own.name));
            count += cells
                .filter(|cell| !open || !project.facts.contains_key(cell))
                .count();
        }
        count
    }

    /// Rows of its matrix.
    fn rows(&self) -> usize {
        let rules = self.project.replies.as_ref().map(|replies| &replies.rules);
        let rows = rules.into_iter().flatten();
        let rows = rows.filter(|rule| matches!(rule.pass, Pass::Exact | Pass::Wildcard));
        rows.count()
    }

    /// Whole replies from before that some rule selects.
    fn legacy(&self) -> usize {
        let rules = self.project.replies.as_ref().map(|replies| &replies.rules);
        let pages = rules
            .into_iter()
            .flatten()
            .filter_map(|rule| rule.page.as_ref());
        let pages = pages.filter(|page| page.starts_with("base_legacy/"));
        pages.collect::<BTreeSet<_>>().len()
    }

    /// The source of every story, file by file.
    fn stories(&self) -> impl Iterator<Item = &str> {
        self.folder
            .stories
            .iter()
            .map(|(_, source)| source.as_str())
    }

    /// Stories that are a case and its reply.
    fn cases(&self) -> usize {
        let read = |source| story::parse(source).expect("a story");
        let all = self.stories().flat_map(read);
        all.filter(|story| story.case.is_some()).count()
    }

    /// Passes of selection that some story expects.
    fn passes(&self) -> BTreeSet<&str> {
        let lines = self.stories().flat_map(str::lines);
        let selects = lines.filter_map(|line| line.strip_prefix("~ selects "));
        let passes = selects.filter_map(|line| line.split_once(": ")?.1.split(' ').next());
        passes.collect()
    }
}

#[test]
fn the_example_worlds_are_as_large_as_is_promised() {
    let (examt3p, valmure) = (world("examt3p"), world("valmure"));
    let replies = examt3p.project.replies.as_ref().expect("replies");
    let base = &valmure.project;
    let mut small = Vec::new();
    let table = [
        ("examt3p: states", replies.states.len(), 38),
        ("examt3p: intentions", replies.intentions.len(), 37),
        ("examt3p: rows", examt3p.rows(), 100),
        ("examt3p: sections", replies.sections.len(), 60),
        ("examt3p: legacy templates", examt3p.legacy(), 5),
        ("examt3p: cases", examt3p.cases(), 80),
        ("valmure: entities", base.entities.len(), 12),
        ("valmure: cells", valmure.cells(false), 60),
        ("valmure: open cells", valmure.cells(true), 60),
        ("valmure: rules", base.rules.len(), 15),
        ("valmure: propagation rules", base.propagation.len(), 10),
    ];
    for (what, count, least) in table {
        println!("{what}: {count} of {least}");
        if count < least {
            small.push(what);
        }
    }
    assert!(small.is_empty(), "too small: {small:?}");
    let all = [
        Pass::Exact,
        Pass::Wildcard,
        Pass::ForIntention,
        Pass::ForState,
        Pass::ForCondition,
        Pass::Group,
        Pass::Fallback,
    ];
    assert_eq!(
        examt3p.passes(),
        all.map(Pass::as_str).into_iter().collect()
    );
}

/// People who do not simply answer: the story of each, and a line of it that shows how.
const AWKWARD: &[(&str, &str, &str)] = &[
    (
        "answers before being asked",
        "repond-avant",
        "@ {\"act\": \"inform\", \"slot\": \"elan\", \"value\": \"equipe\"}",
    ),
    (
        "is always two questions ahead",
        "deux-d-avance",
        "> B pour la question 4",
    ),
    (
        "answers twice",
        "deux-fois",
        "# Le bouton, encore : rien ne bouge.",
    ),
    (
        "presses the button of another step",
        "autre-bouton",
        "! START_MATCHING",
    ),
    (
        "corrects an earlier answer",
        "corrige-en-mots",
        "> correction : le début de journée = C",
    ),
    (
        "corrects after the mirror",
        "corrige-apres-miroir",
        "# Ce qui est ouvert reste ouvert ; le miroir refait vient juste après.",
    ),
    (
        "opens another branch by a correction",
        "change-de-branche",
        "# Une correction ouvre l'autre branche",
    ),
    ("digresses", "digresse", "> Combien de temps ça prend ?"),
    (
        "writes in capitals without accents",
        "capitales",
        "> UNE TACHE DIFFICILE A RESOUDRE",
    ),
    (
        "pastes a whole diary",
        "colle-tout",
        "~ refused too-long fierte",
    ),
    ("cancels, and comes back", "annule", "> reprendre"),
    ("begins anew", "recommence", "> recommencer"),
    (
        "says yes to everything",
        "oui-a-tout",
        "~ refused not-a-choice elan",
    ),
    ("denies and names both", "pieges", "~ refused negated ton"),
    ("answers in another language", "en-anglais", "> the second"),
    ("mixes two languages", "deux-langues", "> yes, that's me"),
    ("tells stories", "raconte", "~ refused not-understood elan"),
    (
        "says next to nothing",
        "presque-rien",
        "~ refused blank elan",
    ),
    ("shortens everything", "abrege", "> jsp trop"),
    (
        "dictates without a mark",
        "voix-dictee",
        "~ refused not-an-email identite",
    ),
    (
        "gives the fields the other way round",
        "identite-a-l-envers",
        "> E-mail : solveig@exemple.test, nom : Marchandot, prénom : Solveig",
    ),
    ("wants everything repeated", "repete", "! REPEAT"),
    ("asks why", "pourquoi", "> Pourquoi cette question ?"),
    (
        "passes over what it may and what it may not",
        "passe",
        "! SKIP",
    ),
    ("uses up every try", "essais-epuises", "> jaune"),
    ("denies its mirror", "nuance", "> non"),
];

#[test]
fn the_interview_meets_awkward_people() {
    let axiom = world("axiom");
    let mut met = BTreeSet::new();
    for (who, file, line) in AWKWARD {
        let name = format!("{file}.story");
        let mut stories = axiom.folder.stories.iter();
        let story = stories.find(|(path, _)| path.ends_with(&name));
        let (_, source) = story.unwrap_or_else(|| panic!("nobody {who}: no {name}"));
        assert!(source.lines().any(|own| own == *line), "{who}: {line:?}");
        let inputs = story::parse(source).expect("a story");
        let inputs: usize = inputs.iter().map(|story| story.turns.len()).sum();
        assert!(inputs > 3, "{who}: {inputs} turns");
        met.insert(file);
    }
    assert!(met.len() >= 15, "{} awkward people", met.len());
}
