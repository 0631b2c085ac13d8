//! The instances of the cells in a trial, each asked for once.

use super::field::NONE;
use super::table::Partners;
use super::trial::{Slot, SlotId, Trial};
use super::{CellId, InstanceId, Relation, SCOPE, Scope, World};
use crate::domain::{Code, Domain};

/// The place of an instance among those that a trial looks at again and again.
pub(crate) type LinkId = u32;

/// The instances of a cell in its trial. What is looked at once is asked for by its number alone; who is
/// looked at again is kept as it is.
#[derive(Clone, Copy)]
pub(crate) struct Links {
    /// Among the numbers that were asked for, and among the links.
    first_id: u32,
    first_link: u32,
    count: u32,
}

impl Links {
    pub(crate) const UNKNOWN: Links = Links {
        first_id: NONE,
        first_link: NONE,
        count: 0,
    };

    #[inline]
    pub(crate) fn are_unknown(self) -> bool {
        self.first_id == NONE
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Link<'a> {
    pub(crate) id: InstanceId,
    pub(crate) relation: &'a Relation,
    pair: Option<Pair<'a>>,
    /// Of a pair, what the other cell was in the witness before the trial.
    pub(crate) began: Code,
    /// The place of its scope among the trial's, if it is no pair.
    scope: u32,
}

/// A table of two with masks, as one of its cells sees it.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    owner: CellId,
    pub(crate) other: CellId,
    /// What goes with each code of the owner, and of the other.
    own: &'a Partners,
    others: &'a Partners,
    owner_first: bool,
}

impl<'a> Pair<'a> {
    #[inline(always)]
    pub(crate) fn of(owner: CellId, scope: &Scope, relation: &'a Relation) -> Option<Pair<'a>> {
        let (Relation::Table(table), &[left, right]) = (relation, scope.cells()) else {
            return None;
        };
        let [with_left, with_right] = table.pairs().filter(|_| left != right)?;
        let owner_first = owner == left;
        let (other, own, others) = match owner_first {
            true => (right, with_left, with_right),
            false => (left, with_right, with_left),
        };
        Some(Pair {
            owner,
            other,
            own,
            others,
            owner_first,
        })
    }

    /// What goes with the owner, if it is one of these.
    #[inline]
    pub(crate) fn reach(&self, bits: u64) -> u64 {
        self.own.of_any(bits)
    }

    /// What the other can be, if the owner is this.
    #[inline]
    pub(crate) fn goes_with(&self, owner: Code) -> u64 {
        self.own.of(owner)
    }

    /// What the owner can be, if the other is this.
    #[inline]
    pub(crate) fn beside(&self, other: Code) -> u64 {
        self.others.of(other)
    }
}

impl<'a> Link<'a> {
    /// The pair that this is, if one of its cells has asked for it.
    #[inline]
    pub(crate) fn pair(&self) -> Option<&Pair<'a>> {
        self.pair.as_ref()
    }
}

