/** What is asked of batches that have not ended, dozens of times a second, in an index of its own. */
export const statements = `
create index batches_standing on batches (id) include (organization_id, status, reserved, created_at) where open;
`
