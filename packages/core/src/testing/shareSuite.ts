/** What claims promise about shares: who has much due, or due at one host, leaves room for others. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import { RunStore } from "../monitors/RunStore.ts"
import { laneOf, type Room, type Shares } from "../Shares.ts"
import { DeliveryStore } from "../webhooks/DeliveryStore.ts"
import {
  claimDeliveries,
  claimRuns,
  freshOrganization,
  lease,
  newDeliveries,
  newMonitor,
  storedDelivery,
  storedMonitor
} from "./arrangements.ts"
import { freshId, targetOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

/** Room for so many of each, but for those that are named. */
const room = (each: number, of: Readonly<Record<string, number>> = {}): Room => ({
  each,
  of: new Map(Object.entries(of))
})

const plenty = room(1_000)

/** What is under way of each organization at each host. */
const underWayOf = (held: Readonly<Record<string, Readonly<Record<string, number>>>>) => {
  const counted = Object.entries(held).flatMap(([organizationId, hosts]) =>
    Object.entries(hosts).map(([host, count]) => ({ organizationId, host, count }))
  )
  const sum = (keyOf: (one: (typeof counted)[number]) => string) =>
    new Map(
      [...Map.groupBy(counted, keyOf)].map(([key, some]) => [key, some.reduce((all, { count }) => all + count, 0)])
    )
  return {
    organizations: sum(({ organizationId }) => organizationId),
    hosts: sum(({ host }) => host),
    lanes: sum(laneOf)
  }
}

const claimRunsIn = Effect.fnUntraced(function* (limit: number, shares: Shares) {
  const now = yield* DateTime.now
  return yield* (yield* RunStore).claimDue({
    now,
    limit,
    lease,
    holdUntil: DateTime.add(now, { minutes: 15 }),
    runIds: Array.from({ length: limit }, () => freshId("run")),
    shares
  })
})

const claimDeliveriesIn = Effect.fnUntraced(function* (limit: number, shares: Shares) {
  return yield* (yield* DeliveryStore).claimDue({ now: yield* DateTime.now, limit, lease, shares })
})

/** Monitors of one organization, a second apart, each at the address that `urlOf` gives. */
const newMonitors = Effect.fnUntraced(function* (count: number, urlOf: (n: number) => string) {
  const { id } = yield* freshOrganization({ credits: 1_000 })
  for (let n = 0; n < count; n++) {
    yield* newMonitor(id, { target: targetOf({ url: urlOf(n) }) })
    yield* TestClock.adjust("1 second")
  }
  return id
})

/** How often each key stands among the claims. */
const countedBy = <A>(claims: ReadonlyArray<A>, keyOf: (claim: A) => string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const claim of claims) counts[keyOf(claim)] = (counts[keyOf(claim)] ?? 0) + 1
  return counts
}

