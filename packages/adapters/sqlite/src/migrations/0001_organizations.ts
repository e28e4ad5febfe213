/** Organizations, their keys, and the secrets of the installation. */
export const statements = `
create table organizations (
  id text primary key,
  name text not null,
  plan text not null,
  disabled integer not null check (disabled in (0, 1)),
  overrides text not null,
  created_at integer not null
) strict, without rowid;

create table api_keys (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  digest text not null unique,
  last4 text not null,
  scopes text,
  created_at integer not null,
  revoked_at integer
) strict, without rowid;
create index api_keys_of_organization on api_keys (organization_id, created_at, id);

create table instance_secrets (
  name text primary key,
  secret text not null
) strict, without rowid;
`
