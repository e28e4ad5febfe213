/** Saved views of lists, with how many each organization has. */
export const statements = `
create table views (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  list text not null,
  name text not null,
  filters jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index views_oldest on views (organization_id, created_at, id);

create table view_counts (
  organization_id text collate "C" primary key,
  views integer not null check (views >= 0)
) with (fillfactor = 50);
`
