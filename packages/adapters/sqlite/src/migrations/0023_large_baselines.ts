/**
 * Baselines that are too large for a row stand among the blobs, and the row names its blob. Those that stand in rows still are found
 * by an index, moved beside live work, and are in it no more.
 */
export const statements = `
alter table baselines add column blob text;
create index baselines_blob on baselines (blob) where blob is not null;
create index baselines_large on baselines (monitor_id) where blob is null and length(text) >= 262144;
`
