/**
 * Bodies that are too large for a row stand among the blobs, and the row names its blob. Those that stand in rows still are
 * found by these indexes, moved beside live work, and are in none of them then.
 */
const table = (name: string) => `
create index ${name}_large on ${name} (digest) where size >= 262144 and encoding in ('plain', 'zstd');
`

export const statements = ["asset_bodies", "cache_bodies", "version_bodies"].map(table).join("")
