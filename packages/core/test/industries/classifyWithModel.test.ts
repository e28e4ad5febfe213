/** A model over rules. Observed: codes and how sure they are, what the model was asked. */
import { assert, describe, it } from "@effect/vitest"
import { LanguageModel, ModelFailed, type ModelRequest } from "@kittiwake/core/models/LanguageModel"
import { Duration, Effect, Layer, Schema } from "effect"
import { classifyWithModel } from "../../src/industries/classifyWithModel.ts"
import { IndustryClassifier } from "../../src/industries/IndustryClassifier.ts"
import { saying, suite } from "../../src/testing/industryClassifierSuite.ts"
import { rules } from "./classifier.ts"

type Answering = (request: ModelRequest<unknown>) => unknown

const classifierOver = (answer: Answering) =>
  classifyWithModel(
    rules,
    LanguageModel.of({
      complete: (request) => {
        const said = answer(request as ModelRequest<unknown>)
        if (said instanceof ModelFailed) return Effect.fail(said)
        return Schema.decodeUnknownEffect(request.schema)(said).pipe(
          Effect.mapError(() => new ModelFailed({ reason: "malformed", message: "It is no answer." })),
          Effect.map((value) => ({ value, model: "stub", usage: { inputTokens: 1, outputTokens: 1 } }))
        )
      }
    })
  )

interface Input {
  readonly site: string
  readonly candidates: ReadonlyArray<{ readonly code: string; readonly title: string }>
}

const inputOf = ({ input }: ModelRequest<unknown>) => JSON.parse(input) as Input

const dental = saying({
  title: "Practice management software for dentists",
  description: "Scheduling and charting in one cloud platform for dental offices.",
  text: "Molarflow reminds patients and files claims."
})

const ask = (answer: Answering, count = { atLeast: 1, atMost: 5 }, leftMillis = 30_000) =>
  Effect.map(
    classifierOver(answer).classify({ scheme: "original_sic", words: dental, count, leftMillis }),
    ({ by, fits }) => ({ by, fits: fits.map(({ confidence, industry: { code } }) => [code, confidence]) })
  )

const software = { code: "7372", confidence: "high", quote: "Practice management software" }

const ruled = rules.classify({
  scheme: "original_sic",
  words: dental,
  count: { atLeast: 1, atMost: 5 },
  leftMillis: 30_000
})

// The same promises: first with a model that points to what comes first, then with one that is never there.
suite(
  "a model over rules",
  Layer.succeed(
    IndustryClassifier,
    classifierOver((request) => {
      const { candidates, site } = inputOf(request)
      return { codes: [{ code: candidates[0]?.code, confidence: "high", quote: site.trim().slice(0, 10) }] }
    })
  )
)
suite(
  "rules under a model that is away",
  Layer.succeed(
    IndustryClassifier,
    classifierOver(() => new ModelFailed({ reason: "unavailable", message: "It is away." }))
  )
)

describe("a model that chooses industries", () => {
  it.effect("is asked about those that rules find likely, with what the site says as data", () =>
    Effect.gen(function* () {
      const asked: Array<ModelRequest<unknown>> = []
      yield* ask(
        (request) => {
          asked.push(request)
          return { codes: [] }
        },
        undefined,
        4_000
      )
      const [request] = asked
      const { candidates, site } = inputOf(request!)
      assert.isTrue(site.startsWith(dental.title))
      assert.strictEqual(candidates.length, 30)
      assert.isTrue(candidates.some(({ title }) => title === "Prepackaged Software"))
      // It has no more time than the call has, and leaves some for the answer.
      assert.strictEqual(Duration.toMillis(request!.deadline), 3_500)
      assert.notInclude(request!.instructions, dental.title)
    })
  )

  it.effect("decides with words of the site, and may be sure", () =>
    Effect.gen(function* () {
      const { by, fits } = yield* ask(() => ({ codes: [software] }))
      assert.strictEqual(by, "stub")
      assert.deepStrictEqual(fits[0], ["7372", "high"])
      assert.strictEqual(fits.length, 1)
    })
  )

  it.effect("orders by how sure it is, and what it does not choose fills up as low", () =>
    Effect.gen(function* () {
      const answer = { codes: [{ code: "8021", confidence: "low", quote: "dental offices" }, software] }
      const { fits } = yield* ask(() => answer, { atLeast: 4, atMost: 5 })
      assert.deepStrictEqual(fits.slice(0, 2), [
        ["7372", "high"],
        ["8021", "low"]
      ])
      assert.strictEqual(fits.length, 4)
      assert.isTrue(fits.slice(2).every(([, confidence]) => confidence === "low"))
    })
  )

  it.effect("decides nothing with codes or words that it made up", () =>
    Effect.gen(function* () {
      const { fits: expected } = yield* ruled
      const wanted = expected.map(({ confidence, industry: { code } }) => [code, confidence])
      for (const codes of [
        [{ ...software, code: "0000" }],
        [{ ...software, code: "0111" }],
        [{ ...software, quote: "We publish software" }],
        [{ ...software, quote: " " }],
        [{ ...software, quote: "e" }],
        [{ ...software, quote: "x".repeat(400) }],
        []
      ]) {
        const { by, fits } = yield* ask(() => ({ codes }))
        assert.deepStrictEqual(fits, wanted)
        assert.match(by, /^rules alone/)
      }
    })
  )

  it.effect("loses no answer by failing, whatever it says instead of one", () =>
    Effect.gen(function* () {
      const { fits: expected } = yield* ruled
      const wanted = expected.map(({ confidence, industry: { code } }) => [code, confidence])
      for (const answer of [
        new ModelFailed({ reason: "deadline", message: "Too slow." }),
        "nonsense",
        { codes: "7372" }
      ]) {
        assert.deepStrictEqual((yield* ask(() => answer)).fits, wanted)
      }
    })
  )
})
