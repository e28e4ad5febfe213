/** What callers say of the service, the newest of each organization. */
export const statements = `
create table feedback (
  organization_id text collate "C" not null,
  said_at timestamptz(3) not null,
  id text collate "C" not null,
  said jsonb not null,
  primary key (organization_id, said_at, id)
);
`
