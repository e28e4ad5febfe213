/** Organizations, their keys, and the secrets of the installation. Ids compare by bytes, as the domain compares them. */
export const statements = `
create table organizations (
  id text collate "C" primary key,
  name text not null,
  plan text not null,
  disabled boolean not null,
  overrides jsonb not null,
  created_at timestamptz(3) not null
);

create table api_keys (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  name text not null,
  digest text collate "C" not null unique,
  last4 text not null,
  scopes text[],
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index api_keys_of_organization on api_keys (organization_id, created_at, id);

create table instance_secrets (
  name text collate "C" primary key,
  secret text not null
);
`
