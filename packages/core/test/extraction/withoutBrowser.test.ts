/** What is told of pages that only a browser shows, where there is none: nothing is charged for them. */
import { assert, describe, it } from "@effect/vitest"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import type { WebError } from "@kittiwake/core/pages/errors"
import { Products } from "@kittiwake/core/products/Products"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as FactReader from "@kittiwake/html/FactReader"
import * as PageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer, Result } from "effect"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { defaultPdf, plainSource } from "../../src/pages/domain/ScrapeRequest.ts"

const url = "https://shop.example/tea"

const shell = "<title>Tea</title><div id=root></div><script src=/app.js></script>"

const callOf = Effect.fnUntraced(function* (route: string) {
  const { organization } = yield* TestInstallation
  return {
    organizationId: organization.id,
    requestId: crypto.randomUUID(),
    ...{ route, caller: "key", isWanted: () => true },
    deadline: { atMillis: (yield* Clock.currentTimeMillis) + 30_000, acceptsPart: false },
    freshness: { maxAgeMillis: 60_000, zeroRetention: false }
  }
})

const assertMissing = Effect.fnUntraced(function* <A, R>(work: Effect.Effect<A, WebError, R>) {
  yield* (yield* ScriptedWeb).page(url, shell)
  assert.deepInclude(yield* Effect.flip(work), {
    _tag: "CapabilityMissing",
    message: "Only a browser shows this page. The plain readers have no browser."
  })
  const { organization } = yield* TestInstallation
  assert.deepInclude(yield* (yield* Credits).account(organization.id), { balance: 1_000, held: 0 })
})

const inTest = Effect.provide(
  TestInstallation.layer({
    credits: 1_000,
    readers: Layer.mergeAll(PlainReaders.layer, FactReader.layer, PageReader.layer)
  })
)

describe("a page that only a browser shows", () => {
  it.effect("gives no data without one", () =>
    Effect.gen(function* () {
      const call = yield* callOf("/web/extract")
      const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { price: { type: "number" } } }))
      const request = {
        ...{ source: plainSource(url), pdf: defaultPdf, shape, instructions: "The price", factCheck: false },
        ...{ maxPages: 3, maxDepth: null, followSubdomains: false, stopAfterMillis: 20_000 }
      }
      yield* assertMissing((yield* Extraction).extractData(call, request))
    }).pipe(inTest)
  )

  it.effect("is not said to sell nothing without one", () =>
    Effect.gen(function* () {
      const call = yield* callOf("/brand/ai/product")
      yield* assertMissing((yield* Products).extract(call, { url }))
    }).pipe(inTest)
  )
})
