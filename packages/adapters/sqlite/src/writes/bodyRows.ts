/**
 * Bodies that rows share, each stored once under its digest.
 *
 * **Invariants**, after every call
 *
 * - A body is there for as long as a row has it, and goes with the last one. Only one that is loose may have none.
 * - What is told of bytes counts the bodies that are marked as counted, as they are stored: each once.
 */
import type { Connection } from "../Connection.ts"

/** A body as it is stored. */
export interface BodyRow {
  readonly encoding: string
  /** Bytes before they were compressed. */
  readonly length: number
  /** Bytes that it takes, wherever they lie. */
  readonly size: number
  /** Its bytes, or the name of the blob that has them. */
  readonly content: Uint8Array
}

interface Dropped {
  readonly size: number
  readonly counted: number
}

/** How many bodies were looked at, by how many bytes the sum of what is stored grew, and whether more may be loose. */
export interface Settled {
  readonly looked: number
  readonly grown: number
  readonly isMore: boolean
}

/** Bytes of bodies that one call drops, about: each page of the file that they stood on is looked at. */
export const mostBytes = 8_388_608

/** The bodies of a table, which the rows of another one have. */
export const bodyRows = (
  bodies: "cache_bodies" | "asset_bodies" | "version_bodies",
  rows: "cached_pages" | "assets" | "version_parts"
) => {
  const texts = {
    stored: `select 1 from ${bodies} where digest = ?`,
    insert: `insert into ${bodies} (digest, encoding, length, size, loose, counted, content)
      values (?, ?, ?, ?, 0, 1, ?) on conflict do nothing`,
    drop: `delete from ${bodies} as b where b.digest = ? and not exists (select 1 from ${rows} r where r.digest = b.digest)
      returning size, counted`,
    loose: `select digest, size, counted from ${bodies} where loose = 1 order by digest limit ?`,
    keep: `update ${bodies} set loose = 0, counted = 1 where digest = ?`
  }

  /** Drops a body that a row has left, if no other row has it; tells by how many bytes the sum shrank. */
  const leave = (db: Connection, digest: Uint8Array): number => {
    const dropped = db.get<Dropped>(texts.drop, digest)
    return dropped?.counted === 1 ? dropped.size : 0
  }

  return {
    /** Stores a body unless it is there; tells by how many bytes the sum grew, or null when it is neither there nor given. */
    keep: (db: Connection, digest: Uint8Array, body: BodyRow | null): number | null => {
      if (body === null) return db.get(texts.stored, digest) === undefined ? null : 0
      const { content, encoding, length, size } = body
      return db.run(texts.insert, digest, encoding, length, size, content) * size
    },

    leave,

    /** Looks at up to `limit` loose bodies: drops those that no row has, counts the others. */
    settle: (db: Connection, limit: number): Settled => {
      let [looked, seen, grown] = [0, 0, 0]
      for (const { counted, digest, size } of db.all<Dropped & { readonly digest: Uint8Array }>(texts.loose, limit)) {
        if (seen > mostBytes) return { looked, grown, isMore: true }
        looked += 1
        seen += size
        const isGone = db.get<Dropped>(texts.drop, digest) !== undefined
        if (!isGone) db.run(texts.keep, digest)
        grown += (isGone ? 0 : size) - (counted === 1 ? size : 0)
      }
      return { looked, grown, isMore: looked === limit }
    }
  }
}
