/** Observed: how changes stand after what people say of them, what else there is of them, and what a monitor does meanwhile. */

import { assert, describe } from "@effect/vitest"
import type { ChangeFilter } from "@kittiwake/core/monitors/ChangeStore"
import { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { RunId } from "@kittiwake/core/monitors/domain/RunId"
import type { Triage, TriagedChange } from "@kittiwake/core/monitors/domain/Triage"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { DateTime, Effect } from "effect"
import { Database } from "../../src/memory/Database.ts"
import { triageLimits } from "../../src/monitors/domain/Triage.ts"
import {
  advance,
  changesOf,
  deliveries,
  receiver,
  runNow,
  runsOf,
  scenario,
  show,
  stored,
  update,
  watch
} from "../watching.ts"

const start = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

const idOf = (n: number) => ChangeId.make(`chg_${String(n).padStart(8, "0")}`)

/** Puts so many changes there, a minute apart, the first one the oldest. */
const putChanges = Effect.fnUntraced(function* (
  count: number,
  given: (n: number) => Partial<TriagedChange> = () => ({})
) {
  const { organization } = yield* TestInstallation
  const { changes } = yield* Database
  for (let n = 0; n < count; n++) {
    changes.set(idOf(n), {
      id: idOf(n),
      organizationId: organization.id,
      monitorId: MonitorId.make("mon_1"),
      runId: RunId.make(`run_${n}`),
      targetType: "sitemap",
      changeDetectionType: "exact",
      title: "Pages came",
      summary: "One page came.",
      detectedAt: DateTime.add(start, { minutes: n }),
      url: "https://shop.example/sitemap.xml",
      tags: [],
      triage: "open",
      triagedAt: null,
      ...given(n)
    })
  }
})

const monitors = Effect.map(Monitors, (service) => service)

const priced = (dollars: number) => `<main><p>Pro costs $${dollars} a month</p></main>`

const sweep = Effect.fnUntraced(function* (
  filter: ChangeFilter & { readonly triage: Triage },
  to: Triage,
  given: { readonly upTo?: ChangeId; readonly cursor?: string } = {}
) {
  const { organization } = yield* TestInstallation
  return yield* (yield* monitors).sweep(organization.id, { filter, to, upTo: given.upTo ?? null, cursor: given.cursor })
})

/** How many stand how. */
const standing = Effect.gen(function* () {
  const counts = { open: 0, done: 0, not_useful: 0 }
  for (const { triage } of (yield* Database).changes.values()) counts[triage]++
  return counts
})

const minute = (minutes: number) => DateTime.add(start, { minutes })

/** Everything of an installation but how its changes stand. */
const everythingElse = Effect.gen(function* () {
  const { changes, ...tables } = yield* Database
  const rest = [...changes.values()].map(({ triage: _, triagedAt: __, ...change }) => change)
  return JSON.stringify([
    rest,
    Object.entries(tables).map(([name, rows]) => [name, rows instanceof Map ? [...rows] : rows])
  ])
})

describe("triage of changes", () => {
  scenario(
    "stands beside what was found: the monitor, its runs and what was told stay as they are",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show(priced(20))
      const id = yield* watch({ webhook: receiver })
      yield* show(priced(24))
      yield* runNow(id)
      yield* advance("20 seconds")
      const [change] = yield* changesOf(id)
      const told = yield* deliveries
      assert.deepStrictEqual([change!.triage, change!.triagedAt], ["open", null])
      assert.isNotEmpty(told)
      for (const { id } of told) {
        const { body } = yield* Webhooks.use((webhooks) => webhooks.get(organization.id, id))
        assert.notInclude(body, "triage")
      }
      const before = yield* everythingElse
      const triaged = yield* (yield* monitors).triage(organization.id, change!.id, "not_useful")
      assert.strictEqual(triaged.triage, "not_useful")
      assert.strictEqual(triaged.triagedAt!.epochMilliseconds, (yield* DateTime.now).epochMilliseconds)
      assert.strictEqual(yield* everythingElse, before)
      // What is said of one change says nothing of the next.
      yield* show(priced(26))
      yield* runNow(id)
      yield* advance("20 seconds")
      const [first, second] = yield* changesOf(id)
      assert.deepStrictEqual([first!.triage, second!.triage], ["not_useful", "open"])
      assert.lengthOf(yield* runsOf(id), 3)
      yield* update(id, { name: "Other" })
      assert.strictEqual((yield* stored(id)).monitor.status, "active")
      assert.strictEqual((yield* changesOf(id))[0]!.triage, "not_useful")
    })
  )

  scenario(
    "is refused of a change that is another's, and passes it over among others",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const service = yield* monitors
      yield* putChanges(3)
      const other = OrganizationId.make("org_other")
      const refused = yield* Effect.flip(service.triage(other, idOf(1), "done"))
      assert.strictEqual(refused._tag, "ChangeNotFound")
      assert.strictEqual((yield* service.triageNamed(other, [idOf(0), idOf(1)], "done")).changed, 0)
      const swept = yield* service.sweep(other, {
        filter: { triage: "open", until: minute(100) },
        to: "done",
        upTo: null,
        cursor: undefined
      })
      assert.deepStrictEqual([swept.changed, swept.nextCursor], [0, null])
      assert.strictEqual(
        (yield* Effect.flip(
          service.sweep(other, { filter: { triage: "open" }, to: "done", upTo: idOf(1), cursor: undefined })
        ))._tag,
        "ChangeNotFound"
      )
      assert.deepStrictEqual(yield* standing, { open: 3, done: 0, not_useful: 0 })
      assert.strictEqual(
        (yield* service.triageNamed(organization.id, [idOf(0), idOf(0), ChangeId.make("chg_x")], "done")).changed,
        1
      )
      assert.deepStrictEqual(yield* service.countChanges(organization.id, { triage: "open" }), {
        count: 2,
        isMore: false
      })
      assert.deepStrictEqual(yield* service.countChanges(other, {}), { count: 0, isMore: false })
    })
  )

  scenario(
    "sweeps from one change on back, and is undone by the moment at which it was",
    Effect.gen(function* () {
      yield* putChanges(10, (n) => (n === 3 ? { triage: "not_useful", triagedAt: start } : {}))
      const swept = yield* sweep({ triage: "open" }, "done", { upTo: idOf(6) })
      assert.deepStrictEqual([swept.changed, swept.nextCursor], [6, null])
      assert.deepStrictEqual(yield* standing, { open: 3, done: 6, not_useful: 1 })
      yield* advance("1 minute")
      yield* sweep({ triage: "open", until: minute(8) }, "done")
      assert.deepStrictEqual(yield* standing, { open: 2, done: 7, not_useful: 1 })
      const undone = yield* sweep({ triage: "done", triagedAt: swept.at!, until: minute(100) }, "open")
      assert.deepStrictEqual([undone.changed, undone.at], [6, null])
      assert.deepStrictEqual(yield* standing, { open: 8, done: 1, not_useful: 1 })
    })
  )

  scenario(
    "goes on where a call had to end, and says exactly how many it changed",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const count = 2 * triageLimits.swept + 700
      yield* putChanges(count, (n) => (n % 7 === 0 ? { triage: "done", triagedAt: start } : {}))
      const open = (yield* standing).open
      assert.deepStrictEqual(yield* (yield* monitors).countChanges(organization.id, { triage: "open" }), {
        count: 1_000,
        isMore: true
      })
      const filter = { triage: "open", until: minute(count) } as const
      let changed = 0
      let cursor: string | undefined
      let calls = 0
      do {
        const swept = yield* sweep(filter, "not_useful", cursor === undefined ? {} : { cursor })
        assert.isAtMost(swept.changed, triageLimits.swept)
        changed += swept.changed
        cursor = swept.nextCursor ?? undefined
        calls++
      } while (cursor !== undefined)
      assert.deepStrictEqual([changed, calls], [open, 2])
      assert.deepStrictEqual((yield* standing).open, 0)
    })
  )

  scenario(
    "takes a cursor for the sweep that it was made for alone",
    Effect.gen(function* () {
      yield* putChanges(triageLimits.swept + 1)
      const filter = { triage: "open", until: minute(100_000) } as const
      const { nextCursor } = yield* sweep(filter, "done")
      const refused = yield* Effect.flip(sweep(filter, "not_useful", { cursor: nextCursor! }))
      assert.strictEqual(refused._tag, "InvalidCursor")
      assert.strictEqual((yield* sweep(filter, "done", { cursor: nextCursor! })).changed, 1)
    })
  )

  scenario(
    "leaves what somebody else decided between the look and the write",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* putChanges(300)
      const ids = Array.from({ length: 300 }, (_, n) => idOf(n))
      const all = { triage: "open", until: minute(1_000) } as const
      const [one, other, named] = yield* Effect.all(
        [
          sweep(all, "done"),
          sweep(all, "not_useful"),
          (yield* monitors).triageNamed(organization.id, ids.slice(100, 120), "not_useful")
        ],
        { concurrency: "unbounded" }
      )
      const counts = yield* standing
      assert.strictEqual(counts.open, 0)
      assert.isAtLeast(counts.not_useful, 20)
      assert.isAtLeast(one.changed + other.changed + named.changed, 300)
    })
  )
})
