//! Worlds that nobody wrote: people, houses and guilds with attributes of every kind, and rules, relations and
//! propagation rules drawn at random. One seed gives one world; whether it can be completed, `check` says.

use super::rng::Rng;
use std::fmt::Write;

const TRADES: [&str; 6] = ["smith", "miller", "weaver", "baker", "mason", "carter"];
const SECRETS: [&str; 5] = ["theft", "debt", "letter", "child", "flight"];
const MOODS: [&str; 3] = ["calm", "cross", "merry"];
const SIGNS: [&str; 4] = ["key", "wheel", "raven", "bell"];
const KINDS: [&str; 4] = [
    "social/friendship",
    "social/enmity",
    "social/professional",
    "conceptual/linked_secret",
];

/// How many there are of each sort.
struct Counts {
    people: usize,
    houses: usize,
    guilds: usize,
}

pub fn world(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let counts = Counts {
        people: 6 + rng.below(10),
        houses: 3 + rng.below(4),
        guilds: 2 + rng.below(2),
    };
    let mut out = attributes(&mut rng);
    entities(&mut out, &mut rng, &counts);
    relations(&mut out, &mut rng, &counts);
    rules(&mut out, &mut rng, &counts);
    propagation(&mut out, &mut rng, &counts);
    out
}

fn attributes(rng: &mut Rng) -> String {
    let least = 16 + rng.below(10);
    let most = least + 20 + rng.below(30);
    let told = |what: &str| {
        format!(
            "tellings: [\"Of {{{{name}}}}, {what}: {{{{value}}}}.\", \"{{{{name}}}} says it at last: {{{{value}}}}.\"]"
        )
    };
    let list = |values: &[&str]| values.join(", ");
    let mut out = "name: A world by chance\nlanguages: [en]\nscene: { interlocutor: p0 }\n\
                   otherwise: \"Nobody answers.\"\n\
                   sorts: { person: { is: [character] }, house: { is: [place] }, guild: { is: [faction] } }\n\
                   attributes:\n  person:\n"
        .to_owned();
    let lines = [
        format!(
            "trade: {{ type: enum, category: identity, values: [{}], asked_by: [your trade], generate: {{}}, {} }}",
            list(&TRADES),
            told("the trade")
        ),
        format!(
            "secret: {{ type: enum, category: secret, values: [{}], asked_by: [your secret], generate: {{}}, {} }}",
            list(&SECRETS),
            told("the secret")
        ),
        format!(
            "age: {{ type: number, category: identity, range: [{least}, {most}], asked_by: [your age], generate: {{}}, {} }}",
            told("the age")
        ),
        format!(
            "reads: {{ type: boolean, category: skill, asked_by: [can you read], generate: {{}}, {} }}",
            told("whether there is reading")
        ),
        format!(
            "home: {{ type: ref, sort: house, category: social, asked_by: [your home], generate: {{}}, {} }}",
            told("the home")
        ),
        format!(
            "rival: {{ type: ref, sort: person, category: social, asked_by: [your rival], generate: {{}}, {} }}",
            told("the rival")
        ),
        format!(
            "mood: {{ type: enum, category: state, changes: true, values: [{}], asked_by: [your mood], generate: {{}}, {} }}",
            list(&MOODS),
            told("the mood")
        ),
        "vow:\n      category: history\n      asked_by: [your vow]\n      fields:\n        \
         kind: { type: enum, category: history, values: [silence, service, revenge], generate: {} }\n        \
         to: { type: ref, sort: guild, category: history, generate: {} }\n      \
         tellings: [\"{{name}} swore {{kind}} to {{to}}.\"]"
            .to_owned(),
    ];
    for line in lines {
        let _ = writeln!(out, "    {line}");
    }
    let _ = write!(
        out,
        "  house:\n    sign: {{ type: enum, category: identity, values: [{}], asked_by: [the sign], generate: {{}}, {} }}\n    \
         keeper: {{ type: ref, sort: person, category: social, asked_by: [the keeper], generate: {{}}, {} }}\n  \
         guild:\n    head: {{ type: ref, sort: person, category: social, asked_by: [the head], generate: {{}}, {} }}\n    \
         members: {{ type: set, sort: person, category: social, asked_by: [the members] }}\n",
        list(&SIGNS),
        told("the sign"),
        told("the keeper"),
        told("the head"),
    );
    out
}

fn entities(out: &mut String, rng: &mut Rng, counts: &Counts) {
    out.push_str("entities:\n");
    for at in 0..counts.people {
        let mut facts = Vec::new();
        if rng.one_in(3) {
            facts.push(format!("trade: {}", rng.pick(&TRADES)));
        }
        if rng.one_in(5) {
            facts.push(format!("home: h{}", rng.below(counts.houses)));
        }
        let tags = if rng.one_in(4) { ", tags: [old]" } else { "" };
        let _ = writeln!(
            out,
            "  p{at}: {{ sort: person, name: Person{at}{tags}, facts: {{ {} }} }}",
            facts.join(", ")
        );
    }
    for at in 0..counts.houses {
        let _ = writeln!(out, "  h{at}: {{ sort: house, name: House{at} }}");
    }
    for at in 0..counts.guilds {
        let _ = writeln!(out, "  g{at}: {{ sort: guild, name: Guild{at} }}");
    }
}

