import { type InboxEvent, weightOf } from "@kittiwake/core/inbox/domain/InboxEvent"
import { InboxStore, type KeptToken } from "@kittiwake/core/inbox/InboxStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { readTold, toldEntry } from "@kittiwake/storage/inboxes"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { type LargeRow, pagePart } from "./pagePart.ts"
import { Sqlite } from "./Sqlite.ts"
import type { InboxRow } from "./writes/inboxes.ts"

const toRow = (event: InboxEvent): InboxRow => ({
  id: event.id,
  organizationId: event.organizationId,
  receivedAt: millisOf(event.receivedAt),
  told: toldEntry(event),
  headers: storableJson(event.headers),
  body: storableText(event.body),
  size: event.size
})

/** The event of a row. What it holds was checked when it was written. */
const toEvent = ({ body, headers, id, organizationId, receivedAt, size, told }: InboxRow): InboxEvent => ({
  ...readTold(told),
  id: id as InboxEvent["id"],
  organizationId: organizationId as OrganizationId,
  receivedAt: momentOf(receivedAt),
  headers: JSON.parse(headers),
  body,
  size
})

const columns = (body: string) =>
  `id, organization_id as organizationId, received_at as receivedAt, told, headers, ${body} as body, size`

const list = `select ${columns("substr(body, 1, ?)")} from inbox_events
  ${newestFirst("received_at", "id", ["organization_id = ?"])}`

const listed: LargeRow<InboxRow, InboxEvent> = {
  make: toEvent,
  bytesOf: ({ body, headers }) => body.length + headers.length,
  positionOf: ({ id, receivedAt }) => ({ at: momentOf(receivedAt), id })
}

/** `InboxStore` on SQLite. */
export const layer: Layer.Layer<InboxStore, never, Sqlite> = Layer.effect(
  InboxStore,
  Effect.map(Sqlite, ({ read, write }) =>
    InboxStore.of({
      token: (organizationId) =>
        read("InboxStore.token", (db) =>
          Option.fromUndefinedOr(
            db.get<KeptToken>(
              "select digest, sealed_token as sealed from inboxes where organization_id = ?",
              organizationId
            )
          )
        ),

      replaceToken: (organizationId, { digest, sealed }, instead) =>
        write("InboxStore.replaceToken", { organizationId, digest, sealed, instead }),

      find: (digest) =>
        read("InboxStore.find", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<{ readonly id: OrganizationId }>(
                "select organization_id as id from inboxes where digest = ?",
                digest
              )
            ),
            ({ id }) => id
          )
        ),

      signingSecret: (organizationId, sourceId) =>
        read("InboxStore.signingSecret", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<{ readonly secret: string }>(
                "select secret from subscriptions where id = ? and organization_id = ?",
                ...[sourceId, organizationId]
              )
            ),
            ({ secret }) => secret
          )
        ),

      put: (event, { bytes, events }) =>
        Effect.asVoid(write("InboxStore.put", { row: toRow(event), weight: weightOf(event), events, bytes })),

      get: (organizationId, eventId) =>
        read("InboxStore.get", (db) =>
          Option.map(
            Option.fromUndefinedOr(
              db.get<InboxRow>(
                `select ${columns("body")} from inbox_events where id = ? and organization_id = ?`,
                ...[eventId, organizationId]
              )
            ),
            toEvent
          )
        ),

      list: (organizationId, slice, bodyLength) =>
        read("InboxStore.list", (db) =>
          pagePart(db.iterate<InboxRow>(list, bodyLength, organizationId, ...sliceValues(sliceRow(slice))), listed)
        ),

      clear: (organizationId) => write("InboxStore.clear", { organizationId }),

      prune: (keptSince, limit) => write("InboxStore.prune", { keptSince: millisOf(keptSince), limit })
    })
  )
)
