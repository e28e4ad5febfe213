/**
 * Changes say how they stand, and are found by their words.
 *
 * What is there is done: nobody could say so of it, and an inbox that begins with all that ever was found is read by nobody. What
 * waits for somebody stands in two indexes, which a change leaves when it is done. Whoever writes a change says that it is
 * open, because a column's default cannot be changed afterwards. Words are kept of what is found from now on; what is there is
 * looked through as it was written.
 */
export const statements = `
alter table changes add column triage text not null default 'done' check (triage in ('open', 'done', 'not_useful'));
alter table changes add column triaged_at integer;
alter table changes add column words text;
create index changes_waiting on changes (organization_id, triage, detected_at desc, id desc) where triage <> 'done';
create index changes_waiting_of_monitor on changes (monitor_id, triage, detected_at desc, id desc) where triage <> 'done';
`
