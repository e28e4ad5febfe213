/** Industries of companies. Observed: codes, looks at the scripted web, credits, refusals, time. */
import { assert, describe, it } from "@effect/vitest"
import { Industries } from "@kittiwake/core/industries/Industries"
import { Pages } from "@kittiwake/core/pages/Pages"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import type { Call } from "@kittiwake/core/web/domain/Call"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as CompanyNames from "../../src/brands/CompanyNames.ts"
import type { IndustryScheme } from "../../src/industries/domain/IndustryScheme.ts"
import { callOf, creditsLeft, newReader, ports } from "../reading.ts"
import { layer as classifier } from "./classifier.ts"

const layer = Industries.layer.pipe(
  Layer.provide(CompanyNames.layer),
  Layer.provideMerge(Pages.layer),
  Layer.provideMerge(ports),
  Layer.provideMerge(classifier)
)

type Reader = Effect.Success<ReturnType<typeof newReader>>

const name = Effect.fnUntraced(function* (
  reader: Reader,
  company: string,
  scheme: IndustryScheme = "naics_2022",
  more: Partial<Call> & { readonly atLeast?: number; readonly atMost?: number } = {}
) {
  const { atLeast = 1, atMost = 5, ...given } = more
  const call = yield* callOf(reader, { route: "/web/naics", ...given })
  return yield* (yield* Industries).name(call, { company, scheme, count: { atLeast, atMost } })
})

const refusal = (...asked: Parameters<typeof name>) => Effect.flip(name(...asked))

const put = (url: string, script: Parameters<ScriptedWeb["Service"]["page"]>[1]) =>
  Effect.flatMap(ScriptedWeb, (web) => web.page(url, script))

