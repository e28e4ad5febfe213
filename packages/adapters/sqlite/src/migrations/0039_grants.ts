/**
 * Clients that registered; grants, with what may change of them beside what was signed; digests of codes and tokens; and what
 * grants took of their days.
 */
export const statements = `
create table oauth_clients (
  id text primary key,
  client text not null,
  put_at integer not null
) strict, without rowid;
create index oauth_clients_oldest on oauth_clients (put_at, id);

create table oauth_grants (
  id text primary key,
  organization_id text not null,
  client_id text not null,
  signed text not null,
  created_at integer not null,
  last_used_at integer,
  ends_at integer not null,
  revoked_at integer
) strict, without rowid;
create index oauth_grants_newest on oauth_grants (organization_id, created_at desc, id desc);
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_ended on oauth_grants (min(ends_at, coalesce(revoked_at, ends_at)));

create table oauth_tokens (
  digest text primary key,
  grant_id text not null,
  kind text not null,
  scopes text not null,
  challenge text,
  expires_at integer not null,
  spent_at integer
) strict, without rowid;
create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_expired on oauth_tokens (expires_at) where spent_at is null;

create table oauth_spending (
  grant_id text not null,
  day integer not null,
  credits integer not null,
  primary key (grant_id, day)
) strict, without rowid;
create index oauth_spending_days on oauth_spending (day);
`
