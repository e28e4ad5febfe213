/**
 * Changes can be shared with people who have no key.
 *
 * What links of a change go by is kept with it, so that they end when it is forgotten, or the change is gone. Until when the
 * last one works is kept beside it, for whoever wants to know what is open to others.
 */
export const statements = `
alter table changes add column share_mark text;
alter table changes add column shared_until integer;
create unique index changes_shared on changes (share_mark) where share_mark is not null;
`
