/** Saved views of lists, with how many each organization has. */
export const statements = `
create table views (
  id text primary key,
  organization_id text not null,
  list text not null,
  name text not null,
  filters text not null,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;
create index views_oldest on views (organization_id, created_at, id);

create table view_counts (
  organization_id text primary key,
  views integer not null check (views >= 0)
) strict, without rowid;
`
