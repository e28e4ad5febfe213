/** What becomes of a page whose crawl has a pattern that does not do any more. */
import { assert, describe, it } from "@effect/vitest"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { Duration, Effect } from "effect"
import { Alarms } from "../../src/Alarms.ts"
import { makeSuspects } from "../../src/alone.ts"
import { BatchWorkStore, type ItemClaim } from "../../src/batches/BatchWorkStore.ts"
import { makeCrawlRules } from "../../src/batches/crawlRules.ts"
import { defaultBatchOptions } from "../../src/batches/domain/BatchOptions.ts"
import { HostTurns } from "../../src/batches/HostTurns.ts"
import { type ItemEnd, ItemRecorder } from "../../src/batches/ItemRecorder.ts"
import { makeRefusals } from "../../src/batches/refusals.ts"
import { makeHostPlaces, makeWaiting, workItem } from "../../src/batches/workItem.ts"
import { layer, newReader, pageWith } from "../reading.ts"

const url = "https://site.example/"

const claimOf = (urlPattern: string) =>
  Effect.map(
    newReader(),
    (organizationId): ItemClaim => ({
      ...{ n: 1, url, host: "site.example", identity: null, depth: 0, itemId: null, meta: null, token: 1, losses: 0 },
      batch: {
        id: "batch_a" as ItemClaim["batch"]["id"],
        organizationId,
        format: "markdown",
        options: defaultBatchOptions,
        crawl: {
          source: { type: "start_url", url },
          ...{ maxPages: 20, maxDepth: null, followSubdomains: false, urlPattern }
        },
        scopeUrl: url
      }
    })
  )

/** Works the start of a crawl with the pattern, and tells how it ended. */
const workStart = Effect.fnUntraced(function* (urlPattern: string, links: ReadonlyArray<string>) {
  const anchors = links.map((link) => `<a href="${link}">A page of the site</a>`)
  yield* ScriptedWeb.use((web) => web.page(url, pageWith("Start", anchors.join(" "))))
  const ends: Array<ItemEnd> = []
  const store = yield* BatchWorkStore
  const work = workItem({
    suspects: makeSuspects(),
    rulesOf: makeCrawlRules(),
    turns: new HostTurns(),
    waiting: makeWaiting(),
    hosts: makeHostPlaces(),
    refusals: makeRefusals()
  })
  yield* work(yield* claimOf(urlPattern), Duration.hours(1)).pipe(
    Effect.provideService(BatchWorkStore, { ...store, renew: (claims) => Effect.succeed(claims.map(() => true)) }),
    Effect.provideService(ItemRecorder, {
      record: (end: ItemEnd) =>
        Effect.sync(() => {
          ends.push(end)
          return true
        })
    })
  )
  return ends.map((end) => (end._tag === "Failed" ? end.code : end._tag))
})

describe("a page of a crawl", () => {
  it.effect("fails by our own fault where its pattern is none any more, and not by its time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* workStart("(", ["/a", "/b"]), ["INTERNAL_ERROR"])
    }).pipe(Effect.provide([layer, Alarms.layer]))
  )

  it.effect("is read where it leads to nothing that the pattern would have to match", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* workStart("(", ["https://other.example/a"]), ["Succeeded"])
    }).pipe(Effect.provide([layer, Alarms.layer]))
  )

  it.effect("is read with a pattern that was taken when patterns might be larger", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* workStart("/[^/]{1,500}/[^/]{1,490}$", ["/a/b", "/c"]), ["Succeeded"])
    }).pipe(Effect.provide([layer, Alarms.layer]))
  )
})
