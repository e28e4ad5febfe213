/**
 * People that organizations imported, by the digest of their strongest key; the digests of all keys of each; how many each organization
 * has; and the digests of keys that were forgotten, by the whole installation.
 */
export const statements = `
create table person_counts (
  organization_id text primary key,
  people integer not null
);

create table person_records (
  organization_id text not null,
  id text collate "C" not null,
  record jsonb not null,
  imported_at timestamptz not null,
  primary key (organization_id, id)
);

create table person_keys (
  organization_id text not null,
  digest text collate "C" not null,
  person_id text collate "C" not null,
  primary key (organization_id, digest, person_id)
);
create index person_keys_of_person on person_keys (organization_id, person_id);
create index person_keys_of_all on person_keys (digest);

create table person_suppressions (
  digest text collate "C" primary key,
  forgotten_at timestamptz not null
);
`
