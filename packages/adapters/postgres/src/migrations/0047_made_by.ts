/**
 * The grant that a monitor was made with, and what it may spend in a day; null where none made it. An index finds what a grant made,
 * newest first, and has nothing of other monitors.
 */
export const statements = `
alter table monitors add column grant_id text collate "C";
alter table monitors add column grant_daily_credits bigint;
create index monitors_of_grant on monitors (organization_id, grant_id, created_at desc, id desc) where grant_id is not null;
`
