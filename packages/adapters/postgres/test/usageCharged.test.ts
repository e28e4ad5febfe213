import { assert, layer } from "@effect/vitest"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect } from "effect"
import { freshCaller, groupsAround, logOf, noon } from "../../../core/src/testing/usageEvents.ts"
import { runStatements } from "../src/migrate.ts"
import * as usageCharged from "../src/migrations/0011_usage_charged.ts"
import { onServer } from "./databases.ts"

onServer((_, stores) =>
  layer(stores)("calls that were charged before charges were counted by themselves", (it) => {
    it.effect("are told by their charges, which the sums do not take in again", () =>
      Effect.gen(function* () {
        const owner = yield* freshCaller
        const later = DateTime.add(noon, { seconds: 1 })
        const logs = [
          logOf(owner, { creditsUsed: 3, keyId: null, grantId: "grant_1" }),
          logOf(owner, { creditsUsed: 0 }),
          logOf(owner, { creditsUsed: 4, at: later })
        ]
        yield* (yield* UsageStore).append(logs)
        const summed = [
          { value: "grant_1", creditsUsed: 0, requestCount: 1 },
          { value: "key_a", creditsUsed: 0, requestCount: 2 }
        ]
        const atNoon = summed.map((group) => ({ ...group, requestCount: 1 }))
        assert.sameDeepMembers([...(yield* groupsAround(owner, noon, "key_id"))[2]!], atNoon)
        for (let times = 0; times < 2; times++) yield* runStatements(usageCharged)
        const [byDay, byHour, byRow] = yield* groupsAround(owner, noon, "key_id")
        for (const sums of [byDay, byHour]) assert.sameDeepMembers([...sums!], summed)
        assert.sameDeepMembers([...byRow!], [{ ...atNoon[0]!, creditsUsed: 3 }, atNoon[1]!])
      })
    )
  })
)
