/**
 * Runs change without touching an index.
 *
 * A run is written when it is made, when it starts and when it ends. Two indexes held what changes then, so that each of
 * these was a new entry in all five. Now a run that is skipped gives up its slot by having none, what was charged is found
 * through the ledger, whose entries never change, and a page keeps room for what its runs grow to.
 */
export const statements = `
update runs set slot_at = null where status = 'skipped' and slot_at is not null;
drop index runs_one_for_a_slot;
create unique index runs_one_for_a_slot on runs (monitor_id, slot_at) where slot_at is not null;

drop index runs_charged;
create index ledger_entries_of_runs on ledger_entries (organization_id, at) include (cause_id, credits)
  where cause_kind = 'run';

alter table runs set (fillfactor = 30);
`
