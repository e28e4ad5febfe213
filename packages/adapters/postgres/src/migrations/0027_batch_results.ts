/** Pages that have a result, so that the few of a large batch that was cancelled early are found among all of its pages. */
export const statements = `
create index batch_items_results on batch_items (batch_id, n) where segment_id is not null;
`
