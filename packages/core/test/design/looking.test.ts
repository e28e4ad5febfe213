import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { LookFlights } from "../../src/design/LookFlights.ts"
import { lookAtStyles } from "../../src/design/lookAtStyles.ts"
import { StyleReader } from "../../src/design/StyleReader.ts"
import { OrganizationId } from "../../src/organizations/domain/Organization.ts"
import { WorksFor } from "../../src/organizations/WorksFor.ts"
import { layer, ScriptedBrowser } from "../reading.ts"
import { look } from "./looks.ts"

const url = "https://site.example/"

const turns = Effect.repeat(Effect.yieldNow, { times: 100 })

/** How a look ends that is given so much time, for the organization. */
const looking = Effect.fnUntraced(function* (organization: string, seconds: number) {
  const deadline = { atMillis: (yield* Clock.currentTimeMillis) + seconds * 1_000, acceptsPart: false }
  return yield* lookAtStyles({ deadline, freshness: { maxAgeMillis: 0, zeroRetention: false } }, url, "light").pipe(
    Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: ({ cache }) => cache.status }),
    Effect.provideService(WorksFor, OrganizationId.make(organization))
  )
})

describe("looks at a page", () => {
  it.effect("at the same time are one for each organization, and for each who has more time than there is", () =>
    Effect.gen(function* () {
      const browser = yield* ScriptedBrowser
      browser.show = () => Effect.delay(Effect.succeed({ html: "<p>Words</p>", styles: look() }), "25 seconds")
      const asking = yield* Effect.forEach(
        [
          ["one", 20],
          ["one", 30],
          ["one", 31],
          ["other", 20],
          ["other", 30]
        ] as const,
        ([organization, seconds]) => Effect.forkChild(looking(organization, seconds))
      )
      yield* turns
      yield* TestClock.adjust("26 seconds")
      const ends = yield* Effect.forEach(asking, Fiber.join)
      assert.deepStrictEqual(ends, ["DeadlinePassed", "miss", "miss", "DeadlinePassed", "miss"])
      assert.lengthOf(browser.asked, 3)
    }).pipe(Effect.provide([layer, LookFlights.layer, Layer.mock(StyleReader, {})]))
  )
})
