/** What is answered of industries over the published lists (contract/design-industry.md §4, §5), by the public client. */
import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as IndustryTables from "@kittiwake/industries/IndustryTables"
import { Effect, Layer } from "effect"
import { classifyByRules } from "../../../packages/core/src/industries/classifyByRules.ts"
import { IndustryClassifier } from "../../../packages/core/src/industries/IndustryClassifier.ts"
import { withServer } from "../Server.ts"
import { open, pageOf } from "./companies.ts"

const overPublishedLists = Layer.effect(IndustryClassifier, classifyByRules).pipe(Layer.provide(IndustryTables.layer))

const published = { readers: Layer.merge(PlainReaders.layer, overPublishedLists) }

const farm = pageOf("Old Oak Wheat Farm", "A wheat farm: we grow winter wheat and harvest wheat every summer.")

describe("industries of the published lists", () => {
  it(
    "have the digits, titles and groups of their list, zeros at the beginning too",
    withServer(async ({ client, show }) => {
      await show("https://oak.example/", farm)
      const naics = await client.industry.retrieveNaics({ input: "oak.example", maxResults: 1 })
      assert.deepStrictEqual(
        naics.codes?.map(({ code, name }) => [code, name]),
        [["111140", "Wheat Farming"]]
      )
      const manual = await client.industry.retrieveSic({ input: "oak.example", maxResults: 1 })
      assert.deepStrictEqual<unknown>(
        manual.codes?.map(({ confidence: _, ...code }) => code),
        [{ code: "0111", name: "Wheat", majorGroup: "01", majorGroupName: "Agricultural Production Crops" }]
      )
      const sec = await client.industry.retrieveSic({ input: "oak.example", type: "latest_sec", maxResults: 1 })
      assert.strictEqual(sec.codes?.[0]?.code, "0100")
      assert.deepStrictEqual(Object.keys(sec.codes?.[0] ?? {}).sort(), ["code", "confidence", "name", "office"])
    }, published)
  )

  it(
    "are one at least and five at most unless ten are wanted, each once, the surest first",
    withServer(async ({ client, show }) => {
      const text = "Software, shoes, wheat, dentists, lawyers, plumbers, bakeries, hotels, banks, cars, books and toys."
      await show("https://all.example/", pageOf("Everything", text))
      const order = ["high", "medium", "low"]
      for (const [given, least, most] of [
        [{}, 1, 5],
        [{ minResults: 5 }, 5, 5],
        [{ minResults: 7 }, 7, 7],
        [{ minResults: 10, maxResults: 10 }, 10, 10],
        [{ maxResults: 1 }, 1, 1],
        [{ minResults: 3, maxResults: 10 }, 3, 10]
      ] as const) {
        for (const { codes = [] } of [
          await client.industry.retrieveNaics({ input: "all.example", ...given }),
          await client.industry.retrieveSic({ input: "all.example", ...given }),
          await client.industry.retrieveSic({ input: "all.example", type: "latest_sec", ...given })
        ]) {
          assert.isTrue(codes.length >= least && codes.length <= most, `${JSON.stringify(given)}: ${codes.length}`)
          assert.strictEqual(new Set(codes.map(({ code }) => code)).size, codes.length)
          const ranks = codes.map(({ confidence }) => order.indexOf(confidence))
          assert.deepStrictEqual(
            ranks,
            ranks.toSorted((one, other) => one - other)
          )
          // No rule is as sure as a model that quotes the page.
          assert.isFalse(ranks.includes(0))
        }
      }
    }, published)
  )
})

describe("industries of a company that keeps nothing here", () => {
  it(
    "are read anew each time",
    withServer(async (server) => {
      await open(server)
      await server.run(
        Effect.gen(function* () {
          const { organization } = yield* TestInstallation
          yield* (yield* Administration).change(organization.id, { zeroDataRetention: true })
        })
      )
      await server.advance("2 minutes")
      let looks = 0
      for (const ask of [server.client.industry.retrieveNaics, server.client.industry.retrieveSic]) {
        const { data, response } = await ask
          .call(server.client.industry, { input: "smile.example", zdr: "enabled" } as never)
          .withResponse()
        looks += 1
        assert.deepStrictEqual([data.domain, response.headers.get("x-service-zdr")], ["smile.example", "true"])
        assert.notProperty(data, "cache_metadata")
        assert.strictEqual(await server.looks("https://smile.example/"), looks)
      }
      await server.client.industry.retrieveNaics({ input: "smile.example" })
      assert.strictEqual(await server.looks("https://smile.example/"), looks + 1, "nothing was kept")
    })
  )
})
