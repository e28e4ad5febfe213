/**
 * Profiles of brands that are old are read again: from when on the age of each counts, how often that was tried since somebody asked for
 * it, how many readings failed in a row, and who holds it. The one row of the turns says when one was claimed last.
 */
export const statements = `
alter table brand_profiles add column ages_from timestamptz;
update brand_profiles set ages_from = read_at;
alter table brand_profiles alter column ages_from set not null;
alter table brand_profiles add column tries integer not null default 0;
alter table brand_profiles add column failures integer not null default 0;
alter table brand_profiles add column token integer not null default 0;
alter table brand_profiles add column lease_until timestamptz;
create index brand_profiles_refresh on brand_profiles (tries, ages_from);

create table brand_refresh_turns (
  id integer primary key check (id = 1),
  taken_at timestamptz not null
);
`
