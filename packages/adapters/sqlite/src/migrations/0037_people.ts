/**
 * People that organizations imported, by the digest of their strongest key; the digests of all keys of each; how many each organization
 * has; and the digests of keys that were forgotten, by the whole installation.
 */
export const statements = `
create table person_counts (
  organization_id text primary key,
  people integer not null
) strict, without rowid;

create table person_records (
  organization_id text not null,
  id text not null,
  record text not null,
  imported_at integer not null,
  primary key (organization_id, id)
) strict;

create table person_keys (
  organization_id text not null,
  digest text not null,
  person_id text not null,
  primary key (organization_id, digest, person_id)
) strict, without rowid;
create index person_keys_of_person on person_keys (organization_id, person_id);
create index person_keys_of_all on person_keys (digest);

create table person_suppressions (
  digest text primary key,
  forgotten_at integer not null
) strict, without rowid;
`
