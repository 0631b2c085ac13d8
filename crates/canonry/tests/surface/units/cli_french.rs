//! Every help text in both languages.

use canonry::cli::french::french;
use clap::CommandFactory;

fn missing(command: &clap::Command, found: &mut Vec<String>, seen: &mut usize) {
    let own = command
        .get_about()
        .into_iter()
        .chain(command.get_after_help());
    let arguments = command
        .get_arguments()
        .filter_map(|argument| argument.get_help());
    for text in own.chain(arguments).map(ToString::to_string) {
        *seen += 1;
        if french(&text).is_none() {
            found.push(text);
        }
    }
    command
        .get_subcommands()
        .for_each(|command| missing(command, found, seen));
}

#[test]
fn every_help_text_exists_in_french() {
    let (mut found, mut seen) = (Vec::new(), 0);
    let mut command = canonry::cli::Arguments::command();
    command.build();
    missing(&command, &mut found, &mut seen);
    assert!(seen > 40, "only {seen} texts were looked at");
    assert!(found.is_empty(), "{found:#?}");
}