/** Declares what claims of runs promise. */
export const runShareTests = (it: StoresIt) => {
  it.effect("claims no more runs of one organization than its share, and those of others behind them", () =>
    Effect.gen(function* () {
      const a = yield* newMonitors(12, (n) => `https://a${n}.example/`)
      const b = yield* newMonitors(2, () => "https://b.example/")
      const claims = yield* claimRunsIn(6, { organizations: room(4), hosts: plenty })
      assert.deepStrictEqual(
        countedBy(claims, ({ run }) => run.organizationId),
        { [a]: 4, [b]: 2 }
      )
      assert.strictEqual(new Set(claims.map(({ run }) => run.id)).size, 6)
      const more = yield* claimRunsIn(6, { organizations: room(4, { [a]: 1 }), hosts: plenty })
      assert.deepStrictEqual(
        countedBy(more, ({ run }) => run.organizationId),
        { [a]: 1 }
      )
      assert.deepStrictEqual(yield* claimRunsIn(6, { organizations: room(4, { [a]: 0 }), hosts: plenty }), [])
      assert.strictEqual((yield* claimRuns(a)).length, 7, "the others are due as before")
    })
  )

  it.effect("claims no more runs on one host than its share, of all in turns, and however it is spelled", () =>
    Effect.gen(function* () {
      const spellings = [
        "https://slow.example/a",
        "http://SLOW.example:8080/b?c",
        "https://user@slow.example?d",
        "https://slow.example./",
        "https://ｓｌｏｗ.example/"
      ]
      const slow = yield* newMonitors(9, (n) => spellings[n % spellings.length]!)
      const other = yield* newMonitors(3, () => "https://slow.example/")
      const fast = yield* newMonitors(2, () => "https://fast.example/")
      const shares = { organizations: plenty, hosts: room(5, { "slow.example": 2 }) }
      const claims = yield* claimRunsIn(10, shares)
      assert.deepStrictEqual(
        countedBy(claims, ({ host }) => host),
        { "slow.example": 2, "fast.example": 2 }
      )
      assert.deepStrictEqual(
        claims.map(({ run }) => run.organizationId),
        [slow, other, fast, fast],
        "in turns, and told longest due first"
      )
      assert.strictEqual((yield* claimRuns(slow)).length, 8)
    })
  )

  it.effect("claims first of who has fewest runs under way, however long others are due", () =>
    Effect.gen(function* () {
      const a = yield* newMonitors(6, (n) => `https://a${n}.example/`)
      const b = yield* newMonitors(6, () => "https://b.example/")
      const c = yield* newMonitors(2, () => "https://c.example/")
      const shares = {
        organizations: plenty,
        hosts: plenty,
        underWay: underWayOf({ [a]: { "a9.example": 4 }, [b]: { "b.example": 1 } })
      }
      const takenOf = Effect.fnUntraced(function* (limit: number) {
        return countedBy(yield* claimRunsIn(limit, shares), ({ run }) => run.organizationId)
      })
      assert.deepStrictEqual(yield* takenOf(1), { [c]: 1 })
      assert.deepStrictEqual(yield* takenOf(5), { [b]: 3, [c]: 1, [a]: 1 })
    })
  )

  it.effect("claims of who has more under way when the others that are next have no room for all of theirs", () =>
    Effect.gen(function* () {
      const a = yield* newMonitors(4, (n) => `https://a${n}.example/`)
      const b = yield* newMonitors(4, (n) => `https://b${n}.example/`)
      const c = yield* newMonitors(2, () => "https://c.example/")
      const claims = yield* claimRunsIn(4, {
        organizations: room(1, { [c]: 2 }),
        hosts: plenty,
        underWay: underWayOf({ [c]: { "c.example": 3 } })
      })
      assert.deepStrictEqual(
        countedBy(claims, ({ run }) => run.organizationId),
        { [a]: 1, [b]: 1, [c]: 2 }
      )
    })
  )

  it.effect("claims of one organization first at the host where it has fewest under way", () =>
    Effect.gen(function* () {
      const a = yield* newMonitors(6, (n) => `https://${n < 4 ? "slow" : "fast"}.example/`)
      const shares = { organizations: plenty, hosts: plenty, underWay: underWayOf({ [a]: { "slow.example": 1 } }) }
      assert.deepStrictEqual(
        countedBy(yield* claimRunsIn(3, shares), ({ host }) => host),
        { "slow.example": 1, "fast.example": 2 }
      )
    })
  )

  it.effect(
    "leaves each organization its share at a host that another fills, and one place at a host that is full",
    () =>
      Effect.gen(function* () {
        const a = yield* newMonitors(4, () => "https://hooks.example/")
        const b = yield* newMonitors(4, () => "https://hooks.example/")
        const c = yield* newMonitors(2, () => "https://hooks.example/")
        const lane = (organizationId: string) => laneOf({ organizationId, host: "hooks.example" })
        const claimAt = Effect.fnUntraced(function* (atHost: number, lanes: Readonly<Record<string, number>>) {
          const hosts = { ...room(9, { "hooks.example": atHost }), lanes: room(9, lanes) }
          const claims = yield* claimRunsIn(10, { organizations: plenty, hosts })
          return countedBy(claims, ({ run }) => run.organizationId)
        })
        assert.deepStrictEqual(yield* claimAt(9, { [lane(a)]: 0, [lane(b)]: 2, [lane(c)]: 0 }), { [b]: 2 })
        assert.deepStrictEqual(yield* claimAt(0, { [lane(a)]: 2, [lane(b)]: 2 }), { [c]: 1 })
      })
  )

  it.effect("finds whoever has room behind many that have none", () =>
    Effect.gen(function* () {
      const crowds = []
      for (let n = 0; n < 5; n++) crowds.push(yield* newMonitors(8, () => `https://crowd${n}.example/`))
      const b = yield* newMonitors(1, () => "https://b.example/")
      const claims = yield* claimRunsIn(20, { organizations: room(3), hosts: room(2) })
      assert.deepStrictEqual(
        countedBy(claims, ({ run }) => run.organizationId),
        { ...Object.fromEntries(crowds.map((id) => [id, 2])), [b]: 1 }
      )
      assert.isTrue(claims.every(({ funding }) => funding === "held"))
    })
  )

  it.effect("counts a run whose holder died like any other", () =>
    Effect.gen(function* () {
      const a = yield* newMonitors(3, () => "https://a.example/")
      yield* claimRuns(a)
      yield* TestClock.adjust(lease)
      assert.strictEqual((yield* claimRunsIn(3, { organizations: room(2), hosts: plenty })).length, 2)
    })
  )
}

