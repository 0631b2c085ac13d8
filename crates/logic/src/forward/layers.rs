//! In which order rules are run that need something absent: after everything that could derive it.
//!
//! Relations that derive each other share a layer. Linear in the rules, however they are ordered.

use crate::chain::Rule;

/// For each relation its layer; nothing when a relation needs its own absence.
pub(super) fn of(rules: &[Rule], count: usize) -> Option<Vec<usize>> {
    let mut onwards: Vec<Vec<(u32, bool)>> = vec![Vec::new(); count];
    let mut backwards: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut any = false;
    for rule in rules {
        any |= !rule.absent.is_empty();
        let Some(head) = &rule.head else { continue };
        let present = rule.body.iter().map(|pattern| (pattern.relation, false));
        let absent = rule.absent.iter().map(|pattern| (pattern.relation, true));
        for (from, absent) in present.chain(absent) {
            onwards[from as usize].push((head.relation, absent));
            backwards[head.relation as usize].push(from);
        }
    }
    let mut layer = vec![0; count];
    if !any {
        return Some(layer);
    }
    let together = together(&onwards, &backwards);
    // What is derived from others comes behind them.
    let mut of_group = vec![0; count];
    let mut in_order: Vec<u32> = (0..count as u32).collect();
    in_order.sort_by_key(|relation| together[*relation as usize]);
    for relation in in_order {
        let own = together[relation as usize];
        for &(head, absent) in &onwards[relation as usize] {
            let group = together[head as usize];
            if group == own && absent {
                return None;
            }
            of_group[group] = of_group[group].max(of_group[own] + usize::from(absent));
        }
    }
    for (relation, layer) in layer.iter_mut().enumerate() {
        *layer = of_group[together[relation]];
    }
    Some(layer)
}

/// For each relation the number of its group: those that derive each other. A group that others are
/// derived from has the smaller number.
fn together(onwards: &[Vec<(u32, bool)>], backwards: &[Vec<u32>]) -> Vec<usize> {
    let mut seen = vec![false; onwards.len()];
    let mut finished: Vec<u32> = Vec::with_capacity(onwards.len());
    for root in 0..onwards.len() as u32 {
        let mut open = vec![(root, 0)];
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        while let Some((relation, next)) = open.last_mut() {
            match onwards[*relation as usize].get(*next) {
                Some(&(head, _)) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[head as usize], true) {
                        open.push((head, 0));
                    }
                }
                None => {
                    finished.push(*relation);
                    open.pop();
                }
            }
        }
    }
    let mut group = vec![usize::MAX; onwards.len()];
    let mut count = 0;
    for &root in finished.iter().rev() {
        if group[root as usize] != usize::MAX {
            continue;
        }
        let mut open = vec![root];
        while let Some(relation) = open.pop() {
            if group[relation as usize] == usize::MAX {
                group[relation as usize] = count;
                open.extend(&backwards[relation as usize]);
            }
        }
        count += 1;
    }
    group
}
