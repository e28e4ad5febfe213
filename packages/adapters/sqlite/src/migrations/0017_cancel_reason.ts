/**
 * Why a delivery was cancelled.
 *
 * Of those that were cancelled before it is not known.
 */
export const statements = `
alter table deliveries add column cancel_reason text check (cancel_reason in ('webhook_removed', 'change_undone'));
`
