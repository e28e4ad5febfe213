/**
 * Pieces of results are parts of one gzip file, made of blocks that are opened one by one. A piece of before has neither: each of
 * its records is a file by itself.
 */
export const statements = `
alter table batch_segments add column crc bigint;
alter table batch_segments add column blocks text;
`
