/** What the log says of runs and deliveries. */
import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { hourly } from "@kittiwake/core/testing/WatchedPage"
import { Effect, Logger, References } from "effect"
import { type Installation, watch } from "./watching.ts"

interface Line {
  readonly level: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The lines with these words while `happens`, on an installation of its own. */
const linesOf = <E>(words: string, happens: Effect.Effect<void, E, Installation>) =>
  Effect.gen(function* () {
    const lines: Array<Line> = []
    const logger = Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
      const [first] = Array.isArray(message) ? message : [message]
      if (first === words) lines.push({ level: logLevel, fields: fiber.getRef(References.CurrentLogAnnotations) })
    })
    yield* Effect.provide(happens, TestInstallation.layer({ loggers: [logger] }))
    return lines
  })

const url = "https://shop.example/pricing;jsessionid=1234?token=t0ken#secret"
const webhook = "https://receiver.example/hook/s3cret"

/** A monitor of that address looks once, and tells of it a receiver that answers with `status`. */
const once = (status: number) =>
  Effect.gen(function* () {
    yield* ScriptedWeb.use((web) => web.page(url, "<p>Tea</p>"))
    yield* Inbox.use((inbox) => inbox.answer(status))
    yield* watch({ url, webhook })
  })

/** A monitor of a sitemap of two addresses looks once, and may track one. */
const listedOnce = Effect.gen(function* () {
  const { organization, settle } = yield* TestInstallation
  const sitemap = "https://shop.example/sitemap.xml"
  const listed = ["/tea", "/token"].map((path) => `<url><loc>https://shop.example${path}</loc></url>`).join("")
  yield* ScriptedWeb.use((web) => web.page(sitemap, `<urlset>${listed}</urlset>`))
  const target = { type: "sitemap" as const, url: sitemap, include: [], exclude: [], maxUrls: 1 }
  yield* Monitors.use((monitors) => monitors.create(organization, { name: "Shop", target, schedule: hourly }))
  yield* settle
})

describe("the log", () => {
  it.effect("names the page of a run, without what its address may keep secret, and no field that says nothing", () =>
    Effect.gen(function* () {
      const [line, ...others] = yield* linesOf("run.recorded", once(200))
      assert.deepStrictEqual(others, [])
      assert.strictEqual(line?.level, "Info")
      assert.deepInclude(line?.fields, { verdict: "FirstSight", status: "completed", trigger: "reset" })
      assert.match(String(line?.fields.url), /^https:\/\/shop\.example\/pricing;jsessionid=\[redacted\]\?/)
      const text = JSON.stringify(line?.fields)
      for (const secret of ["1234", "t0ken", "#secret"]) assert.notInclude(text, secret)
      for (const value of Object.values(line?.fields ?? {})) assert.isTrue(value !== null && value !== undefined)
    })
  )

  it.effect("says how much of a sitemap a run left out, and not what", () =>
    Effect.gen(function* () {
      const [line] = yield* linesOf("run.recorded", listedOnce)
      assert.strictEqual(line?.fields.leftOut, "left out, and does not watch, 1 address beyond max_urls (1)")
    })
  )

  it.effect("names the host of a receiver, and warns of an attempt that failed", () =>
    Effect.gen(function* () {
      const [told] = yield* linesOf("delivery.attempted", once(204))
      assert.deepStrictEqual([told?.level, told?.fields.status], ["Info", "delivered"])
      const [failed] = yield* linesOf("delivery.attempted", once(500))
      assert.strictEqual(failed?.level, "Warn")
      assert.deepInclude(failed?.fields, {
        url: "https://receiver.example/[redacted]",
        status: "retrying",
        error: "The receiver answered 500.",
        httpStatus: 500
      })
    })
  )
})
