/** The same with Effect: the services are ordinary layers, and the clock is the `TestClock`. */
import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Effect } from "effect"

const shop = "https://shop.example/pricing"

describe("a month with Effect", () => {
  it.effect(
    "finds the change at the next slot, and tells it once",
    () =>
      Effect.gen(function* () {
        const { advance, organization } = yield* TestInstallation
        const web = yield* ScriptedWeb
        const monitors = yield* Monitors
        const inbox = yield* Inbox

        yield* web.page(shop, "<p>10 €</p>")
        yield* web.page(shop, "<p>12 €</p>", { from: DateTime.makeUnsafe("2026-01-15T00:00:00Z") })

        const { monitor } = yield* monitors.create(
          organization,
          watched({ url: shop, webhook: "https://hooks.example/" })
        )
        yield* inbox.trust("https://hooks.example/", monitor.subscription?.secret ?? "")
        yield* advance("30 days")

        const told = (yield* inbox.events).filter(({ event }) => event === "change.detected")
        assert.strictEqual(told.length, 1)
        assert.isTrue(told[0]?.verified)
        assert.strictEqual(DateTime.formatIso(told[0]!.receivedAt).slice(0, 13), "2026-01-15T00")
        assert.strictEqual((yield* web.looks(shop)).length, 721, "720 looks, and a second one to confirm the change")
      }).pipe(Effect.provide(TestInstallation.layer())),
    30_000
  )
})
