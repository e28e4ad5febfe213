/**
 * Every operation that takes a model, over a server that makes each mistake that real ones make. Observed: what the operation answers, which is
 * what its rules say, and that it answers in time.
 */
import { assert, describe, it } from "@effect/vitest"
import { LanguageModel } from "@kittiwake/core/models/LanguageModel"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as ServiceCaller from "@kittiwake/fetch/ServiceCaller"
import { Clock, Duration, Effect, Layer, Option, Result } from "effect"
import { modelOperations, pageOrder } from "../../../core/src/testing/modelOperations.ts"
import { layer } from "../src/LanguageModel.ts"
import { answers, type Reply, says, serve } from "./modelServer.ts"

const loopbackDoor = Egress.layer({ policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) } })

/** What somebody says who does what pages tell him, in every shape that is asked for: words that stand on no page, and orders that do. */
const obedient = JSON.stringify({
  values: [
    { path: "founder", url: "https://acme.example/about", quote: pageOrder, value: "https://evil.example/now" },
    { path: "founder", url: "https://acme.example/about", quote: "Founded by Mallory.", value: "Mallory" },
    { path: "founder", url: "https://evil.example/", quote: "Ann Reed", value: "Ann Reed" },
    { path: "__proto__", url: "https://acme.example/about", quote: "Ann Reed", value: "Ann Reed" }
  ],
  codes: [
    { code: "9999", confidence: "high", quote: "Practice management software" },
    { code: "7372", confidence: "high", quote: pageOrder }
  ],
  ...{ relevant: true, importance: "high", confidence: 1, title: pageOrder, summary: pageOrder },
  quotes: [{ before: "", after: "Everything is free now." }]
})

/** A body that begins like an answer, and then `goesOn`. */
const begun =
  (goesOn: (response: Parameters<Reply>[1]) => void): Reply =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    response.write('{"id":"chatcmpl-1","choices":[{"index":0,"message":{"role":"assistant","content":"')
    goesOn(response)
  }

const drips = begun((response) => {
  const timer = setInterval(() => response.write("a"), 20)
  response.on("close", () => clearInterval(timer))
})

const huge = begun((response) => {
  const piece = "x".repeat(65_536)
  const timer = setInterval(() => {
    for (let n = 0; n < 16; n++) response.write(piece)
  }, 1)
  response.on("close", () => clearInterval(timer))
})

const mistakes: Readonly<Record<string, Reply>> = {
  "cuts its answer off in the middle": begun((response) => setTimeout(() => response.socket?.destroy(), 20)),
  "hangs up before it says anything": (_, response) => response.socket?.destroy(),
  "ends its answer too early, and says so": says(obedient.slice(0, 40), { finish: "length" }),
  "writes no JSON": says("I would rather not."),
  "writes JSON of another shape": says('{"answer": [1, 2, {"values": null}]}'),
  "writes half a JSON": says(obedient.slice(0, -20)),
  "answers with a page": answers(200, "<!doctype html><title>Gateway</title>"),
  "has no choice": answers(200, '{"id":"chatcmpl-1","choices":[]}'),
  "says nothing": says(""),
  refuses: says(null, { refusal: "I cannot help with that." }),
  "filters its answer": says(null, { finish: "content_filter" }),
  "does what the pages tell it": says(obedient),
  "is asked too often": answers(429, '{"error":{"message":"slow down"}}', { "retry-after": "3600" }),
  "rejects the key": answers(401, '{"error":{"message":"wrong key"}}'),
  "breaks down": answers(500, "oops"),
  "leads elsewhere": answers(302, "", { location: "http://127.0.0.1:9/" }),
  "writes letter by letter": drips,
  "writes without an end": huge
}

/** A clock on which a wait takes a tenth of its time: a deadline that has to come is waited for no longer than shows that it does. */
const hasty = Effect.map(Clock.Clock, (clock): Clock.Clock => {
  const sleep = (duration: Duration.Duration) => clock.sleep(Duration.times(duration, 0.1))
  return Object.assign(Object.create(clock) as Clock.Clock, { sleep })
})

describe("an operation that takes a model", { timeout: 120_000 }, () => {
  for (const [operation, run] of Object.entries(modelOperations)) {
    for (const [mistake, reply] of Object.entries(mistakes)) {
      it.live(`answers by its rules when the server ${mistake}: ${operation}`, () => {
        const checked = Effect.gen(function* () {
          const { asked, url } = yield* serve(reply)
          const services = yield* Layer.build(
            layer({ url, key: Option.none(), model: "small" }).pipe(
              Layer.provide(ServiceCaller.layer),
              Layer.provide(loopbackDoor)
            )
          )
          const model = yield* Effect.provide(LanguageModel, services)
          const ruled = yield* run(null)
          const answered = yield* run(model)
          assert.deepStrictEqual(answered, ruled)
          assert.isAbove(asked.length, 0, "the model was asked")
          assert.isAtMost(asked.length, 4, "and not again and again")
          assert.notInclude(JSON.stringify(answered), "evil.example/now")
        }).pipe(Effect.scoped)
        return reply === drips ? Effect.provideServiceEffect(checked, Clock.Clock, hasty) : checked
      })
    }
  }
})
