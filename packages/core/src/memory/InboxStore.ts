import { DateTime, Effect, Layer, Option } from "effect"
import { type InboxEvent, weightOf } from "../inbox/domain/InboxEvent.ts"
import { type InboxBounds, InboxStore } from "../inbox/InboxStore.ts"
import { MonitorId } from "../monitors/domain/Monitor.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Database, type Tables } from "./Database.ts"
import { pageOf } from "./sliceOf.ts"

/** The newest that fit, oldest first. */
const within = (events: ReadonlyArray<InboxEvent>, bounds: InboxBounds): ReadonlyArray<InboxEvent> => {
  let first = events.length
  for (let bytes = 0; first > 0 && events.length - first < bounds.events; first--) {
    bytes += weightOf(events[first - 1]!)
    if (bytes > bounds.bytes) break
  }
  return events.slice(first)
}

const isBefore = (a: InboxEvent, b: InboxEvent) =>
  a.receivedAt.epochMilliseconds - b.receivedAt.epochMilliseconds || (a.id < b.id ? -1 : 1)

const secretOf = ({ batches, monitors }: Tables, organizationId: OrganizationId, sourceId: string) => {
  const monitor = monitors.get(MonitorId.make(sourceId))?.monitor
  const source = monitor ?? batches.get(sourceId)?.batch
  return source?.organizationId === organizationId ? source.subscription?.secret : undefined
}

/** Drops up to `limit` of all events before `keptSince`. */
const prune = ({ inboxEvents }: Tables, keptSince: DateTime.Utc, limit: number): number => {
  let dropped = 0
  for (const [organizationId, events] of inboxEvents) {
    const old = events.filter(({ receivedAt }) => DateTime.isLessThan(receivedAt, keptSince))
    const gone = new Set(old.slice(0, limit - dropped))
    if (gone.size > 0)
      inboxEvents.set(
        organizationId,
        events.filter((event) => !gone.has(event))
      )
    dropped += gone.size
  }
  return dropped
}

/** `InboxStore` in memory. */
export const layer: Layer.Layer<InboxStore, never, Database> = Layer.effect(
  InboxStore,
  Effect.map(Database, (tables) => {
    const { inboxEvents, inboxTokens } = tables
    const eventsOf = (organizationId: OrganizationId) => inboxEvents.get(organizationId) ?? []
    return InboxStore.of({
      token: (organizationId) => Effect.sync(() => Option.fromUndefinedOr(inboxTokens.get(organizationId))),

      replaceToken: (organizationId, next, instead) =>
        Effect.sync(() => {
          if ((inboxTokens.get(organizationId)?.digest ?? null) !== instead) return false
          inboxTokens.set(organizationId, next)
          return true
        }),

      find: (digest) =>
        Effect.sync(() => {
          const found = [...inboxTokens].find(([, kept]) => kept.digest === digest)
          return Option.map(Option.fromUndefinedOr(found), ([organizationId]) => organizationId)
        }),

      signingSecret: (organizationId, sourceId) =>
        Effect.sync(() => Option.fromUndefinedOr(secretOf(tables, organizationId, sourceId))),

      put: (event, bounds) =>
        Effect.sync(() => {
          const events = [...eventsOf(event.organizationId), event].sort(isBefore)
          inboxEvents.set(event.organizationId, within(events, bounds))
        }),

      get: (organizationId, eventId) =>
        Effect.sync(() => Option.fromUndefinedOr(eventsOf(organizationId).find(({ id }) => id === eventId))),

      list: (organizationId, slice, bodyLength) =>
        Effect.sync(() =>
          pageOf(eventsOf(organizationId), slice, {
            shown: () => true,
            position: ({ id, receivedAt }) => ({ at: receivedAt, id }),
            told: (event) => ({ ...event, body: event.body.slice(0, bodyLength) })
          })
        ),

      clear: (organizationId) =>
        Effect.sync(() => {
          const { length } = eventsOf(organizationId)
          inboxEvents.delete(organizationId)
          return length
        }),

      prune: (keptSince, limit) => Effect.sync(() => prune(tables, keptSince, limit))
    })
  })
)
