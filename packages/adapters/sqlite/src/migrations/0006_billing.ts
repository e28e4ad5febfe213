/**
 * The months of organizations, and which credits of a balance last beyond them.
 *
 * Claims and records change balance and held alone: `lasting` and `supplied` only move when credits come.
 */
export const statements = `
alter table organizations add column limit_scheme text not null default 'free';
alter table organizations add column zero_data_retention integer not null default 0
  check (zero_data_retention in (0, 1));
alter table organizations add column billing text;
alter table organizations add column auto_topup text not null
  default '{"enabled":false,"blockCredits":10000,"monthlyBudgetCredits":null}';
alter table organizations add column revision integer not null default 1;
create index organizations_newest on organizations (created_at desc, id desc);
create index organizations_topping_up on organizations (id) where auto_topup ->> 'enabled' = 1;

alter table accounts add column lasting integer not null default 0 check (lasting >= 0);
alter table accounts add column supplied integer not null default 0;
alter table accounts add column refilled integer not null default 0 check (refilled >= 0);
alter table accounts add column topped_up integer not null default 0 check (topped_up >= 0);
alter table accounts add column period_start integer;
alter table accounts add column due_at integer;
create index accounts_due on accounts (due_at, organization_id) where due_at is not null;

alter table ledger_entries add column reason text;
create index ledger_entries_of_kind on ledger_entries (organization_id, cause_kind, at desc, id desc);
`