/** More than any adapter looks at one after the other while none of them may be claimed. */
const crowd = 520

/** What is due one second into a minute of one organization that has no room, for the last of three seconds. */
const inOneMinute = Effect.gen(function* () {
  const now = yield* DateTime.now
  const minute = DateTime.add(DateTime.startOf(now, "minute"), { minutes: 1 })
  const at = (seconds: number) => DateTime.add(minute, { seconds })
  const crowded = yield* freshOrganization()
  const { monitor } = yield* newDeliveries(
    crowded.id,
    Array.from({ length: crowd }, () => ({ nextAttemptAt: at(1) }))
  )
  return {
    crowded: crowded.id,
    monitor,
    at,
    shares: { organizations: room(crowd, { [crowded.id]: 0 }), hosts: plenty }
  }
})

/** Declares what claims of deliveries promise. */
export const deliveryShareTests = (it: StoresIt) => {
  it.effect("claims no more deliveries of one organization than its share, and those of others behind them", () =>
    Effect.gen(function* () {
      const [a, b] = [yield* freshOrganization(), yield* freshOrganization()]
      yield* newDeliveries(
        a.id,
        Array.from({ length: 12 }, () => ({}))
      )
      yield* TestClock.adjust("1 second")
      yield* newDeliveries(b.id, [{}, {}])
      const claims = yield* claimDeliveriesIn(6, { organizations: room(4), hosts: plenty })
      assert.deepStrictEqual(
        countedBy(claims, ({ delivery }) => delivery.organizationId),
        { [a.id]: 4, [b.id]: 2 }
      )
      assert.deepStrictEqual(yield* claimDeliveriesIn(6, { organizations: room(4, { [a.id]: 0 }), hosts: plenty }), [])
      assert.strictEqual((yield* claimDeliveries(a.id)).length, 8)
    })
  )

  it.effect(
    "claims first of who has nothing under way behind hundreds of others that have room",
    () =>
      Effect.gen(function* () {
        const { at, crowded, monitor } = yield* inOneMinute
        const { id } = yield* freshOrganization()
        yield* newDeliveries(id, [{ nextAttemptAt: at(2) }, { nextAttemptAt: at(3) }])
        yield* TestClock.setTime(at(4).epochMilliseconds)
        const underWay = underWayOf({ [crowded]: { "some.example": 9 } })
        const claims = yield* claimDeliveriesIn(3, { organizations: plenty, hosts: plenty, underWay })
        assert.deepStrictEqual(
          countedBy(claims, ({ delivery }) => delivery.organizationId),
          { [crowded]: 1, [id]: 2 }
        )
        yield* (yield* MonitorStore).remove(monitor.organizationId, monitor.id, yield* DateTime.now)
      }),
    longTestMillis
  )

  it.effect("claims no more deliveries to one host than its share, whoever they are of", () =>
    Effect.gen(function* () {
      const [a, b] = [yield* freshOrganization(), yield* freshOrganization()]
      const { monitor } = yield* newDeliveries(a.id, [{}, {}, {}])
      yield* newDeliveries(b.id, [{}, {}, {}])
      const host = new URL(monitor.subscription!.url).hostname
      const claims = yield* claimDeliveriesIn(6, { organizations: plenty, hosts: room(6, { [host]: 4 }) })
      assert.deepStrictEqual(
        countedBy(claims, (claim) => claim.host),
        { [host]: 4 }
      )
    })
  )

  it.effect(
    "finds what is due in the same minute, the one at hand, behind hundreds that have no room",
    () =>
      Effect.gen(function* () {
        const { at, monitor, shares } = yield* inOneMinute
        const { id } = yield* freshOrganization()
        yield* newDeliveries(id, [{ nextAttemptAt: at(2) }, { nextAttemptAt: at(3) }, { nextAttemptAt: at(4) }])
        yield* TestClock.setTime(at(3).epochMilliseconds)
        const claims = yield* claimDeliveriesIn(5, shares)
        assert.deepStrictEqual(
          countedBy(claims, ({ delivery }) => delivery.organizationId),
          { [id]: 2 }
        )
        yield* (yield* MonitorStore).remove(monitor.organizationId, monitor.id, yield* DateTime.now)
      }),
    longTestMillis
  )

  it.effect(
    "takes nothing that nobody receives any more, and what others are to receive behind it",
    () =>
      Effect.gen(function* () {
        const store = yield* MonitorStore
        const { at, monitor, shares } = yield* inOneMinute
        const [gone, id] = [(yield* freshOrganization()).id, (yield* freshOrganization()).id]
        const due = (seconds: number) => Array.from({ length: 5 }, () => ({ nextAttemptAt: at(seconds) }))
        const left = yield* newDeliveries(gone, due(2))
        const stored = yield* storedMonitor(left.monitor)
        yield* store.update({
          stored,
          next: { ...stored.monitor, subscription: null },
          queue: null,
          skipQueued: null,
          cancelDeliveries: false,
          clearFailure: true
        })
        yield* newDeliveries(id, due(3))
        yield* TestClock.setTime(at(4).epochMilliseconds)
        const claims = yield* claimDeliveriesIn(5, shares)
        assert.deepStrictEqual(
          countedBy(claims, ({ delivery }) => delivery.organizationId),
          { [id]: 5 }
        )
        for (const one of [monitor, left.monitor]) {
          yield* store.remove(one.organizationId, one.id, yield* DateTime.now)
        }
      }),
    longTestMillis
  )

  it.effect("counts what waits for a webhook, and what is sent again by hand, at the host it goes to now", () =>
    Effect.gen(function* () {
      const { id } = yield* freshOrganization()
      const { deliveries, monitor } = yield* newDeliveries(id, [
        {},
        { status: "failed", attempts: 1, nextAttemptAt: null }
      ])
      const stored = yield* storedMonitor(monitor)
      yield* (yield* MonitorStore).update({
        stored,
        next: {
          ...stored.monitor,
          subscription: { ...stored.monitor.subscription!, url: "https://New.Example:8443/hook" }
        },
        queue: null,
        skipQueued: null,
        cancelDeliveries: false,
        clearFailure: true
      })
      const failed = yield* storedDelivery(deliveries[1]!)
      const nextAttemptAt = yield* DateTime.now
      const again = { ...failed.delivery, status: "pending", nextAttemptAt } as const
      yield* (yield* DeliveryStore).requeue(failed, again, null)
      const atHost = (count: number) => room(6, { "new.example": count })
      assert.deepStrictEqual(yield* claimDeliveriesIn(6, { organizations: plenty, hosts: atHost(0) }), [])
      const claims = yield* claimDeliveriesIn(6, { organizations: plenty, hosts: atHost(2) })
      assert.deepStrictEqual(
        countedBy(claims, (claim) => claim.host),
        { "new.example": 2 }
      )
    })
  )
}
