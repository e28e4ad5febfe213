/** What callers say of the service, the newest of each organization. */
export const statements = `
create table feedback (
  organization_id text not null,
  said_at integer not null,
  id text not null,
  said text not null,
  primary key (organization_id, said_at desc, id desc)
) strict, without rowid;
`
