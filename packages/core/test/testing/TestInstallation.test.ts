import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Effect } from "effect"

describe("the test installation", () => {
  it.effect("moves a month", () =>
    Effect.gen(function* () {
      const { organization, advance } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const monitors = yield* Monitors
      const inbox = yield* Inbox
      yield* web.page("https://shop.example/", "<p>10 €</p>")
      const { monitor } = yield* monitors.create(organization, watched({ url: "https://shop.example/", webhook: "https://r.example/" }))
      yield* inbox.trust("https://r.example/", monitor.subscription!.secret)
      yield* advance("15 days")
      yield* web.page("https://shop.example/", "<p>12 €</p>")
      const t = performance.now()
      yield* advance("15 days")
      console.log(performance.now() - t)
      const events = yield* inbox.events
      console.log(events.length, events.filter((e) => e.event === "change.detected").length, events.every((e) => e.verified))
      console.log(DateTime.formatIso(events.at(-1)!.receivedAt), (yield* web.looks()).length)
      assert.isAbove(events.length, 700)
    }).pipe(Effect.provide(TestInstallation.layer()))
  )
})
