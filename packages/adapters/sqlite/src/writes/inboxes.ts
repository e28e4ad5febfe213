/** Tokens of inboxes, and what arrived there. */
import type { Connection } from "../Connection.ts"

/** A token that is to stand where one with the digest `instead` does, or none. */
export interface TokenReplacement {
  readonly organizationId: string
  readonly digest: string
  readonly sealed: string
  readonly instead: string | null
}

/** An event as a row: moments in milliseconds, records as JSON. */
export interface InboxRow {
  readonly id: string
  readonly organizationId: string
  readonly receivedAt: number
  readonly told: string
  readonly headers: string
  readonly body: string
  readonly size: number
}

export interface PutInboxRow {
  readonly row: InboxRow
  readonly weight: number
  readonly events: number
  readonly bytes: number
}

/** Drops what is beyond the newest `events`, and beyond those that have `bytes` together. */
const trim = (db: Connection, organizationId: string, events: number, bytes: number): void =>
  void db.run(
    `delete from inbox_events where id in (
      select id from (
        select id, row_number() over newest as place, sum(weight) over newest as bytes
        from inbox_events where organization_id = ?
        window newest as (order by received_at desc, id desc rows unbounded preceding)
      ) where place > ? or bytes > ?
    )`,
    ...[organizationId, events, bytes]
  )

export const inboxWrites = {
  "InboxStore.replaceToken": (
    db: Connection,
    { digest, instead, organizationId, sealed }: TokenReplacement
  ): boolean => {
    const replaced =
      instead === null
        ? db.run(
            "insert into inboxes (organization_id, digest, sealed_token) values (?, ?, ?) on conflict do nothing",
            ...[organizationId, digest, sealed]
          )
        : db.run(
            "update inboxes set digest = ?, sealed_token = ? where organization_id = ? and digest = ?",
            ...[digest, sealed, organizationId, instead]
          )
    return replaced > 0
  },

  "InboxStore.put": (db: Connection, { bytes, events, row, weight }: PutInboxRow): null => {
    db.run(
      `insert into inbox_events (id, organization_id, received_at, told, headers, body, size, weight)
      values (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[row.id, row.organizationId, row.receivedAt, row.told, row.headers, row.body, row.size, weight]
    )
    trim(db, row.organizationId, events, bytes)
    return null
  },

  "InboxStore.clear": (db: Connection, { organizationId }: { readonly organizationId: string }): number =>
    db.run("delete from inbox_events where organization_id = ?", organizationId),

  "InboxStore.prune": (
    db: Connection,
    { keptSince, limit }: { readonly keptSince: number; readonly limit: number }
  ): number =>
    db.run(
      `delete from inbox_events where id in (
        select id from inbox_events where received_at < ? order by received_at limit ?)`,
      ...[keptSince, limit]
    )
}
