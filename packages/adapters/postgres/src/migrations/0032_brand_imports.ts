/**
 * Lists of brands: how far each was taken in, what registers call the brands, who told what of them, and companies that wait for a
 * domain, by keys that a brand may have.
 */
export const statements = `
alter table brands add column ids jsonb not null default '[]';
alter table brands add column told jsonb not null default '{}';

create table brand_ids (
  kind text not null check (kind in ('lei', 'cik', 'wikidata')),
  code text not null,
  domain text not null,
  primary key (kind, code, domain)
);

create table brand_imports (
  id text primary key,
  list text not null,
  name text not null,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  rows integer not null,
  bytes bigint not null,
  told integer not null,
  waited integer not null,
  met integer not null,
  dropped integer not null,
  skipped integer not null,
  bad integer not null,
  problems jsonb not null
);

create table waiting_brands (
  id text primary key,
  facts jsonb not null
);

create table waiting_brand_keys (
  key text not null,
  id text not null,
  primary key (key, id)
);
`
