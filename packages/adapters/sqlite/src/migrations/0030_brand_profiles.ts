/** What was read of a brand at its site, by the domain that was asked for and the language of its texts; empty as it is written. */
export const statements = `
create table brand_profiles (
  domain text not null,
  language text not null,
  profile text not null,
  read_at integer not null,
  primary key (domain, language)
) strict, without rowid;
`
