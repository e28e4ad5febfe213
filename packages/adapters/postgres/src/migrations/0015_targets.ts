/**
 * Baselines of every kind of target, and changes that are not of a page.
 *
 * What is there is of pages: the text of such a baseline stays as it is, and a change without facts says what its texts say. Of
 * other targets the texts of a change are empty, which those of a page never mean.
 */
export const statements = `
alter table baselines add column kind text not null default 'page' check (kind in ('page', 'sitemap', 'extract'));
alter table changes
  -- What a list shows of it.
  add column facts jsonb,
  -- What the change in full shows besides; read whole or not at all, so kept as it came.
  add column details json;
`
