/** The ledger: accounts that can never be overdrawn, holds that have not ended, and entries that can only be added. */
export const statements = `
create table accounts (
  organization_id text collate "C" primary key,
  balance bigint not null check (balance >= 0),
  held bigint not null check (held >= 0),
  check (held <= balance)
) with (fillfactor = 50);

create table ledger_entries (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  cause_kind text not null,
  cause_id text collate "C" not null,
  credits bigint not null,
  at timestamptz(3) not null,
  unique (organization_id, cause_kind, cause_id)
);
create index ledger_entries_newest on ledger_entries (organization_id, at desc, id desc);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are only ever added' using errcode = 'restrict_violation';
end
$$;
create trigger ledger_entries_are_only_added
  before update or delete or truncate on ledger_entries
  for each statement execute function refuse_ledger_change();

create table holds (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  cause_kind text not null,
  cause_id text collate "C" not null,
  credits bigint not null check (credits >= 0),
  expires_at timestamptz(3) not null,
  unique (organization_id, cause_kind, cause_id)
);
create index holds_expiring on holds (expires_at);
`
