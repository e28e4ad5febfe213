/**
 * A batch that has ended keeps what files its results make, so that nobody puts them together from thousands of pieces again.
 *
 * Batches that ended before get theirs when they are looked at.
 */
export const statements = `
alter table batches add column files text;
`
