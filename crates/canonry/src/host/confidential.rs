//! Confidential values on their way in and out: sealed before anything is recorded, opened only for
//! whoever may see them.

use super::Host;
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::model::Model;
use crate::store::Store;
use engine::input::{AuthorCommand, Envelope, Input, Raw};
use engine::project::Project;
use logic::value::{Cell, Digest};
use std::sync::Arc;

/// What is sealed is never looked at again, so its type is checked before. The refusal does not repeat
/// the value.
fn check_type(project: &Project, path: &str, raw: &Raw) -> Result<(), Failure> {
    let attribute = path
        .parse::<Cell>()
        .ok()
        .and_then(|cell| project.attribute(&cell));
    let Some(attribute) = attribute else {
        return Ok(());
    };
    let sort_of = |id: &str| project.entities.get(id).map(|entity| entity.sort.clone());
    let kind = &attribute.kind;
    match engine::answer::typed(path, raw, kind, attribute, &sort_of, &project.sorts) {
        Ok(_) => Ok(()),
        Err(_) => {
            let wanted = kind.describe();
            let (least, most) = &attribute.range;
            let ends = [least, most].map(|end| end.map_or("…".to_owned(), |end| end.to_string()));
            let range = match (least, most) {
                (None, None) => String::new(),
                (_, _) => format!(" [{}, {}]", ends[0], ends[1]),
            };
            Err(Failure::new(
                Kind::Usage,
                format!("{path} takes {}{range}; this is something else", wanted.en),
                format!("{path} attend {}{range} ; ceci est autre chose", wanted.fr),
            ))
        }
    }
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    /// Replaces confidential values by commitments, before anything is recorded. Where there are some,
    /// an erased session says so even without the key.
    pub(super) async fn seal(
        &self,
        session: &str,
        mut envelope: Envelope,
    ) -> Result<(Envelope, Vec<(Digest, Vec<u8>)>), Failure> {
        let mut sealed = Vec::new();
        let formulas: Vec<&String> = match &envelope.input {
            Input::Tell(tell) => vec![&tell.said],
            Input::ObserveWith(look) => look.constraints.iter().collect(),
            Input::Author(AuthorCommand::Constrain { formula, .. }) => vec![formula],
            Input::Message(_)
            | Input::Event(_)
            | Input::Observe(_)
            | Input::Act(_)
            | Input::Assert(_)
            | Input::Author(
                AuthorCommand::Assert(_)
                | AuthorCommand::Alias { .. }
                | AuthorCommand::Migrate { .. }
                | AuthorCommand::Lift { .. }
                | AuthorCommand::Confirm { .. }
                | AuthorCommand::Merge { .. }
                | AuthorCommand::Settle { .. },
            ) => Vec::new(),
        };
        if !formulas.is_empty() {
            let projects = self.projects_that_may_decide(session).await?;
            let mut pairs = projects
                .iter()
                .flat_map(|project| formulas.iter().map(move |formula| (project, formula)));
            if let Some(name) = pairs.find_map(|(project, formula)| spoken_of(project, formula)) {
                return Err(Failure::new(
                    Kind::Usage,
                    format!("{name} is confidential: no formula may speak of it"),
                    format!("{name} est confidentiel : aucune formule ne peut en parler"),
                ));
            }
        }
        let values: Vec<(String, &mut Raw)> = match &mut envelope.input {
            Input::Assert(assertion) | Input::Author(AuthorCommand::Assert(assertion)) => assertion
                .values
                .iter_mut()
                .map(|(path, raw)| (path.clone(), raw))
                .collect(),
            Input::Act(act) => match (&act.slot, &mut act.value) {
                (Some(slot), Some(raw)) => vec![(slot.to_string(), raw)],
                (None | Some(_), _) => Vec::new(),
            },
            Input::Message(_)
            | Input::Event(_)
            | Input::Observe(_)
            | Input::ObserveWith(_)
            | Input::Tell(_)
            | Input::Author(
                AuthorCommand::Alias { .. }
                | AuthorCommand::Migrate { .. }
                | AuthorCommand::Constrain { .. }
                | AuthorCommand::Lift { .. }
                | AuthorCommand::Confirm { .. }
                | AuthorCommand::Merge { .. }
                | AuthorCommand::Settle { .. },
            ) => Vec::new(),
        };
        if !values.is_empty() {
            let projects = self.projects_that_may_decide(session).await?;
            let is_confidential = |path: &str| {
                let mut projects = projects.iter();
                projects.any(|project| may_be_confidential(project, path))
            };
            let mut single = Vec::new();
            for (path, raw) in values {
                spread(path, raw, &is_confidential, &mut single);
            }
            for (path, raw) in single {
                let confidential = is_confidential(&path);
                if confidential && !matches!(raw, Raw::Confidential(_)) {
                    if sealed.is_empty() && self.is_erased(session).await? {
                        return Err(Failure::erased(session));
                    }
                    projects
                        .iter()
                        .try_for_each(|project| check_type(project, &path, raw))?;
                    let commitment = self.seal_one(session, &path, raw, &mut sealed)?;
                    *raw = Raw::Confidential(commitment);
                }
            }
        }
        Ok((envelope, sealed))
    }

    async fn is_erased(&self, session: &str) -> Result<bool, Failure> {
        let head = self.store.head(session).await?;
        Ok(head.is_some_and(|head| head.erased))
    }

    pub(super) fn seal_one(
        &self,
        session: &str,
        path: &str,
        raw: &Raw,
        sealed: &mut Vec<(Digest, Vec<u8>)>,
    ) -> Result<Digest, Failure> {
        let Some(sealer) = &self.options.sealer else {
            return Err(Failure::new(
                Kind::Usage,
                format!("{path} is confidential, and there is no key to seal it with"),
                format!("{path} est confidentiel, et il n'y a pas de clé pour le sceller"),
            )
            .hint(
                "set CANONRY_KEY in the environment",
                "définissez CANONRY_KEY dans l'environnement",
            ));
        };
        let commitment = sealer.commitment(session, path, raw);
        let mut nonce = [0; 12];
        self.clock.fill(&mut nonce);
        sealed.push((commitment, sealer.seal(raw, commitment, nonce)));
        Ok(commitment)
    }

    /// The project that decides now, and every other version that this host knows: a migration may be
    /// pending, and a value must be sealed before it is recorded.
    pub(super) async fn projects_that_may_decide(
        &self,
        session: &str,
    ) -> Result<Vec<Arc<Project>>, Failure> {
        let slot = self.slot(session);
        let cached = slot
            .loaded
            .try_lock()
            .ok()
            .and_then(|loaded| loaded.as_ref().map(|loaded| loaded.project.clone()));
        let current = match cached {
            Some(project) => project,
            None => self.load(session).await?.project,
        };
        let mut all: Vec<Arc<Project>> = self
            .projects
            .lock()
            .expect("no holder panics")
            .values()
            .filter(|project| project.name == current.name && project.hash != current.hash)
            .cloned()
            .collect();
        all.push(current);
        Ok(all)
    }

    /// An item's text with its confidential values, for a caller who may see them. Without the key,
    /// or after an erasure, the marks stay.
    pub async fn reveal(&self, session: &str, item: &engine::Item) -> Result<String, Failure> {
        let (mut text, mut rest, mut read) = (String::new(), item.text.as_str(), 0);
        for span in &item.confidential {
            let at = usize::try_from(span.at.0)
                .unwrap_or(usize::MAX)
                .saturating_sub(read);
            let Some((before, marked)) = rest.split_at_checked(at) else {
                break;
            };
            text.push_str(before);
            read += before.len();
            rest = marked;
            let sealed = self.store.sealed(session, span.value).await?;
            let opened = self
                .options
                .sealer
                .as_ref()
                .zip(sealed)
                .and_then(|(sealer, sealed)| sealer.open(&sealed, span.value));
            if let (Some(value), Some(after)) =
                (opened, rest.strip_prefix(engine::item::CONFIDENTIAL_MARK))
            {
                text.push_str(&crate::seal::shown(&value));
                read += engine::item::CONFIDENTIAL_MARK.len();
                rest = after;
            }
        }
        text.push_str(rest);
        Ok(text)
    }
}

