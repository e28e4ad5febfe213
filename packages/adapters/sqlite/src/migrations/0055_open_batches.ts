/**
 * What is asked of batches that have not ended, dozens of times a second: it stands behind their bodies, which may be of a megabyte and would be
 * read each time.
 */
export const statements = `
create index batches_standing on batches (id, organization_id, status, reserved, created_at) where open = 1;
`
