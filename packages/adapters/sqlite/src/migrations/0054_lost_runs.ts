/**
 * How often the claim of a run ended without a word of whoever held it, so that a run which ends its processes is not begun for ever; and
 * whether the present claim counts when it does.
 */
export const statements = `
alter table monitors add column losses integer not null default 0;
alter table monitors add column begun integer not null default 1 check (begun in (0, 1));
`
