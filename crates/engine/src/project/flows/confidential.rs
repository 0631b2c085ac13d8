//! Confidential cells: only a part that declares one may print it.

use crate::project::load::Loader;
use crate::project::part::{Flow, Part};
use crate::project::vocabulary::Names;
use logic::value::Cell;
use std::collections::BTreeSet;

/// A confidential cell may be printed only by a part that declares it (R9).
pub(in crate::project) fn check_confidential(
    loader: &mut Loader,
    names: &Names,
    flow: Option<&Flow>,
) {
    let parts: &[Part] = flow.map_or(&[], |flow| &flow.parts);
    let mut of_parts: BTreeSet<String> = BTreeSet::new();
    for part in parts {
        let templates: Vec<&String> = part
            .texts()
            .into_iter()
            .flat_map(|text| text.templates.values())
            .collect();
        let paths: BTreeSet<String> = templates
            .iter()
            .flat_map(|template| loader.templates.all_paths(template))
            .collect();
        of_parts.extend(
            templates
                .iter()
                .flat_map(|template| loader.templates.included(template)),
        );
        for cell in paths.iter().filter_map(|path| path.parse::<Cell>().ok()) {
            let confidential = names
                .attribute_of(&cell.entity, &cell.attribute)
                .is_some_and(|attribute| attribute.confidential);
            if confidential && !part.shows.contains(&cell) {
                loader.error(
                    "confidential-shown",
                    part.place.clone(),
                    format!("`{}` prints {cell}, which is confidential, and does not declare it under `shows`", part.id),
                    format!("`{}` affiche {cell}, qui est confidentiel, sans le déclarer sous `shows`", part.id),
                );
            }
        }
    }
    // Any other text (a prompt, a label, what is said otherwise) shows no confidential cell at all.
    let others: Vec<String> = loader
        .templates
        .names()
        .filter(|name| !of_parts.contains(*name))
        .map(str::to_owned)
        .collect();
    for template in others {
        let reads = loader
            .templates
            .reads(&template)
            .cloned()
            .unwrap_or_default();
        for cell in reads
            .paths
            .iter()
            .filter_map(|path| path.parse::<Cell>().ok())
        {
            let attribute = names.attribute_of(&cell.entity, &cell.attribute);
            if attribute.is_some_and(|attribute| attribute.confidential) {
                let place = loader.template_place(&template);
                loader.error(
                    "confidential-shown",
                    place,
                    format!("this text reads {cell}, which is confidential; only a part that declares it under `shows` may"),
                    format!("ce texte lit {cell}, qui est confidentiel ; seule une partie qui le déclare sous `shows` le peut"),
                );
            }
        }
    }
}