/// Links of a trial that is over, as room for those of the next.
pub(crate) fn emptied<'b>(mut links: Vec<Link<'_>>) -> Vec<Link<'b>> {
    links.clear();
    // Nothing is left to be mapped; collecting so keeps the memory.
    links.into_iter().map_while(|_| None).collect()
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    #[inline]
    pub(crate) fn link(&self, link: LinkId) -> &Link<'a> {
        &self.links[link as usize]
    }

    /// The cells of an instance that is no group.
    #[inline]
    pub(crate) fn scope(&self, link: &Link<'a>) -> Scope {
        match &link.pair {
            Some(pair) if pair.owner_first => Scope::new(&[pair.owner, pair.other]),
            Some(pair) => Scope::new(&[pair.other, pair.owner]),
            None => self.scopes[link.scope as usize],
        }
    }

    /// Act on every instance of a cell, the change's own included.
    #[inline]
    pub(crate) fn each_link(&mut self, slot: SlotId, mut act: impl FnMut(&mut Self, LinkId)) {
        let links = self.links_of(slot);
        for link in links.0..links.1 {
            act(self, link);
        }
        for at in 0..self.extra.len() {
            if self.is_extra(slot, at) {
                act(self, self.extra[at]);
            }
        }
    }

    /// Whether one of the constraints that the change adds has the cell.
    pub(crate) fn is_extra(&self, slot: SlotId, at: usize) -> bool {
        let link = self.link(self.extra[at]);
        let cell = self.at(slot).cell;
        match link.relation.group() {
            Some(group) => group.members.binary_search(&cell).is_ok(),
            None => self.scope(link).cells().contains(&cell),
        }
    }

    /// The instances of a cell, without those that the change adds.
    #[inline]
    pub(crate) fn links_of(&mut self, slot: SlotId) -> (LinkId, LinkId) {
        let links = self.at(slot).links;
        match links.first_link {
            NONE => self.find_links(slot),
            first => (first, first + links.count),
        }
    }

    /// The numbers of a cell's instances among those that were asked for.
    pub(crate) fn ask(&mut self, slot: SlotId) -> std::ops::Range<usize> {
        let (world, field) = (self.world, self.field);
        let Slot { cell, links, .. } = &mut self.slots[slot as usize];
        let first = links.first_id as usize;
        if !links.are_unknown() {
            return first..first + links.count as usize;
        }
        let first = self.asked.len();
        let asked = &mut self.asked;
        world.instances(*cell, &mut |id| asked.push(id));
        asked.extend(field.touching(*cell));
        links.first_id = first as u32;
        links.count = (asked.len() - first) as u32;
        self.cost.instances += u64::from(links.count);
        first..asked.len()
    }

    fn find_links(&mut self, slot: SlotId) -> (LinkId, LinkId) {
        let asked = self.ask(slot);
        let (owner, first) = (self.at(slot).cell, self.links.len() as LinkId);
        self.links.reserve(asked.len());
        for at in asked {
            let id = self.asked[at];
            if let Some(tag) = id.as_added() {
                let (scope, relation) = self.field.added(tag);
                let pair = Pair::of(owner, &scope, relation);
                self.push_link(id, &scope, relation, pair);
                continue;
            }
            let (scope, relation) = self.world.instance(id);
            let pair = Pair::of(owner, &scope, relation);
            self.push_link(id, &scope, relation, pair);
        }
        self.slots[slot as usize].links.first_link = first;
        (first, self.links.len() as LinkId)
    }

    /// A constraint that the change adds.
    pub(crate) fn add_extra(
        &mut self,
        id: InstanceId,
        scope: Scope,
        relation: &'a Relation,
    ) -> LinkId {
        let link = self.links.len() as LinkId;
        self.cost.instances += 1;
        self.push_link(id, &scope, relation, None);
        self.extra.push(link);
        link
    }

    #[inline]
    fn push_link(
        &mut self,
        id: InstanceId,
        scope: &Scope,
        relation: &'a Relation,
        pair: Option<Pair<'a>>,
    ) {
        let at = self.scopes.len() as u32;
        let began = match &pair {
            Some(pair) => self.field.witness(self.world, pair.other),
            None => {
                self.scopes.push(*scope);
                0
            }
        };
        self.links.push(Link {
            id,
            relation,
            pair,
            began,
            scope: at,
        });
    }

    /// What the witness leaves to the owner of a pair.
    #[inline]
    pub(crate) fn beside(&self, link: &Link<'a>, pair: &Pair<'a>) -> u64 {
        pair.beside(match self.find(pair.other) {
            Some(slot) => self.at(slot).witness,
            None => link.began,
        })
    }

    /// Whether the witness breaks a pair.
    #[inline]
    pub(crate) fn is_pair_broken(&self, link: &Link<'a>, pair: &Pair<'a>) -> bool {
        let code = self.witness(pair.owner);
        !Domain::Few(self.beside(link, pair)).contains(code)
    }

    /// What the cells of an instance are in the witness.
    #[inline]
    pub(crate) fn witnesses(&self, scope: &Scope) -> [Code; SCOPE] {
        let mut codes = [0; SCOPE];
        for (place, cell) in scope.cells().iter().enumerate() {
            codes[place] = self.witness(*cell);
        }
        codes
    }
}
