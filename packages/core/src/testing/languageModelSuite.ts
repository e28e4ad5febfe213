/** What `LanguageModel` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Schema, type Scope } from "effect"
import type { LanguageModel, ModelFailed, ModelRequest } from "../models/LanguageModel.ts"

/** What the model behind an adapter does with one question. */
export type ModelReply =
  /** It writes this. */
  | { readonly says: string }
  /** It will not answer. */
  | { readonly refuses: true }
  /** It writes this and is stopped before its end. */
  | { readonly isCut: string }
  /** It never answers. */
  | { readonly hangs: true }
  /** Its server fails so, and says why in a text with the key in it. */
  | { readonly fails: "limited" | "rejected" | "unavailable" }

/** An adapter whose model answers as a test tells it. */
export interface ScriptedModel {
  readonly model: LanguageModel["Service"]
  /** How many questions came so far. */
  readonly asked: Effect.Effect<number>
  /** The key that the adapter has, and the address of its server: no message may name them. */
  readonly secrets: ReadonlyArray<string>
}

/** Builds an adapter whose model gives one reply after the other, and the last one again and again. */
export type ScriptModel = (
  replies: readonly [ModelReply, ...ReadonlyArray<ModelReply>]
) => Effect.Effect<ScriptedModel, never, Scope.Scope>

const Answer = Schema.Struct({ relevant: Schema.Boolean, why: Schema.String })

const request: ModelRequest<typeof Answer.Type> = {
  instructions: "Judge.",
  input: "Tea",
  schema: Answer,
  schemaName: "judgement",
  maxOutputTokens: 200,
  deadline: Duration.seconds(20)
}

const good = { says: '{"relevant": true, "why": "because é😀"}' }

/** Runs every promise of the port. The clock is the real one, and no test waits for more than an instant. */
export const suite = (name: string, script: ScriptModel) =>
  describe(`LanguageModel (${name})`, () => {
    /** The reason why there was no answer, and how often was asked for one. */
    const failing = Effect.fnUntraced(function* (
      replies: Parameters<ScriptModel>[0],
      more: Partial<ModelRequest<typeof Answer.Type>> = {}
    ) {
      const { asked, model, secrets } = yield* script(replies)
      const error = yield* Effect.flip(model.complete({ ...request, ...more }))
      for (const secret of secrets) assert.notInclude(error.message, secret)
      return [error.reason, yield* asked] as const
    })

    it.live("answers in the shape that was asked for, and says which model did", () =>
      Effect.gen(function* () {
        const { asked, model } = yield* script([good])
        const answer = yield* model.complete(request)
        assert.deepStrictEqual(answer.value, { relevant: true, why: "because é😀" })
        assert.isAbove(answer.model.length, 0)
        assert.isAtLeast(Math.min(answer.usage.inputTokens, answer.usage.outputTokens), 0)
        assert.strictEqual(yield* asked, 1)
      }).pipe(Effect.scoped)
    )

    it.live("asks once more for an answer of another shape, and not twice", () =>
      Effect.gen(function* () {
        for (const says of ['{"relevant": "maybe"}', "I cannot say.", "", '{"relevant": true'] as const) {
          const { asked, model } = yield* script([{ says }, good])
          assert.isTrue((yield* model.complete(request)).value.relevant, says)
          assert.strictEqual(yield* asked, 2)
          assert.deepStrictEqual(yield* failing([{ says }]), ["malformed", 2], says)
        }
      }).pipe(Effect.scoped)
    )

    it.live("asks nothing twice for another reason, and says what the reason was", () =>
      Effect.gen(function* () {
        const cases: ReadonlyArray<readonly [ModelReply, ModelFailed["reason"]]> = [
          [{ refuses: true }, "refused"],
          [{ isCut: '{"relevant": tr' }, "cut"],
          [{ fails: "limited" }, "limited"],
          [{ fails: "rejected" }, "rejected"],
          [{ fails: "unavailable" }, "unavailable"]
        ]
        for (const [reply, reason] of cases) assert.deepStrictEqual(yield* failing([reply, good]), [reason, 1])
      }).pipe(Effect.scoped)
    )

    it.live("ends with the deadline, also at the second try", () =>
      Effect.gen(function* () {
        const deadline = Duration.millis(200)
        assert.deepStrictEqual(yield* failing([{ hangs: true }], { deadline }), ["deadline", 1])
        assert.deepStrictEqual(yield* failing([{ says: "no JSON" }, { hangs: true }], { deadline }), ["deadline", 2])
      }).pipe(Effect.scoped)
    )

    it.live("takes no answer that is longer than it may be", () =>
      Effect.gen(function* () {
        const why = "x".repeat(2_000_000)
        const [reason] = yield* failing([{ says: JSON.stringify({ relevant: true, why }) }], { maxOutputTokens: 10 })
        assert.include(["malformed", "cut"], reason)
      }).pipe(Effect.scoped)
    )

    it.live("answers many at once", () =>
      Effect.gen(function* () {
        const { asked, model } = yield* script([good])
        const answers = yield* Effect.forEach(Array.from({ length: 30 }), () => model.complete(request), {
          concurrency: "unbounded"
        })
        assert.isTrue(answers.every(({ value }) => value.relevant))
        assert.strictEqual(yield* asked, 30)
      }).pipe(Effect.scoped)
    )
  })
