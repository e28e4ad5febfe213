/**
 * Why a page failed, empty where it did not; null where it has no result, and of what was recorded before. An index finds the few that
 * failed of a large batch.
 */
export const statements = `
alter table batch_items add column code text;
create index batch_items_failed on batch_items (batch_id, n) where segment_id is not null and code is not '';
`
