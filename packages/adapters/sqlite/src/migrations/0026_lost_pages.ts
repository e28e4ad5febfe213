/**
 * How often the claim of a page ended without a word of whoever held it, so that a page which ends its processes is not tried for ever;
 * and whether the present claim counts when it does.
 */
export const statements = `
alter table batch_items add column losses integer not null default 0;
alter table batch_items add column begun integer not null default 1 check (begun in (0, 1));
`
