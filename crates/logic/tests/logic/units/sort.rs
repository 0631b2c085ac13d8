//! Sorts and their bounds.

use logic::sort::*;
use logic::value::Name;

fn names(names: &[&str]) -> Vec<Name> {
    names.iter().map(|name| Name::new(name)).collect()
}

#[test]
fn aliases_yield_to_declarations_whatever_the_order() {
    let mut sorts = Sorts::new();
    sorts.declare("noble", &names(&["personnage"]));
    sorts.close();
    assert_eq!(sorts.canonical("Personnage"), Some(Name::new("character")));
    assert_eq!(sorts.canonical("événement"), Some(Name::new("event")));
    assert!(sorts.is_sub("noble", "character"));
    assert!(sorts.is_sub("noble", "personnage"));
    sorts.declare("personnage", &[]);
    sorts.close();
    assert_eq!(sorts.canonical("personnage"), Some(Name::new("personnage")));
    assert!(sorts.is_sub("noble", "personnage"));
    assert!(!sorts.is_sub("noble", "character"));
}

#[test]
fn bounds_are_extreme_and_unique_for_each_class() {
    let mut sorts = Sorts::empty();
    sorts.declare("being", &[]);
    sorts.declare("noble", &names(&["being"]));
    sorts.declare("warrior", &names(&["being"]));
    sorts.declare("knight", &names(&["noble", "warrior"]));
    sorts.declare("duelist", &names(&["noble", "warrior"]));
    sorts.declare("squire", &names(&["knight"]));
    sorts.declare("place", &[]);
    for closed in [false, true] {
        if closed {
            sorts.close();
        }
        assert_eq!(
            sorts.meet("noble", "warrior"),
            names(&["duelist", "knight"])
        );
        assert_eq!(sorts.meet("noble", "being"), names(&["noble"]));
        assert_eq!(
            sorts.join("knight", "duelist"),
            names(&["noble", "warrior"])
        );
        assert_eq!(sorts.join("squire", "noble"), names(&["noble"]));
        assert!(sorts.meet("noble", "place").is_empty());
        assert!(sorts.join("noble", "place").is_empty());
    }
}

#[test]
fn an_edge_keeps_its_first_origin_and_names_the_undeclared() {
    let mut sorts = Sorts::empty();
    sorts.add_edge("a", "b", Origin::Inferred);
    sorts.declare("a", &names(&["b"]));
    assert_eq!(
        sorts.edges(),
        [(Name::new("a"), Name::new("b"), Origin::Declared)]
    );
    assert_eq!(sorts.undeclared(), names(&["b"]));
    assert!(!sorts.contains("b"));
    assert!(sorts.is_sub("a", "b"));
}
