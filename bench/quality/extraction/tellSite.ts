/** What the operation that callers use says of a made site, over a scripted web that needs no network. */
import { usualExtractPages, usualStopAfterMillis } from "@kittiwake/core/extraction/domain/ExtractRequest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { Extraction, type SiteData } from "@kittiwake/core/extraction/Extraction"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { defaultPdf, plainSource } from "@kittiwake/core/pages/domain/ScrapeRequest"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as HtmlFactReader from "@kittiwake/html/FactReader"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer, Result } from "effect"
import type { SampleSite } from "./SampleSite.ts"

/** The facts are read as in the product, each installation by a reader of its own. */
const factReader = Layer.effect(FactReader, FactReader).pipe(Layer.provide(HtmlFactReader.layer))

const installation = TestInstallation.layer({
  pageReader: HtmlPageReader.layer,
  readers: Layer.merge(PlainReaders.layer, factReader),
  credits: 1_000
})

const tell = Effect.fnUntraced(function* (site: SampleSite, maxPages: number) {
  const web = yield* ScriptedWeb
  for (const [path, html] of Object.entries(site.pages)) yield* web.page(site.start + path, html)
  const { organization } = yield* TestInstallation
  const now = yield* Clock.currentTimeMillis
  const call = {
    organizationId: organization.id,
    requestId: `req_${site.id}`,
    route: "/web/extract",
    caller: "key",
    isWanted: () => true,
    deadline: { atMillis: now + usualStopAfterMillis.plain + 60_000, acceptsPart: false },
    freshness: { maxAgeMillis: 0, zeroRetention: false }
  } as const
  const request = {
    source: plainSource(site.start),
    shape: Result.getOrThrow(readDataSchema(site.schema)),
    instructions: site.instructions,
    factCheck: true,
    maxPages,
    maxDepth: null,
    followSubdomains: false,
    pdf: defaultPdf,
    stopAfterMillis: usualStopAfterMillis.plain
  }
  const { value } = yield* (yield* Extraction).extractData(call, request)
  return value
})

/** Each site in an installation of its own. */
export const tellSite = (site: SampleSite, maxPages: number = usualExtractPages): Promise<SiteData> =>
  Effect.runPromise(Effect.provide(tell(site, maxPages), installation))
