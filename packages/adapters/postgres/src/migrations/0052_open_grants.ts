/**
 * An organization may have so many grants that can be used.
 *
 * Those that ended stay for some time and are not counted, so the index leaves them out by what may change of them: revoked ones at once,
 * and others by when they end.
 */
export const statements = `
create index oauth_grants_open on oauth_grants (organization_id, ends_at) where revoked_at is null;
`
