/**
 * Clients that registered; grants, with what may change of them beside what was signed; digests of codes and tokens; and what
 * grants took of their days.
 */
export const statements = `
create table oauth_clients (
  id text collate "C" primary key,
  client jsonb not null,
  put_at timestamptz not null
);
create index oauth_clients_oldest on oauth_clients (put_at, id);

create table oauth_grants (
  id text collate "C" primary key,
  organization_id text not null,
  client_id text not null,
  signed jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grants_newest on oauth_grants (organization_id, created_at desc, id desc);
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_ended on oauth_grants (least(ends_at, revoked_at));

create table oauth_tokens (
  digest text collate "C" primary key,
  grant_id text collate "C" not null,
  kind text not null,
  scopes jsonb not null,
  challenge text,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_expired on oauth_tokens (expires_at) where spent_at is null;

create table oauth_spending (
  grant_id text collate "C" not null,
  day integer not null,
  credits bigint not null,
  primary key (grant_id, day)
);
create index oauth_spending_days on oauth_spending (day);
`
