import { assert, describe, it } from "@effect/vitest"
import { LanguageModel, type ModelRequest } from "@kittiwake/core/models/LanguageModel"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as ServiceCaller from "@kittiwake/fetch/ServiceCaller"
import { Duration, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { layer } from "../src/LanguageModel.ts"
import { answers, type Reply, says, serve, without } from "./modelServer.ts"

/** This machine is allowed, as an intranet would be. */
const loopbackDoor = Egress.layer({ policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) } })

const Answer = Schema.Struct({ relevant: Schema.Boolean, why: Schema.String })

const request: ModelRequest<typeof Answer.Type> = {
  instructions: "Judge.",
  input: "Tea",
  schema: Answer,
  schemaName: "judgement",
  maxOutputTokens: 200,
  deadline: Duration.seconds(5)
}

const good = '{"relevant": true, "why": "because"}'

/** Asks a server that replies so. */
const ask = Effect.fnUntraced(function* (
  replies: readonly [Reply, ...ReadonlyArray<Reply>],
  more: Partial<ModelRequest<typeof Answer.Type>> = {},
  times = 1
) {
  const { asked, url } = yield* serve(...replies)
  const model = layer({ url, key: Option.some(Redacted.make("sk-secret")), model: "small" }).pipe(
    Layer.provide(ServiceCaller.layer),
    Layer.provide(loopbackDoor)
  )
  const result = yield* LanguageModel.use((port) =>
    Effect.forEach(Array.from({ length: times }), () => Effect.result(port.complete({ ...request, ...more })))
  ).pipe(Effect.provide(model))
  return { asked, result: result.at(-1)! }
})

const value = (result: Effect.Success<ReturnType<typeof ask>>["result"]) => {
  assert(result._tag === "Success", `it failed: ${result._tag === "Failure" ? result.failure.message : ""}`)
  return result.success
}

const failure = (result: Effect.Success<ReturnType<typeof ask>>["result"]) => {
  assert(result._tag === "Failure", "it answered")
  return result.failure
}

describe("a model behind the protocol of OpenAI", () => {
  it.live("answers in the shape that was asked for, with what it took", () =>
    Effect.gen(function* () {
      const { asked, result } = yield* ask([says(good)])
      assert.deepStrictEqual(value(result), {
        value: { relevant: true, why: "because" },
        model: "small-2026-11",
        usage: { inputTokens: 11, outputTokens: 7 }
      })
      assert.strictEqual(asked[0]?.path, "/v1/chat/completions")
      assert.strictEqual(asked[0]?.authorization, "Bearer sk-secret")
      assert.strictEqual(asked[0]?.body.response_format?.type, "json_schema")
      assert.strictEqual(asked[0]?.body.max_tokens, 200)
    }).pipe(Effect.scoped)
  )

  it.live("is asked in a way that its server knows, and in no other again", () =>
    Effect.gen(function* () {
      const plain = without("json_schema", without("json_object", says(good)))
      const { asked, result } = yield* ask([plain], {}, 2)
      assert.isTrue(value(result).value.relevant)
      assert.deepStrictEqual(
        asked.map(({ body }) => body.response_format?.type),
        ["json_schema", "json_object", undefined, undefined]
      )
      assert.include(asked[2]?.body.messages[0]?.content, '"relevant"', "the shape is said in words")
    }).pipe(Effect.scoped)
  )

  it.live("is understood in a fence, and behind what it thinks aloud", () =>
    Effect.gen(function* () {
      for (const content of [
        `\`\`\`json\n${good}\n\`\`\``,
        `<think>hm {"relevant": 1}</think>\n${good}`,
        `Here: ${good}`
      ]) {
        assert.isTrue(value((yield* ask([says(content)])).result).value.relevant, content)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is asked once more when its answer has another shape, and not twice", () =>
    Effect.gen(function* () {
      const mended = yield* ask([says('{"relevant": "maybe"}'), says(good)])
      assert.isTrue(value(mended.result).value.relevant)
      assert.strictEqual(mended.asked.length, 2)
      assert.strictEqual(mended.asked[1]?.body.messages.at(-2)?.role, "assistant")
      for (const junk of ["", "I cannot say.", "{", '{"relevant": true']) {
        const { asked, result } = yield* ask([says(junk)])
        assert.strictEqual(failure(result).reason, "malformed", junk)
        assert.strictEqual(asked.length, 2)
      }
    }).pipe(Effect.scoped)
  )

  it.live("fails with what went wrong, and repeats nothing that the server wrote", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Reply, string]> = [
        [says(null, { refusal: "No." }), "refused"],
        [says(null, { finish: "content_filter" }), "refused"],
        [says(good.slice(0, 9), { finish: "length" }), "cut"],
        [answers(429, "sk-secret", { "retry-after": "60" }), "limited"],
        [answers(401, "sk-secret is wrong"), "rejected"],
        [answers(404), "rejected"],
        [answers(500, "<html>"), "unavailable"],
        [answers(200, "<html>"), "malformed"],
        [answers(200, '{"choices":[]}'), "malformed"],
        [answers(200, "x".repeat(2_000_000)), "malformed"],
        [answers(200, `{"choices":[${'{"message":{}},'.repeat(10_000)}{"message":{}}]}`), "malformed"],
        [answers(307, "", { location: "http://127.0.0.1:9/" }), "rejected"],
        [(_, response) => response.socket?.destroy(), "unavailable"],
        [
          (_, response) => {
            response.writeHead(200, { "content-length": "1000" })
            response.write('{"choices":[')
            response.socket?.end()
          },
          "unavailable"
        ]
      ]
      for (const [reply, reason] of cases) {
        const { asked, result } = yield* ask([reply])
        assert.strictEqual(failure(result).reason, reason)
        assert.notInclude(failure(result).message, "sk-secret")
        assert.isAtMost(asked.length, 2)
      }
    }).pipe(Effect.scoped)
  )

  it.live("ends with the deadline, when the server hangs and when it writes byte by byte", () =>
    Effect.gen(function* () {
      const hangs: Reply = () => undefined
      const drips: Reply = (_, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(" "), 20)
        response.on("close", () => clearInterval(timer))
      }
      for (const reply of [hangs, drips]) {
        const { result } = yield* ask([reply], { deadline: Duration.millis(200) })
        assert.strictEqual(failure(result).reason, "deadline")
      }
    }).pipe(Effect.scoped)
  )

  it.live("ends questions with their time that wait for a place, and leaves them unasked", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* serve(() => undefined)
      const model = layer({ url, key: Option.none(), model: "small" }).pipe(
        Layer.provide(ServiceCaller.layer),
        Layer.provide(loopbackDoor)
      )
      const reasons = yield* LanguageModel.use((port) =>
        Effect.forEach(
          Array.from({ length: 40 }),
          () => Effect.flip(port.complete({ ...request, deadline: Duration.millis(500) })),
          { concurrency: "unbounded" }
        )
      ).pipe(Effect.provide(model))
      assert.isTrue(reasons.every(({ reason }) => reason === "deadline"))
      // Eight places, which some may get when others have just left them.
      assert.isAtMost(asked.length, 24)
    }).pipe(Effect.scoped)
  )
})
