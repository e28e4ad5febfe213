/** What `InboxStore` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { type InboxEvent, InboxEventId, weightOf } from "../inbox/domain/InboxEvent.ts"
import { type InboxBounds, InboxStore, type KeptToken } from "../inbox/InboxStore.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { freshOrganization, idsNewestFirst, newMonitor, readLargeRows, rowsOf, storedMonitor } from "./arrangements.ts"
import { epoch, freshDigest, freshId, organizationOf, subscriptionOf } from "./builders.ts"
import { buildTimeout, type EmptyStores, longTestMillis } from "./Stores.ts"

const after = (seconds: number) => DateTime.add(epoch, { seconds })

/** An event that arrived, as a receiver finds it. */
export const inboxEventOf = (organizationId: OrganizationId, given: Partial<InboxEvent> = {}): InboxEvent => {
  const body = given.body ?? '{"event":"change.detected"}'
  return {
    id: InboxEventId.make(freshId("inb")),
    organizationId,
    receivedAt: epoch,
    event: "change.detected",
    eventId: "evt_1",
    monitorId: "mon_1",
    batchId: null,
    changeId: "chg_1",
    verdict: "verified",
    headers: { "content-type": "application/json" },
    body,
    size: new TextEncoder().encode(body).length,
    ...given
  }
}

const tokenOf = (): KeptToken => ({ digest: freshDigest(), sealed: "c2VhbGVk" })

const wide: InboxBounds = { events: 1_000, bytes: 1_000_000 }
const all = { limit: 100, after: null }

const idsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const events = yield* rowsOf((yield* InboxStore).list(organizationId, all, 10))
  return events.map(({ id }) => id)
})

