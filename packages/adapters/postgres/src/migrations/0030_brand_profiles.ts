/** What was read of a brand at its site, by the domain that was asked for and the language of its texts; empty as it is written. */
export const statements = `
create table brand_profiles (
  domain text collate "C" not null,
  language text not null,
  profile jsonb not null,
  read_at timestamptz not null,
  primary key (domain, language)
);
`
