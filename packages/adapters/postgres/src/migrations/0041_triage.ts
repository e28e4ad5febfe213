/**
 * Changes say how they stand, and are found by their words.
 *
 * What is there is done: nobody could say so of it, and an inbox that begins with all that ever was found is read by nobody. No
 * row is written for that. What comes is open, whichever version of us writes it. What waits for somebody stands in two
 * indexes, which a change leaves when it is done. Words are kept of what is found from now on; what is there, and what the version
 * before writes, is looked through as it was written.
 */
export const statements = `
alter table changes
  add column triage text collate "C" not null default 'done' check (triage in ('open', 'done', 'not_useful')),
  add column triaged_at timestamptz(3),
  add column words text;
alter table changes alter column triage set default 'open';
create index changes_waiting on changes (organization_id, triage, detected_at desc, id desc) where triage <> 'done';
create index changes_waiting_of_monitor on changes (monitor_id, triage, detected_at desc, id desc) where triage <> 'done';
`