export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`InboxStore (${name})`, (it) => {
    it.effect("has one token for an organization, which one of many who replace it replaces", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const { id } = organizationOf()
        assert.isTrue(Option.isNone(yield* store.token(id)))
        const first = tokenOf()
        assert.isFalse(yield* store.replaceToken(id, first, freshDigest()), "there was none to replace")
        assert.isTrue(yield* store.replaceToken(id, first, null))
        assert.isFalse(yield* store.replaceToken(id, tokenOf(), null))
        assert.deepStrictEqual(yield* store.token(id), Option.some(first))
        const tries = Array.from({ length: 20 }, tokenOf)
        const done = yield* Effect.forEach(tries, (next) => store.replaceToken(id, next, first.digest), {
          concurrency: "unbounded"
        })
        assert.strictEqual(done.filter(Boolean).length, 1)
        const winner = tries[done.indexOf(true)]!
        assert.deepStrictEqual(yield* store.token(id), Option.some(winner))
        assert.deepStrictEqual(yield* store.find(winner.digest), Option.some(id))
        assert.isTrue(Option.isNone(yield* store.find(first.digest)), "the token of before leads nowhere")
      })
    )

    it.effect("finds the signing secret of a monitor for its own organization alone", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const { id } = yield* freshOrganization()
        const { monitor } = yield* newMonitor(id)
        assert.isTrue(Option.isNone(yield* store.signingSecret(id, monitor.id)), "it has no webhook")
        yield* (yield* MonitorStore).update({
          stored: yield* storedMonitor(monitor),
          next: { ...monitor, subscription: subscriptionOf(monitor, { secret: "c2VjcmV0" }) },
          queue: null,
          skipQueued: null,
          cancelDeliveries: false,
          clearFailure: false
        })
        assert.deepStrictEqual(yield* store.signingSecret(id, monitor.id), Option.some("c2VjcmV0"))
        assert.isTrue(Option.isNone(yield* store.signingSecret(organizationOf().id, monitor.id)))
        assert.isTrue(Option.isNone(yield* store.signingSecret(id, "mon_none")))
      })
    )

    it.effect("gives back what was put, whole, to its organization alone", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const { id } = organizationOf()
        const event = inboxEventOf(id, { body: `{"name":"Ünïcode 🐦"}${" ".repeat(50)}` })
        const bare = inboxEventOf(id, {
          ...{ event: null, eventId: null, monitorId: null, changeId: null, batchId: "batch_1" },
          ...{ verdict: "unknown_monitor", headers: {}, body: "", receivedAt: after(1) }
        })
        yield* store.put(event, wide)
        yield* store.put(bare, wide)
        assert.deepStrictEqual(yield* store.get(id, event.id), Option.some(event))
        assert.deepStrictEqual(yield* store.get(id, bare.id), Option.some(bare))
        const listed = yield* rowsOf(store.list(id, all, 8))
        assert.deepStrictEqual(listed, [bare, { ...event, body: '{"name":' }])
        const stranger = organizationOf().id
        assert.isTrue(Option.isNone(yield* store.get(stranger, event.id)))
        assert.deepStrictEqual(yield* rowsOf(store.list(stranger, all, 8)), [])
        assert.strictEqual(yield* store.clear(stranger), 0)
        assert.strictEqual(yield* store.clear(id), 2)
        assert.deepStrictEqual(yield* rowsOf(store.list(id, all, 8)), [])
      })
    )

    it.effect("lists the newest first, in parts", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const { id } = organizationOf()
        const events = [0, 1, 1, 2].map((seconds) => inboxEventOf(id, { receivedAt: after(seconds) }))
        for (const event of events) yield* store.put(event, wide)
        const first = yield* rowsOf(store.list(id, { limit: 2, after: null }, 100))
        const last = first[1]!
        const rest = yield* rowsOf(store.list(id, { limit: 9, after: { at: last.receivedAt, id: last.id } }, 100))
        assert.deepStrictEqual([...first, ...rest], events.toReversed())
      })
    )

    it.effect("reads no more of large events than a page has room for", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const { id } = organizationOf()
        const headers = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-${n}`, "v".repeat(1_000)]))
        const events = Array.from({ length: 40 }, (_, n) => inboxEventOf(id, { headers, receivedAt: after(n % 7) }))
        for (const event of events) yield* store.put(event, { ...wide, bytes: 10_000_000 })
        const read = yield* readLargeRows((slice) => store.list(id, slice, 100))
        assert.deepStrictEqual(
          read.map((event) => event.id),
          idsNewestFirst(events, (event) => ({ at: event.receivedAt, id: event.id }))
        )
      })
    )

    it.effect("keeps the newest of an organization, by their number and by their bytes", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const [{ id }, other] = [organizationOf(), organizationOf()]
        const kept = inboxEventOf(other.id)
        yield* store.put(kept, wide)
        const events = [0, 1, 2, 3, 4].map((seconds) => inboxEventOf(id, { receivedAt: after(seconds) }))
        for (const event of events) yield* store.put(event, { ...wide, events: 3 })
        const newest = events.slice(2).toReversed()
        assert.deepStrictEqual(
          yield* idsOf(id),
          newest.map((event) => event.id)
        )
        const large = inboxEventOf(id, { receivedAt: after(5), body: "x".repeat(1_000) })
        yield* store.put(large, { ...wide, bytes: weightOf(large) + weightOf(newest[0]!) })
        assert.deepStrictEqual(yield* idsOf(id), [large.id, newest[0]!.id])
        yield* store.put(inboxEventOf(id, { receivedAt: after(6), body: "x".repeat(2_000) }), { ...wide, bytes: 1_000 })
        assert.deepStrictEqual(yield* idsOf(id), [], "what is larger than all room leaves none")
        assert.deepStrictEqual(yield* idsOf(other.id), [kept.id])
      })
    )

    it.effect(
      "stays within its bounds however many put at once",
      () =>
        Effect.gen(function* () {
          const store = yield* InboxStore
          const { id } = organizationOf()
          const events = Array.from({ length: 60 }, (_, index) => inboxEventOf(id, { receivedAt: after(index) }))
          yield* Effect.forEach(events, (event) => store.put(event, { ...wide, events: 7 }), {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual(
            yield* idsOf(id),
            events
              .slice(-7)
              .toReversed()
              .map((event) => event.id)
          )
        }),
      longTestMillis
    )

    it.effect("drops what arrived before a moment, a limited number at a time", () =>
      Effect.gen(function* () {
        const store = yield* InboxStore
        const { id } = organizationOf()
        const early = DateTime.subtract(epoch, { days: 400 })
        const events = [0, 1, 2, 3].map((days) => inboxEventOf(id, { receivedAt: DateTime.add(early, { days }) }))
        for (const event of events) yield* store.put(event, wide)
        const since = DateTime.add(early, { days: 3 })
        assert.strictEqual(yield* store.prune(since, 2), 2)
        assert.strictEqual(yield* store.prune(since, 2), 1)
        assert.strictEqual(yield* store.prune(since, 2), 0)
        assert.deepStrictEqual(yield* idsOf(id), [events[3]!.id])
      })
    )
  })
