/** How pages of batches are claimed and recorded. */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { BatchStore } from "../batches/BatchStore.ts"
import { BatchWorkStore } from "../batches/BatchWorkStore.ts"
import type { Batch } from "../batches/domain/Batch.ts"
import { freshOrganization, lease, whileAhead } from "./arrangements.ts"
import {
  accepted,
  allSegments,
  claimOf,
  found,
  itemOf,
  items,
  outcomeOf,
  place,
  record,
  settled,
  writeOf
} from "./batchArrangements.ts"
import type { StoresIt } from "./Stores.ts"

/** What `BatchWorkStore` promises of claims and records. */
export const batchClaimTests = (it: StoresIt): void => {
  it.effect("believes no lease that a clock which was ahead gave, and takes nothing away after a small step", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, [itemOf(1, "a.example")])
      const [small] = yield* whileAhead("4 minutes")(claimOf(batch, 10))
      assert.deepStrictEqual(yield* claimOf(batch, 10), [], "it is under way")
      yield* TestClock.adjust("5 minutes")
      const [late] = yield* whileAhead("1 day")(claimOf(batch, 10))
      assert.isAbove(late!.token, small!.token)
      assert.isTrue(Option.exists(yield* store.untilDue(yield* DateTime.now), Duration.isZero), "it can be claimed")
      const [fresh] = yield* claimOf(batch, 10)
      assert.isAbove(fresh!.token, late!.token)
      assert.deepStrictEqual(yield* store.renew([late!], lease), [false])
      assert.deepStrictEqual(yield* record(writeOf(batch, [outcomeOf(fresh!)])), { _tag: "Recorded" })
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )

  it.effect("hands a page to one at a time, and to another when the lease has ended", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, [itemOf(1, "a.example", { itemId: "x", meta: `{"b":1}` })])
      const [first] = yield* claimOf(batch, 10)
      assert.deepInclude(first, { n: 1, itemId: "x", meta: `{"b":1}`, host: "a.example", depth: 0 })
      assert.deepInclude(first!.batch, {
        id: batch.id,
        organizationId,
        format: "markdown",
        crawl: null,
        scopeUrl: null
      })
      const startedAt = yield* DateTime.now
      assert.deepInclude((yield* found(batch))!.batch, { status: "running", startedAt })
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      yield* TestClock.adjust(Duration.millis(Duration.toMillis(lease) - 1))
      assert.deepStrictEqual(yield* store.renew([first!], lease), [true])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      yield* TestClock.adjust(lease)
      const [second] = yield* claimOf(batch, 10)
      assert.deepStrictEqual(yield* store.renew([first!, second!], lease), [false, true])
      const late = yield* record(writeOf(batch, [outcomeOf(first!)]))
      assert.deepStrictEqual(late, { _tag: "ClaimsLost", lost: [1] })
      assert.deepInclude((yield* found(batch))!.tally, { succeeded: 0, failed: 0 })
      assert.deepStrictEqual(yield* record(writeOf(batch, [outcomeOf(second!)])), { _tag: "Recorded" })
      assert.deepInclude((yield* found(batch))!.tally, { succeeded: 1, failed: 0 })
      yield* TestClock.adjust(lease)
      assert.deepStrictEqual(yield* claimOf(batch, 10), [])
      assert.isTrue(yield* settled((yield* found(batch))!))
      assert.deepInclude((yield* found(batch))!.batch, { status: "completed", startedAt })
    })
  )

  it.effect(
    "counts claims that ended without a word, but none that was given back, or of a page that had not begun",
    () =>
      Effect.gen(function* () {
        const store = yield* BatchWorkStore
        const { id: organizationId } = yield* freshOrganization({ credits: 100 })
        const batch = yield* accepted(organizationId, items(1))
        const claimed = Effect.gen(function* () {
          const [claim] = yield* claimOf(batch, 1)
          return claim!
        })
        const lost = TestClock.adjust(lease)
        const first = yield* claimed
        assert.strictEqual(first.losses, 0)
        assert.deepStrictEqual(yield* store.renew([first], Duration.zero), [true])
        assert.deepStrictEqual(yield* store.renew([first], lease), [false])
        const second = yield* claimed
        assert.deepInclude(second, { losses: 0, token: first.token + 1 })
        yield* lost
        assert.strictEqual((yield* claimed).losses, 1)
        yield* lost
        const third = yield* claimed
        assert.strictEqual(third.losses, 2)
        yield* lost
        const waiting = yield* claimed
        assert.strictEqual(waiting.losses, 2)
        assert.deepStrictEqual(yield* store.renew([waiting], lease), [true])
        yield* lost
        const last = yield* claimed
        assert.strictEqual(last.losses, 3)
        yield* record(writeOf(batch, [outcomeOf(last)]))
        assert.isTrue(yield* settled((yield* found(batch))!))
      })
  )

  it.effect("counts no claim as lost that is given back after its lease has ended, and counts it back once", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(1))
      const claimed = Effect.map(claimOf(batch, 1), ([claim]) => claim!)
      const first = yield* claimed
      yield* TestClock.adjust(lease)
      const second = yield* claimed
      assert.strictEqual(second.losses, 1)
      for (const _ of [1, 2]) assert.deepStrictEqual(yield* store.renew([first], Duration.zero), [false])
      assert.deepStrictEqual(yield* store.renew([second], Duration.zero), [true])
      const third = yield* claimed
      assert.strictEqual(third.losses, 0)
      yield* TestClock.adjust(lease)
      assert.deepStrictEqual(yield* store.renew([third], lease), [true])
      yield* TestClock.adjust(lease)
      const fourth = yield* claimed
      assert.strictEqual(fourth.losses, 1)
      yield* record(writeOf(batch, [outcomeOf(fourth)]))
      assert.deepStrictEqual(yield* store.renew([third], Duration.zero), [false])
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )

  it.effect("writes nothing of pages that stand beside one that is lost", () =>
    Effect.gen(function* () {
      const { id: organizationId } = yield* freshOrganization({ credits: 100 })
      const batch = yield* accepted(organizationId, items(3))
      const [one, two, three] = yield* claimOf(batch, 10)
      const outcomes = [outcomeOf(one!), { ...outcomeOf(two!), token: two!.token + 1 }, outcomeOf(three!)]
      assert.deepStrictEqual(yield* record(writeOf(batch, outcomes)), { _tag: "ClaimsLost", lost: [2] })
      const store = yield* BatchStore
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, allSegments), [])
      const write = writeOf(batch, [outcomes[0]!, outcomes[2]!])
      assert.deepStrictEqual(yield* record(write), { _tag: "Recorded" })
      const { blocks, packed: _, ...segment } = write.segment!
      assert.deepStrictEqual(yield* store.segments(organizationId, batch.id, allSegments), [
        { ...segment, isSmall: false }
      ])
      const rows = yield* store.results(organizationId, batch.id, {}, { after: 0, limit: 10 })
      assert.deepStrictEqual(
        rows,
        [one!, three!].map(({ itemId, meta, n, url }) => {
          return { n, url, itemId, meta, blocks, place: { segmentId: segment.id, ...place }, isSmall: false }
        })
      )
      const rest = yield* store.results(organizationId, batch.id, {}, { after: 1, limit: 10 })
      assert.deepStrictEqual(rest, rows.slice(1))
      yield* store.cancel(organizationId, batch.id)
      yield* record(writeOf(batch, [outcomeOf(two!)]))
      assert.isTrue(yield* settled((yield* found(batch))!))
    })
  )

  it.effect("serves batches in turns, within the shares, past hosts that are full", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const [one, two] = [yield* freshOrganization({ credits: 1_000 }), yield* freshOrganization({ credits: 1_000 })]
      const large = yield* accepted(one.id, [...items(40, "large.example"), itemOf(41, "other.example")])
      const small = yield* accepted(one.id, items(4, "small.example"))
      const theirs = yield* accepted(two.id, items(4, "theirs.example"))
      const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 9, lease })
      const countOf = (batch: Batch) => claims.filter((claim) => claim.batch.id === batch.id).length
      assert.deepStrictEqual([countOf(large) + countOf(small), countOf(theirs)], [5, 4])
      assert.isAtLeast(Math.min(countOf(large), countOf(small)), 2)
      const shares = {
        organizations: { each: 10, of: new Map([[two.id as string, 0]]) },
        hosts: { each: 10, of: new Map([["large.example", 0]]) }
      }
      const rest = yield* store.claimDue({ now: yield* DateTime.now, limit: 50, lease, shares })
      assert.deepStrictEqual(
        rest.filter((claim) => claim.batch.id === large.id).map(({ n }) => n),
        [41]
      )
      const batches = yield* BatchStore
      for (const batch of [large, small, theirs]) yield* batches.cancel(batch.organizationId, batch.id)
    })
  )

  it.effect(
    "takes no more at hosts that rest than is left there, whoever asks, and what waits elsewhere beside it",
    () =>
      Effect.gen(function* () {
        const store = yield* BatchWorkStore
        const [one, two] = [yield* freshOrganization({ credits: 100 }), yield* freshOrganization({ credits: 100 })]
        const rests = "rests.example"
        const waiting = yield* accepted(one.id, items(3, rests))
        const theirs = yield* accepted(two.id, items(3, rests))
        const both = yield* accepted(two.id, [...items(60, rests), itemOf(61, "well.example")])
        const shares = {
          organizations: { each: 10, of: new Map() },
          hosts: { each: 50, of: new Map(), lanes: { each: 50, of: new Map() } }
        }
        const hostsAt = Effect.fnUntraced(function* (room: number) {
          const resting = new Map([[rests, room]])
          const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 50, lease, shares, resting })
          return claims.map(({ host }) => host)
        })
        assert.deepStrictEqual(yield* hostsAt(0), ["well.example"])
        const open = yield* store.unsettled({ after: null, limit: 1_000 })
        for (const { id } of [waiting, theirs, both])
          assert.deepInclude(
            open.find(({ batch }) => batch.id === id),
            { waitsAt: rests, isDone: false }
          )
        assert.deepStrictEqual(yield* hostsAt(1), [rests])
        assert.deepStrictEqual(yield* hostsAt(2), [rests, rests])
        assert.isAtMost((yield* hostsAt(9)).length, 9)
        for (const batch of [waiting, theirs, both]) yield* (yield* BatchStore).cancel(batch.organizationId, batch.id)
      })
  )

  it.effect("looks through very many hosts that rest after a while again, and not each time", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const { id: organizationId } = yield* freshOrganization({ credits: 1_000 })
      const hosts = Array.from({ length: 500 }, (_, n) => `n${1_000 + n}.example`)
      const [first, last] = [hosts[0]!, hosts.at(-1)!]
      const [few, many] = [
        yield* accepted(organizationId, [itemOf(1, first), itemOf(2, last)]),
        yield* accepted(
          organizationId,
          hosts.map((host, n) => itemOf(n + 1, host))
        )
      ]
      const claimed = Effect.fnUntraced(function* (resting: ReadonlyArray<string>) {
        const rooms = new Map(resting.map((host) => [host, 0]))
        const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 4, lease, resting: rooms })
        return claims.map(({ batch, host }) => [batch.id, host])
      })
      assert.deepStrictEqual(yield* claimed(hosts), [])
      assert.deepStrictEqual(yield* claimed(hosts.slice(0, -1)), [[few.id, last]])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* claimed(hosts.slice(0, -1)), [[many.id, last]])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual((yield* claimed(hosts.slice(2))).map(([, host]) => host).sort(), [first, first, hosts[1]!])
      for (const batch of [few, many]) yield* (yield* BatchStore).cancel(organizationId, batch.id)
    })
  )

  it.effect("counts for an organization all that it has under way, also of batches of which nothing waits", () =>
    Effect.gen(function* () {
      const store = yield* BatchWorkStore
      const [one, two] = [yield* freshOrganization({ credits: 100 }), yield* freshOrganization({ credits: 100 })]
      const begun = yield* accepted(one.id, items(3, "begun.example"))
      assert.lengthOf(yield* claimOf(begun, 10), 3)
      const waiting = yield* accepted(one.id, items(4, "waiting.example"))
      const theirs = yield* accepted(two.id, items(4, "theirs.example"))
      const claims = yield* store.claimDue({ now: yield* DateTime.now, limit: 3, lease })
      assert.deepStrictEqual(
        claims.map(({ batch }) => batch.id),
        [theirs.id, theirs.id, theirs.id]
      )
      for (const batch of [begun, waiting, theirs]) {
        yield* (yield* BatchStore).cancel(batch.organizationId, batch.id)
      }
    })
  )
}
