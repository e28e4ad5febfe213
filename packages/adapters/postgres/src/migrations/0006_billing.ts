/**
 * The months of organizations, and which credits of a balance last beyond them.
 *
 * Claims and records change balance and held alone: `lasting` and `supplied` only move when credits come.
 */
export const statements = `
alter table organizations
  add column limit_scheme text not null default 'free',
  add column zero_data_retention boolean not null default false,
  add column billing jsonb,
  add column auto_topup jsonb not null
    default '{"enabled": false, "blockCredits": 10000, "monthlyBudgetCredits": null}',
  add column revision bigint not null default 1;
create index organizations_newest on organizations (created_at desc, id desc);
create index organizations_topping_up on organizations (id) where (auto_topup ->> 'enabled') = 'true';

alter table accounts
  add column lasting bigint not null default 0 check (lasting >= 0),
  add column supplied bigint not null default 0,
  add column refilled bigint not null default 0 check (refilled >= 0),
  add column topped_up bigint not null default 0 check (topped_up >= 0),
  add column period_start timestamptz(3),
  add column due_at timestamptz(3);
create index accounts_due on accounts (due_at, organization_id) where due_at is not null;

alter table ledger_entries add column reason text;
create index ledger_entries_of_kind on ledger_entries (organization_id, cause_kind, at desc, id desc);

-- What an organization got when it was made was its first month; whatever else came lasts.
update organizations set billing = jsonb_build_object(
  'anchorAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'pausedAt', null, 'resumesAt', null);
update accounts a set
  refilled = coalesce((select credits from ledger_entries e where e.organization_id = a.organization_id
    and cause_kind = 'grant' and cause_id = a.organization_id), 0),
  lasting = coalesce((select sum(credits) from ledger_entries e where e.organization_id = a.organization_id
    and credits > 0 and not (cause_kind = 'grant' and cause_id = a.organization_id)), 0),
  supplied = coalesce((select sum(credits) from ledger_entries e where e.organization_id = a.organization_id
    and cause_kind in ('grant', 'adjustment')), 0);
update accounts a set period_start = o.created_at, due_at = o.created_at
  from organizations o where o.id = a.organization_id;
insert into accounts (organization_id, balance, held, due_at)
  select id, 0, 0, created_at from organizations on conflict do nothing;
`
