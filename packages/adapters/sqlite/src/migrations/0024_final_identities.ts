/**
 * Of a page of a crawl that was recorded, what addresses have in common with where it answered: another page that answers there is not
 * recorded again. Pages that were recorded before this have none.
 */
export const statements = `
alter table batch_items add column final_identity text;
create index batch_items_final on batch_items (batch_id, final_identity) where final_identity is not null;
`
