import { type InboxEvent, weightOf } from "@kittiwake/core/inbox/domain/InboxEvent"
import { type InboxBounds, InboxStore, type KeptToken } from "@kittiwake/core/inbox/InboxStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { readTold, toldEntry } from "@kittiwake/storage/inboxes"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type Looked, look } from "./looks.ts"
import { orUnavailable } from "./storeFailure.ts"

interface InboxRow {
  readonly id: string
  readonly organizationId: string
  readonly receivedAt: string
  readonly told: unknown
  readonly headers: unknown
  readonly body: string
  readonly size: number
}

/** The event of a row. What it holds was checked when it was written. */
const toEvent = ({ body, headers, id, organizationId, receivedAt, size, told }: InboxRow): InboxEvent => ({
  ...readTold(told),
  id: id as InboxEvent["id"],
  organizationId: organizationId as OrganizationId,
  receivedAt: DateTime.makeUnsafe(receivedAt),
  headers: headers as InboxEvent["headers"],
  body,
  size
})

const columns = (body: string) =>
  `id, organization_id as "organizationId", received_at as "receivedAt", told, headers, ${body} as body, size`

const listed: Omit<Looked, "columns"> = {
  table: "inbox_events",
  alias: "e",
  at: "received_at",
  id: "id",
  large: "headers"
}

/** `InboxStore` on Postgres. */
export const layer: Layer.Layer<InboxStore, never, SqlClient.SqlClient> = Layer.effect(
  InboxStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const put = Effect.fnUntraced(function* (event: InboxEvent, { bytes, events }: InboxBounds) {
      const { id, organizationId, receivedAt, size } = event
      // Who puts for one organization follow each other: otherwise none of them would see, and drop for, what the others put.
      yield* sql`select pg_advisory_xact_lock(hashtextextended(${`inbox ${organizationId}`}, 0))`
      yield* sql`
        insert into inbox_events (id, organization_id, received_at, told, headers, body, size, weight)
        values (${id}, ${organizationId}, ${receivedAt}, ${toldEntry(event)}::jsonb,
          ${storableJson(event.headers)}::jsonb, ${storableText(event.body)}, ${size}, ${weightOf(event)})`
      yield* sql`
        delete from inbox_events where id in (
          select id from (
            select id, row_number() over newest as place, sum(weight) over newest as bytes
            from inbox_events where organization_id = ${organizationId}
            window newest as (order by received_at desc, id desc rows unbounded preceding)
          ) x where place > ${events}::integer or bytes > ${bytes}::bigint
        )`
    })

    return InboxStore.of({
      token: Effect.fn("InboxStore.token")(function* (organizationId) {
        const [row] = yield* sql<KeptToken>`
          select digest, sealed_token as sealed from inboxes where organization_id = ${organizationId}`
        return Option.fromUndefinedOr(row)
      }, orUnavailable("InboxStore.token")),

      replaceToken: Effect.fn("InboxStore.replaceToken")(function* (organizationId, { digest, sealed }, instead) {
        const replaced =
          instead === null
            ? yield* sql`
              insert into inboxes (organization_id, digest, sealed_token)
              values (${organizationId}, ${digest}, ${sealed}) on conflict do nothing returning 1`
            : yield* sql`
              update inboxes set digest = ${digest}, sealed_token = ${sealed}
              where organization_id = ${organizationId} and digest = ${instead} returning 1`
        return replaced.length > 0
      }, orUnavailable("InboxStore.replaceToken")),

      find: Effect.fn("InboxStore.find")(function* (digest) {
        const [row] = yield* sql<{ readonly id: OrganizationId }>`
          select organization_id as id from inboxes where digest = ${digest}`
        return Option.map(Option.fromUndefinedOr(row), ({ id }) => id)
      }, orUnavailable("InboxStore.find")),

      signingSecret: Effect.fn("InboxStore.signingSecret")(function* (organizationId, sourceId) {
        const [row] = yield* sql<{ readonly secret: string }>`
          select secret from subscriptions where id = ${sourceId} and organization_id = ${organizationId}`
        return Option.map(Option.fromUndefinedOr(row), ({ secret }) => secret)
      }, orUnavailable("InboxStore.signingSecret")),

      put: Effect.fn("InboxStore.put")(
        (event, bounds) => sql.withTransaction(put(event, bounds)),
        orUnavailable("InboxStore.put")
      ),

      get: Effect.fn("InboxStore.get")(function* (organizationId, eventId) {
        const [row] = yield* sql<InboxRow>`
          select ${sql.literal(columns("body"))} from inbox_events
          where id = ${eventId} and organization_id = ${organizationId}`
        return Option.map(Option.fromUndefinedOr(row), toEvent)
      }, orUnavailable("InboxStore.get")),

      list: Effect.fn("InboxStore.list")(function* (organizationId, slice, bodyLength) {
        const looked = { ...listed, columns: columns(`left(body, ${Math.trunc(bodyLength)})`) }
        const owned = [sql`organization_id = ${organizationId}`]
        const { endedAt, rows } = yield* look(sql, looked, { owned, conditions: [], slice })
        return { endedAt, rows: rows.map((row) => toEvent(row as InboxRow)) }
      }, orUnavailable("InboxStore.list")),

      clear: Effect.fn("InboxStore.clear")(function* (organizationId) {
        const gone = yield* sql`delete from inbox_events where organization_id = ${organizationId} returning 1`
        return gone.length
      }, orUnavailable("InboxStore.clear")),

      prune: Effect.fn("InboxStore.prune")(function* (keptSince, limit) {
        const gone = yield* sql`
          delete from inbox_events where id in (
            select id from inbox_events where received_at < ${keptSince}::timestamptz
            order by received_at limit ${limit}::integer for update skip locked
          ) returning 1`
        return gone.length
      }, orUnavailable("InboxStore.prune"))
    })
  })
)
