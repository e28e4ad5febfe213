/**
 * The ledger: accounts that can never be overdrawn, holds that have not ended, and entries that can only be added.
 *
 * Ids and causes rise with time, so what is unique begins with them: writes of many organizations then meet in the last
 * page of an index, instead of one page each. For the same reason only one index is by organization, and a list of all
 * kinds is put together from those of each.
 */
export const statements = `
create table accounts (
  organization_id text primary key,
  balance integer not null check (balance >= 0),
  held integer not null check (held >= 0),
  check (held <= balance)
) strict, without rowid;

create table ledger_entries (
  id text primary key,
  organization_id text not null,
  cause_kind text not null,
  cause_id text not null,
  credits integer not null,
  at integer not null,
  unique (cause_id, cause_kind, organization_id)
) strict, without rowid;

create trigger ledger_entries_are_never_changed before update on ledger_entries begin
  select raise(abort, 'ledger entries are only ever added');
end;
create trigger ledger_entries_are_never_removed before delete on ledger_entries begin
  select raise(abort, 'ledger entries are only ever added');
end;

create table holds (
  id text primary key,
  organization_id text not null,
  cause_kind text not null,
  cause_id text not null,
  credits integer not null check (credits >= 0),
  expires_at integer not null,
  unique (cause_id, cause_kind, organization_id)
) strict, without rowid;
create index holds_expiring on holds (expires_at, id);
`
