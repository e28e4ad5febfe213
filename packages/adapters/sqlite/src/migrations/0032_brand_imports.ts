/**
 * Lists of brands: how far each was taken in, what registers call the brands, who told what of them, and companies that wait for a
 * domain, by keys that a brand may have.
 */
export const statements = `
alter table brands add column ids text not null default '[]';
alter table brands add column told text not null default '{}';

create table brand_ids (
  kind text not null check (kind in ('lei', 'cik', 'wikidata')),
  code text not null,
  domain text not null,
  primary key (kind, code, domain)
) strict, without rowid;

create table brand_imports (
  id text primary key,
  list text not null,
  name text not null,
  started_at integer not null,
  updated_at integer not null,
  ended_at integer,
  rows integer not null,
  bytes integer not null,
  told integer not null,
  waited integer not null,
  met integer not null,
  dropped integer not null,
  skipped integer not null,
  bad integer not null,
  problems text not null
) strict, without rowid;

create table waiting_brands (
  id text primary key,
  facts text not null
) strict, without rowid;

create table waiting_brand_keys (
  key text not null,
  id text not null,
  primary key (key, id)
) strict, without rowid;
`