const looks = Effect.map(
  Effect.flatMap(ScriptedWeb, (web) => web.looks()),
  (taken) => taken.map(({ url }) => url)
)

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`

const dentist = html(
  "Bright Smile Family Dental",
  `<nav><a href="/our-practice">About us</a><a href="/care">Services</a><a href="/blog">Blog</a></nav>
  <main><h1>A dentist for the whole family</h1><p>Our dentists offer teeth cleaning, fillings, root canals and dentures.
  New patients are welcome. Call the practice for an appointment.</p></main>`
)

const withSite = Effect.gen(function* () {
  yield* put("https://smile.example/", dentist)
  yield* put(
    "https://smile.example/our-practice",
    html("About us", "<main><p>Two dentists and a hygienist.</p></main>")
  )
  yield* put("https://smile.example/care", html("Services", "<main><p>Crowns, implants and dental x-rays.</p></main>"))
  return yield* newReader(100)
})

describe("the industries of a company", () => {
  it.effect("are told by its front page and what that leads to, for ten credits", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      const { credits, value } = yield* name(reader, "smile.example")
      assert.strictEqual(credits, 10)
      assert.deepStrictEqual(
        { ...value, codes: value.codes.slice(0, 1) },
        {
          domain: "smile.example",
          codes: [{ code: "621210", name: "Offices of Dentists", confidence: "medium" }],
          isPart: false
        }
      )
      assert.sameMembers(yield* looks, [
        "https://smile.example/",
        "https://smile.example/robots.txt",
        "https://smile.example/our-practice",
        "https://smile.example/care"
      ])
      assert.strictEqual((yield* creditsLeft(reader)).balance, 90)
    }).pipe(Effect.provide(layer))
  )

  it.effect("have what the list that was asked for says of its codes", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      const first = (scheme: IndustryScheme) =>
        Effect.map(name(reader, "smile.example", scheme), ({ value }) => value.codes[0])
      assert.deepStrictEqual(yield* first("original_sic"), {
        code: "8021",
        name: "Offices and Clinics of Dentists",
        confidence: "medium",
        majorGroup: "80",
        majorGroupName: "Health Services"
      })
      const sec = yield* first("latest_sec")
      assert.deepStrictEqual(Object.keys(sec ?? {}), ["code", "name", "confidence", "office"])
      assert.match(sec?.code ?? "", /^80\d\d$/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("are told of pages that were read before, for ninety days", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      yield* name(reader, "smile.example")
      const before = (yield* looks).length
      yield* TestClock.adjust("89 days")
      const again = yield* name(reader, "https://www.smile.example/team?x=1", "original_sic")
      assert.strictEqual(again.value.domain, "smile.example")
      // What robots may see is asked anew.
      assert.deepStrictEqual((yield* looks).slice(before), ["https://smile.example/robots.txt"])
      yield* TestClock.adjust("2 days")
      yield* name(reader, "smile.example")
      assert.isAbove((yield* looks).length, before + 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("leave nothing behind where nothing may be kept", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      const freshness = { maxAgeMillis: 1_000, zeroRetention: true }
      for (const round of [1, 2]) {
        yield* name(reader, "smile.example", "naics_2022", { freshness })
        assert.strictEqual((yield* looks).length, 4 * round)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("do without the pages that robots may not see, that are broken or that come too late", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      yield* put("https://smile.example/robots.txt", "User-agent: *\nDisallow: /care")
      yield* put("https://smile.example/our-practice", { status: 500, body: "broken" })
      const { value } = yield* name(reader, "smile.example")
      assert.deepStrictEqual([value.codes[0]?.code, value.isPart], ["621210", false])
      assert.notInclude(yield* looks, "https://smile.example/care")
    }).pipe(Effect.provide(layer))
  )

  it.effect("wait a quarter of a minute for the pages beside the first, and no longer", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      yield* put("https://smile.example/our-practice", { body: dentist, latency: "20 seconds" })
      const late = yield* Effect.forkChild(name(reader, "smile.example"))
      yield* Effect.repeat(TestClock.adjust("1 second"), { times: 16 })
      const { value } = yield* Fiber.join(late)
      assert.deepStrictEqual([value.codes[0]?.code, value.isPart], ["621210", false])
    }).pipe(Effect.provide(layer))
  )

  it.effect("are a part where the deadline leaves pages out, and none where a part is no answer", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      yield* put("https://smile.example/care", { body: dentist, latency: "1 minute" })
      const asked = Effect.fnUntraced(function* (acceptsPart: boolean) {
        const atMillis = (yield* Clock.currentTimeMillis) + 6_000
        const asking = yield* Effect.forkChild(
          Effect.result(name(reader, "smile.example", "naics_2022", { deadline: { atMillis, acceptsPart } }))
        )
        yield* TestClock.adjust("6 seconds")
        return yield* Fiber.join(asking)
      })
      const part = yield* asked(true)
      assert.isTrue(
        part._tag === "Success" && part.success.value.isPart && part.success.value.codes[0]?.code === "621210"
      )
      const before = yield* creditsLeft(reader)
      const none = yield* asked(false)
      assert.isTrue(none._tag === "Failure" && none.failure._tag === "DeadlinePassed")
      assert.deepStrictEqual(yield* creditsLeft(reader), before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("cost nothing where there are none", () =>
    Effect.gen(function* () {
      const reader = yield* withSite
      yield* put("https://empty.example/", html("", "<p>1234 …</p>"))
      yield* put("https://gone.example/", { status: 404, body: html("Not found", "<p>Nothing is here.</p>") })
      const tags: Array<string> = []
      for (const company of ["empty.example", "gone.example", "Acme Industries", "Acme Inc.", "co.uk"]) {
        tags.push((yield* refusal(reader, company))._tag)
      }
      assert.deepStrictEqual(tags, [
        "WebsiteInaccessible",
        "WebsiteInaccessible",
        "TargetNotFound",
        "TargetNotFound",
        "TargetNotFound"
      ])
      const wrong = yield* refusal(reader, "smile.example", "naics_2022", { atLeast: 4, atMost: 3 })
      assert.strictEqual(wrong._tag === "InvalidInput" && wrong.field, "minResults")
      assert.deepStrictEqual(yield* creditsLeft(reader), { balance: 100, held: 0, available: 100 })
    }).pipe(Effect.provide(layer))
  )

  it.effect("are looked for over HTTP where a site does not answer over HTTPS", () =>
    Effect.gen(function* () {
      const reader = yield* newReader(100)
      yield* put("http://old.example/", dentist)
      yield* put("https://old.example/", { status: 500, body: "" })
      assert.strictEqual((yield* name(reader, "old.example")).value.codes[0]?.code, "621210")
    }).pipe(Effect.provide(layer))
  )
})
