/**
 * A slot has one run: one that is skipped gives up its slot by having none, so that no index holds what changes when a run
 * starts and ends. Its name is that of the migration which brought the same to Postgres.
 */
export const statements = `
update runs set slot_at = null where status = 'skipped' and slot_at is not null;
create unique index runs_one_for_a_slot on runs (monitor_id, slot_at) where slot_at is not null;
`