/// A composite may be given as a map of its fields, each of which is a cell.
fn spread<'r>(
    path: String,
    raw: &'r mut Raw,
    is_confidential: &dyn Fn(&str) -> bool,
    single: &mut Vec<(String, &'r mut Raw)>,
) {
    if is_confidential(&path) || !matches!(raw, Raw::Map(_)) {
        return single.push((path, raw));
    }
    if let Raw::Map(fields) = raw {
        for (field, raw) in fields.iter_mut() {
            spread(format!("{path}.{field}"), raw, is_confidential, single);
        }
    }
}

/// Whether a path names a confidential cell, or comes so close to one that it was meant to; what holds one as a
/// field counts as well. What is sealed without need is refused or opened later; what is recorded in clear stays.
fn may_be_confidential(project: &Project, path: &str) -> bool {
    let path = logic::text::fold(path);
    let last = path.rsplit('.').next().unwrap_or(&path);
    confidential_names(project).any(|name| {
        let (whole, field) = name.rsplit_once('.').unwrap_or(("", &name));
        field == last
            || whole == last
            || logic::text::nearest(last, [field]).is_some()
            || !whole.is_empty() && logic::text::nearest(last, [whole]).is_some()
    })
}

fn confidential_names(project: &Project) -> impl Iterator<Item = String> {
    let attributes = project.attributes.iter();
    let confidential = attributes.filter(|attribute| attribute.confidential);
    confidential.map(|attribute| logic::text::fold(&attribute.name))
}

/// The confidential cell or attribute that a formula speaks of. A formula cannot be sealed, so it is not recorded.
fn spoken_of(project: &Project, formula: &str) -> Option<String> {
    let words = formula.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let is_confidential = |word: &&str| match word.contains('.') {
        true => may_be_confidential(project, word),
        false => {
            let word = logic::text::fold(word);
            let is_field = |name: &str| name.rsplit('.').next() == Some(word.as_str());
            confidential_names(project).any(|name| name == word || is_field(&name))
        }
    };
    let mut words = words.filter(|word| !word.is_empty());
    words.find(is_confidential).map(str::to_owned)
}
