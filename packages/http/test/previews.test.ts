/** Observed: what a preview answers over HTTP, what it charges, and what the log keeps of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asTimePasses, type Call, call, layer, newKey, newOrganization, Outside, pick } from "./support/App.ts"

const target = { type: "page", url: "https://shop.example/prices" }

const begin = Effect.map(
  Effect.flatMap(newOrganization(), (organization) => newKey(organization)),
  ({ secret }) => secret
)

const preview = (key: string, body: object, given: Call = {}) =>
  asTimePasses(call("POST", "/v1/monitors/preview", { key, body, ...given }))

const spent = (body: unknown) => pick(body, "key_metadata", "credits_consumed")

describe("a preview over HTTP", () => {
  it.effect("takes the body of a new monitor, charges one run, and makes none", () =>
    Effect.gen(function* () {
      const key = yield* begin
      const { body, status } = yield* preview(key, {
        name: "Prices",
        target: { ...target, pinned_lines: ["10 euro"] },
        schedule: { type: "cron", expression: "0 9 * * *", time_zone: "UTC" },
        change_detection: { type: "semantic" },
        tags: ["shop"],
        webhook: { url: "https://receiver.example/hook", secret: "whsec_of_another" }
      })
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.strictEqual(spent(body), 1)
      const { seen, trace, ...rest } = body
      assert.deepStrictEqual(seen, {
        type: "page",
        text: "10 euro",
        characters: 7,
        is_cut: false,
        got_by: "server",
        lacks_browser: false,
        is_same: true,
        diff: "",
        is_diff_cut: false,
        unstable: ["10 euro"]
      })
      assert.lengthOf(trace as ReadonlyArray<unknown>, 4)
      assert.deepInclude(rest, { error: null, credits_per_run: 1, credits_per_30_days: 30, left_out: [] })
      assert.deepStrictEqual(rest.change_detection, { type: "semantic", confidence_threshold: 0.75 })
      assert.isArray(rest.conditions)
      assert.match(String(pick(rest.next_runs_at, 4)), /T09:00:/)
      assert.strictEqual((yield* call("GET", "/v1/monitors/limits", { key })).body.monitors_used, 0)
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells the parts of the page where they are asked for", () =>
    Effect.gen(function* () {
      const key = yield* begin
      const plain = yield* preview(key, { target })
      assert.notProperty(plain.body, "blocks")
      const told = yield* preview(key, { target, blocks: true })
      assert.property(told.body, "blocks")
      assert.strictEqual((yield* preview(key, { target, blocks: "yes" })).status, 400)
    }).pipe(Effect.provide(layer))
  )

  it.effect("costs nothing where a run would fail, and is no refusal", () =>
    Effect.gen(function* () {
      const key = yield* begin
      ;(yield* Outside).page = " "
      const { body, status } = yield* preview(key, { target })
      assert.deepStrictEqual([status, body.seen, spent(body)], [200, null, 0])
      assert.deepInclude(body.error, { code: "empty_content" })
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused at its deadline, and for fields that no monitor has", () =>
    Effect.gen(function* () {
      const key = yield* begin
      const late = yield* preview(key, { target, timeoutOpts: { milliseconds: 500 } })
      assert.deepStrictEqual([late.status, late.body.error_code, spent(late.body)], [408, "REQUEST_TIMEOUT", 0])
      for (const [body, said] of [
        [{}, /^target: /],
        [{ target, colour: "red" }, /^colour: /],
        [{ target: { ...target, include_selectors: ["p::nonsense"] } }, /^target\.include_selectors: /],
        [{ target: { ...target, url: "http://127.0.0.1/" } }, /^target\.url: /],
        [{ target, webhook: { url: "http://10.0.0.1/" } }, /^webhook\.url: /],
        [
          { target: { type: "extract", url: target.url, instructions: "Watch plans" } },
          /^target\.type: must be page or /
        ],
        [{ target, timeoutMS: 300_001 }, /^timeoutMS: /],
        [{ target, timeoutOpts: { milliseconds: 9_000, behavior: "return-partial" } }, /^timeoutOpts\.behavior: /]
      ] as const) {
        const refused = yield* preview(key, body)
        assert.strictEqual(refused.status, 400, JSON.stringify(refused.body))
        assert.match(String(refused.body.message), said)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("leaves no words of the page in the log of calls", () =>
    Effect.gen(function* () {
      const key = yield* begin
      ;(yield* Outside).page = "Something that nobody else says"
      const { body } = yield* preview(key, { target: { ...target, include_selectors: [".theirs"] } })
      assert.strictEqual(spent(body), 1)
      const { body: logged } = yield* call("GET", `/v1/logs/${body.request_id}`, { key })
      assert.deepInclude(logged.data, { credits_used: 1, response: null })
      for (const word of ["nobody else", ".theirs"]) assert.notInclude(JSON.stringify(logged), word)
    }).pipe(Effect.provide(layer))
  )
})
