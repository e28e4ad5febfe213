import { Brands, type RetrievedBrand } from "@kittiwake/core/brands/Brands"
import type { BrandEntry } from "@kittiwake/core/brands/domain/BrandEntry"
import type { BrandLookup, BrandRequest } from "@kittiwake/core/brands/domain/BrandRequest"
import { brandResult } from "@kittiwake/core/brands/domain/BrandResult"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { readJson } from "../body.ts"
import { NoSuchBrand, ZeroRetentionNotSupported } from "../errors.ts"
import { invalidInput } from "../inputErrors.ts"
import { Replies } from "../Replies.ts"
import { type CallInput, WebCalls } from "../web/call.ts"
import { assetAddress, ListeningHost, PublicAddress } from "../web/PublicAddress.ts"
import { cacheMetadata } from "../web/records.ts"
import { rulesOf } from "../web/requests.ts"
import { type Brand, brandRecord, pageRecord, partRecord, simpleRecord } from "./brandRecord.ts"
import { brandSearch } from "./records.ts"
import { brandRequest, lookupOf, ofCall, RetrieveBrand, type retrieveQuery } from "./retrieveInput.ts"

const decodeBody = Schema.decodeUnknownEffect(RetrieveBrand)

/** What every answer about one brand has. */
const answered = ({ cache, isPart }: RetrievedBrand) => ({
  status: "ok" as const,
  code: 200 as const,
  cache_metadata: cacheMetadata(cache),
  ...(isPart ? { partial: true as const } : {})
})

/** The whole brand, or what was read of it in time. */
const asFar = ({ isPart }: RetrievedBrand, record: typeof Brand.Type): typeof Brand.Type =>
  isPart ? partRecord(record) : record

type Query = { readonly [K in keyof typeof retrieveQuery]?: (typeof retrieveQuery)[K]["Type"] }

/** The one way in which a query names its brand. */
const queryLookup = Effect.fnUntraced(function* ({ domain, name, ticker, ticker_exchange: exchange }: Query) {
  const lookups: ReadonlyArray<BrandLookup> = [
    ...(domain === undefined ? [] : [{ _tag: "Domain", domain } as const]),
    ...(name === undefined ? [] : [{ _tag: "Name", name, country: null } as const]),
    ...(ticker === undefined
      ? []
      : [{ _tag: "Ticker", ticker, exchange: (exchange ?? "NASDAQ").toUpperCase() } as const])
  ]
  const [lookup, another] = lookups
  if (lookup !== undefined && another === undefined) return lookup
  return yield* new InvalidInput({ field: "domain", message: "give exactly one of domain, name and ticker" })
})

export const layer = HttpApiBuilder.group(
  Api,
  "brands",
  Effect.fn(function* (handlers) {
    const brands = yield* Brands
    const calls = yield* WebCalls
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const { answer } = yield* Replies

    const addressFor = (request: HttpServerRequest.HttpServerRequest) => (id: string) => assetAddress(own, request, id)

    /** With where its logo is, which is kept by us. */
    const shown = (entry: BrandEntry, at: (id: string) => string): BrandEntry => ({
      ...entry,
      logo: entry.logo === null ? null : at(entry.logo)
    })

    const retrieve = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      caller: Principal,
      input: CallInput,
      wanted: BrandRequest
    ) {
      if (input.zdr === "enabled") return yield* new ZeroRetentionNotSupported()
      return yield* calls.run(request, caller, input, rulesOf.site, (call) => brands.retrieve(call, wanted))
    })

    return handlers
      .handle("search", ({ query, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            if (query.zdr === "enabled") return yield* new ZeroRetentionNotSupported()
            const found = yield* calls.run(request, caller, query, rulesOf.site, (call) =>
              brands.search(call, caller.organization, brandSearch(query))
            )
            return { results: found.map((entry) => brandResult(shown(entry, addressFor(request)))) }
          })
        )
      )
      .handleRaw("retrieve", ({ request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const body = yield* Effect.flatMap(readJson(request), (json) =>
              Effect.mapError(decodeBody(json), (error) => invalidInput(error))
            )
            const found = yield* retrieve(request, caller, ofCall(body), brandRequest(lookupOf(body), body))
            const record = found.isPage ? pageRecord : brandRecord
            return { ...answered(found), brand: asFar(found, record(found.profile, addressFor(request))) }
          })
        )
      )
      .handle("retrieveByQuery", ({ query, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const wanted = brandRequest(yield* queryLookup(query), query)
            const found = yield* retrieve(request, caller, ofCall(query), wanted)
            return { ...answered(found), brand: asFar(found, brandRecord(found.profile, addressFor(request))) }
          })
        )
      )
      .handle("retrieveSimplified", ({ query, request }) =>
        answer((caller) =>
          Effect.gen(function* () {
            const wanted = brandRequest({ _tag: "Domain", domain: query.domain }, query)
            const found = yield* retrieve(request, caller, ofCall(query), wanted).pipe(
              Effect.catchTag("BrandNotFound", ({ message }) => Effect.fail(new NoSuchBrand({ message })))
            )
            const record = simpleRecord(found.profile, query.theme ?? null, addressFor(request))
            return { ...answered(found), brand: asFar(found, record) }
          })
        )
      )
  })
)
