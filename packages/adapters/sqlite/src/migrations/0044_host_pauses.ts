/** What is kept of pauses on Postgres is kept in memory here, where one process does everything. */
export const statements = `
select 1;
`
