import { assert, describe, it, layer } from "@effect/vitest"
import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { DateTime, Effect, Exit, Option } from "effect"
import { claimRun, completed, freshOrganization, lease, newMonitor } from "../../../core/src/testing/arrangements.ts"
import { changeOf } from "../../../core/src/testing/builders.ts"
import { type OnDatabase, onServer } from "./databases.ts"

describe("storable text", () => {
  it("leaves out what Postgres cannot keep, and nothing else", () => {
    assert.strictEqual(storableText("a\0b"), "ab")
    assert.strictEqual(storableText("a\ud83db"), "a\ufffdb")
    assert.strictEqual(storableText("😀 \u0001 \\u0000"), "😀 \u0001 \\u0000")
  })

  it("makes every text of a value storable, and keeps escapes that are text", () => {
    const json = storableJson({ a: ["x\0", "\udc00"], b: "\\u0000 \\ud800" })
    assert.deepStrictEqual(JSON.parse(json), { a: ["x", "\ufffd"], b: "\\u0000 \\ud800" })
  })
})

const suite = (name: string, stores: OnDatabase) =>
  layer(stores, { timeout: "60 seconds" })(`hostile outcomes (${name})`, (it) => {
    it.effect("are recorded although their pages hold what Postgres cannot keep", () =>
      Effect.gen(function* () {
        const { id } = yield* freshOrganization()
        yield* newMonitor(id)
        const claim = yield* claimRun(id)
        const now = yield* DateTime.now
        const change = changeOf(claim.run, now, { diff: "+\0\ud800 <- here", summary: "nul \0" })
        const baseline = { type: "page" as const, text: "page \0 text \udfff", capturedAt: now }
        const recorded = yield* (yield* RunStore).record([completed(claim, now, { change, baseline })])
        assert.deepStrictEqual(recorded, [{ _tag: "Recorded" }])
        const kept = Option.getOrThrow(yield* (yield* MonitorStore).baseline(id, claim.run.monitorId))
        assert.strictEqual(kept.type === "page" ? kept.text : "", "page  text \ufffd")
        const stored = Option.getOrThrow(yield* (yield* ChangeStore).get(id, change.id))
        assert.strictEqual(stored.diff, "+\ufffd <- here")
      })
    )

    it.effect("that cannot be written at all take no others down with them", () =>
      Effect.gen(function* () {
        const runs = yield* RunStore
        const { id } = yield* freshOrganization()
        const [one, two, three] = [yield* newMonitor(id), yield* newMonitor(id), yield* newMonitor(id)]
        const now = yield* DateTime.now
        const claims = yield* runs.claimDue({
          now,
          limit: 10,
          lease,
          holdUntil: DateTime.add(now, { minutes: 15 }),
          runIds: Array.from({ length: 10 }, (_, index) => `run_of_slot_${index}`)
        })
        const claimOf = (monitorId: string) => claims.find((claim) => claim.stored.monitor.id === monitorId)!
        const first = claimOf(one.monitor.id)
        const change = changeOf(first.run, now)
        yield* runs.record([completed(first, now, { change })])
        const bad = completed(claimOf(two.monitor.id), now, { change })
        const good = completed(claimOf(three.monitor.id), now)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(runs.record([bad, good]))))
        assert.strictEqual(Option.getOrThrow(yield* runs.get(id, good.run.id)).status, "completed")
        assert.strictEqual(Option.getOrThrow(yield* runs.get(id, bad.run.id)).status, "running")
      })
    )
  })

onServer(suite)