fn relations(out: &mut String, rng: &mut Rng, counts: &Counts) {
    out.push_str("relations:\n");
    for one in 0..counts.people {
        for two in one + 1..counts.people {
            if rng.one_in(4) {
                let _ = writeln!(
                    out,
                    "  - {{ from: p{one}, to: p{two}, kind: {}, force: 0.{} }}",
                    rng.pick(&KINDS),
                    1 + rng.below(9)
                );
            }
        }
        if rng.one_in(2) {
            let _ = writeln!(
                out,
                "  - {{ from: p{one}, to: h{}, kind: spatial/frequents }}",
                rng.below(counts.houses)
            );
        }
    }
}

fn rules(out: &mut String, rng: &mut Rng, counts: &Counts) {
    out.push_str("rules:\n");
    for at in 0..4 + rng.below(6) {
        let (trade, secret) = (*rng.pick(&TRADES), *rng.pick(&SECRETS));
        let among = format!("{}, {}", rng.pick(&SECRETS), rng.pick(&SECRETS));
        let rule = match rng.below(12) {
            0 => format!("forall X in person: trade(X) == {trade} => secret(X) in [{among}]"),
            1 => format!("forall X in person: secret(X) == {secret} => reads(X) == true"),
            2 => "forall X in person: forall Y in person: enmity(X, Y) => secret(X) != secret(Y)"
                .to_owned(),
            3 => format!(
                "count(X in person: secret(X) == {secret}) <= {}",
                1 + rng.below(3)
            ),
            4 => format!(
                "forall X in person: forall Y in person: professional(X, Y) => age(X) <= age(Y) + {}",
                5 + rng.below(10)
            ),
            5 => format!(
                "forall X in person: trade(X) == {trade} => age(X) >= {}",
                24 + rng.below(12)
            ),
            6 => format!(
                "count(X in person: home(X) == h{}) <= {}",
                rng.below(counts.houses),
                1 + counts.people / 2
            ),
            7 => "forall X in person: rival(X) != X".to_owned(),
            8 => {
                "forall X in house: forall Y in house: X != Y => keeper(X) != keeper(Y)".to_owned()
            }
            9 => {
                "forall X in guild: forall Y in person: head(X) == Y => reads(Y) == true".to_owned()
            }
            10 => "forall X in person: vow(X).kind == revenge => secret(X) != debt".to_owned(),
            _ => format!("p0.secret == {secret} or p1.trade == {trade}"),
        };
        let _ = writeln!(
            out,
            "  r{at}: {{ is: \"{rule}\", because: \"rule {at} of this world\" }}"
        );
    }
}

fn propagation(out: &mut String, rng: &mut Rng, counts: &Counts) {
    out.push_str("propagation:\n");
    for at in 0..3 + rng.below(4) {
        let secret = *rng.pick(&SECRETS);
        let strength = *rng.pick(&["strict", "soft", "tendency"]);
        let (when, to, then) = match rng.below(6) {
            0 => (
                format!("{{ attribute: secret, value: \"secret(X) == {secret}\" }}"),
                "{ relations: social/friendship, force: 0.3 }".to_owned(),
                format!("{{ constrain: \"secret(Y) != {secret}\", strength: {strength} }}"),
            ),
            1 => (
                "{ attribute: head }".to_owned(),
                "{ reference: head }".to_owned(),
                format!("{{ constrain: \"vow(Y).to == X\", strength: {strength} }}"),
            ),
            2 => (
                "{ sort: person, attribute: trade }".to_owned(),
                "{ path: [social/friendship, social/professional], force: 0.2, steps: 2 }"
                    .to_owned(),
                "{ force: x0.5 }".to_owned(),
            ),
            3 => (
                "{ category: secret, sort: person }".to_owned(),
                "itself".to_owned(),
                "{ raise: rumour }".to_owned(),
            ),
            4 => (
                "{ attribute: keeper }".to_owned(),
                "{ reference: keeper }".to_owned(),
                "{ relate: spatial/resides, weight: 0.7 }".to_owned(),
            ),
            _ => (
                "{ attribute: age, value: \"age(X) >= 40\" }".to_owned(),
                format!("h{}", rng.below(counts.houses)),
                format!(
                    "{{ constrain: \"sign(Y) != {}\", strength: {strength} }}",
                    rng.pick(&SIGNS)
                ),
            ),
        };
        let _ = writeln!(
            out,
            "  c{at}: {{ when: {when}, to: {to}, then: {then}, because: \"what follows, {at}\" }}"
        );
    }
}
