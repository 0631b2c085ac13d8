//! The instances of the cells in a trial, each asked for once.

use super::trial::{SlotId, Trial};
use super::{InstanceId, Relation, SCOPE, Scope, World};
use crate::domain::Code;

/// The place of an instance among those that a trial has asked for.
pub(crate) type LinkId = u32;

#[derive(Clone, Copy)]
pub(crate) struct Link<'a> {
    pub(crate) id: InstanceId,
    pub(crate) relation: &'a Relation,
    pub(crate) scope: Scope,
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    #[inline]
    pub(crate) fn link(&self, link: LinkId) -> Link<'a> {
        self.links[link as usize]
    }

    /// Act on every instance of a cell, the change's own included.
    #[inline]
    pub(crate) fn each_link(&mut self, slot: SlotId, mut act: impl FnMut(&mut Self, LinkId)) {
        let links = match self.at(slot).links {
            Some(links) => links,
            None => self.find_links(slot),
        };
        for link in links.0..links.1 {
            act(self, link);
        }
        for at in 0..self.extra.len() {
            let link = self.link(self.extra[at]);
            let cell = self.at(slot).cell;
            let touched = match link.relation.group() {
                Some(group) => group.members.binary_search(&cell).is_ok(),
                None => link.scope.cells().contains(&cell),
            };
            if touched {
                act(self, self.extra[at]);
            }
        }
    }

    fn find_links(&mut self, slot: SlotId) -> (LinkId, LinkId) {
        let (world, field, cell) = (self.world, self.field, self.at(slot).cell);
        let first = self.links.len() as LinkId;
        world.instances(cell, &mut |id| {
            let (scope, relation) = world.instance(id);
            self.push_link(id, scope, relation);
        });
        for id in field.touching(cell) {
            let (scope, relation) = field.instance(world, *id);
            self.push_link(*id, scope, relation);
        }
        let links = (first, self.links.len() as LinkId);
        self.slots[slot as usize].links = Some(links);
        links
    }

    pub(crate) fn push_link(
        &mut self,
        id: InstanceId,
        scope: Scope,
        relation: &'a Relation,
    ) -> LinkId {
        self.cost.instances += 1;
        self.links.push(Link {
            id,
            relation,
            scope,
        });
        self.links.len() as LinkId - 1
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
