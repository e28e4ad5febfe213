/**
 * Wikidata: persons of public interest, in the public domain.
 *
 * **Details.** Who has an account among the clues is found by the statement that names it, others by both names; only items of humans are
 * told. Places of work and schools are told with their own domain, those of now first, as far as the requests of a question go.
 */

import { readProfile } from "@kittiwake/core/internal/people/domain/profileAddress"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord } from "@kittiwake/core/people/domain/PersonRecord"
import { mostRecords, type PersonSource } from "@kittiwake/core/people/PersonSource"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Option, Schema } from "effect"
import { decoded, exchange, failed, type Read } from "./exchange.ts"
import { type Item, Items, labelOf } from "./wikidataItems.ts"
import {
  isHuman,
  type Named,
  namedIn,
  networkProperties,
  placesOf,
  siteOf,
  siteProperty,
  wikidataPerson
} from "./wikidataPerson.ts"

export interface WikidataOptions {
  /** Where it answers; its own address unless given. */
  readonly url?: string
}

const Found = Schema.Struct({ search: Schema.Array(Schema.Struct({ id: Schema.String })) })
const Stated = Schema.Struct({
  query: Schema.Struct({ search: Schema.Array(Schema.Struct({ title: Schema.String })) })
})
const Claims = Schema.Struct({
  claims: Schema.Union([Schema.Record(Schema.String, Schema.Array(Schema.Unknown)), Schema.Array(Schema.Unknown)])
})

/** It answers 200 with an error, too. */
const Refused = Schema.Struct({ error: Schema.Struct({ code: Schema.String }) })

const readFound = Schema.decodeUnknownOption(Found)
const readStated = Schema.decodeUnknownOption(Stated)
const readItems = Schema.decodeUnknownOption(Items)
const readClaims = Schema.decodeUnknownOption(Claims)
const readRefused = Schema.decodeUnknownOption(Refused)

/** Requests of one question, of them those for domains of places; items in one of them; bytes of one answer. */
const bounds = { requests: 8, sites: 3, items: 50, bytes: 8_388_608, values: 250_000 } as const

const itemId = /^Q[1-9]\d{0,11}$/

type Ask = (parameters: Readonly<Record<string, string>>) => ReturnType<Read>

const asking =
  (read: Read, url: string): Ask =>
  (parameters) =>
    Effect.gen(function* () {
      const json = yield* read(`${url}?${new URLSearchParams({ ...parameters, format: "json" })}`)
      const refused = Option.flatMap(json, readRefused)
      if (Option.isNone(refused)) return json
      const isBusy = /ratelimited|maxlag|busy|unavailable|readonly/i.test(refused.value.error.code)
      return yield* failed(isBusy ? "throttled" : "rejected", "It does not take the question.")
    })

/** Accounts of the clues as statements of items would have them. */
const statementsIn = (urls: ReadonlyArray<string>): ReadonlyArray<string> =>
  urls.flatMap((url) => {
    const profile = readProfile(url)
    const property = profile === null ? undefined : networkProperties[profile.network]
    if (profile === null || property === undefined) return []
    const asWritten =
      parseUrl(url)
        ?.pathname.replace(/(?<!\/)\/+$/, "")
        .split("/")
        .at(-1) ?? profile.user
    const users = [...new Set([asWritten, profile.user])].filter((user) => /^[\w.-]{1,100}$/.test(user))
    return users.map((user) => `${property}=${user}`)
  })

const itemsOf = (urls: ReadonlyArray<string>): ReadonlyArray<string> =>
  urls.flatMap((url) => {
    const profile = readProfile(url)
    return profile?.network === "wikidata" ? [profile.user.toUpperCase()] : []
  })

const byStatement = Effect.fnUntraced(function* (ask: Ask, statements: ReadonlyArray<string>) {
  if (statements.length === 0) return []
  const srsearch = `haswbstatement:${statements.slice(0, 10).join("|")}`
  const json = yield* ask({ action: "query", list: "search", srsearch, srlimit: "5", srprop: "" })
  if (Option.isNone(json)) return []
  return (yield* decoded(readStated, json.value)).query.search.map(({ title }) => title)
})

const byName = Effect.fnUntraced(function* (ask: Ask, name: string) {
  const limit = String(mostRecords)
  const json = yield* ask({
    action: "wbsearchentities",
    search: name.slice(0, 200),
    language: "en",
    type: "item",
    limit
  })
  if (Option.isNone(json)) return []
  return (yield* decoded(readFound, json.value)).search.map(({ id }) => id)
})

const entities = Effect.fnUntraced(function* (ask: Ask, ids: ReadonlyArray<string>, props: string) {
  const wanted = [...new Set(ids)].filter((id) => itemId.test(id)).slice(0, bounds.items)
  if (wanted.length === 0) return {}
  const languages = { languages: "en|mul", languagefallback: "1" }
  const json = yield* ask({ action: "wbgetentities", ids: wanted.join("|"), props, ...languages })
  return Option.isNone(json) ? {} : (yield* decoded(readItems, json.value)).entities
})

/** Domains of some places, each by a request of its own: whole items of universities have megabytes. */
const sitesOf = Effect.fnUntraced(function* (ask: Ask, ids: ReadonlyArray<string>) {
  const sites = new Map<string, string>()
  for (const entity of [...new Set(ids)].filter((id) => itemId.test(id)).slice(0, bounds.sites)) {
    const json = yield* ask({ action: "wbgetclaims", entity, property: siteProperty })
    const claims = Option.flatMap(json, readClaims)
    const site = Option.isNone(claims) ? null : siteOf(claims.value)
    if (site !== null) sites.set(entity, site)
  }
  return sites
})

/** Labels and domains of what the persons' items name. Without them the persons are told all the same. */
const namesFor = Effect.fnUntraced(function* (ask: Ask, items: ReadonlyArray<Item>) {
  const labelled = yield* Effect.orElseSucceed(
    entities(ask, items.flatMap(namedIn), "labels"),
    (): Readonly<Record<string, Item>> => ({})
  )
  const places = items.flatMap((item) => placesOf(item).slice(0, bounds.sites))
  const sites = yield* Effect.orElseSucceed(sitesOf(ask, places), () => new Map<string, string>())
  const named: Named = {
    label: (id) => (id === null || labelled[id] === undefined ? null : labelOf(labelled[id])),
    domain: (id) => (id === null ? null : (sites.get(id) ?? null))
  }
  return named
})

const isAsked = ({ socialUrls, url }: PersonRecord, asked: ReadonlySet<string>): boolean =>
  asked.has(url) || socialUrls.some((one) => asked.has(one))

/** A source over its API. */
export const make = ({
  url = "https://www.wikidata.org/w/api.php"
}: WikidataOptions = {}): Effect.Effect<PersonSource, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const headers = { accept: "application/json" }

    const find = Effect.fnUntraced(function* ({ firstName, lastName, socialUrls }: PersonClues, leftMillis: number) {
      const [items, statements] = [itemsOf(socialUrls), statementsIn(socialUrls)]
      const name = firstName === null || lastName === null ? null : `${firstName} ${lastName}`
      if (items.length === 0 && statements.length === 0 && name === null) return []
      const budget = { leftMillis, mostRequests: bounds.requests, maxBytes: bounds.bytes, maxValues: bounds.values }
      const ask = asking(yield* exchange({ service, headers, ...budget }), url)
      const exact = [...items, ...(yield* byStatement(ask, statements))]
      const found = exact.length > 0 || name === null ? exact : yield* byName(ask, name)
      const known = yield* entities(ask, found.slice(0, mostRecords), "labels|aliases|descriptions|claims|info")
      const humans = Object.entries(known).filter(([, item]) => item.missing === undefined && isHuman(item))
      const named = yield* namesFor(
        ask,
        humans.map(([, item]) => item)
      )
      const foundBy: PersonRecord["foundBy"] = exact.length > 0 ? "profile" : "name"
      const records = humans.map(([id, item]) => wikidataPerson(id, item, foundBy, named))
      // A search for statements may give what is like them.
      const asked = new Set(socialUrls.flatMap((one) => readProfile(one)?.url ?? []))
      return foundBy === "name" ? records : records.filter((record) => isAsked(record, asked))
    })

    return { name: "wikidata", find: (clues, { leftMillis }) => find(clues, leftMillis) } satisfies PersonSource
  })
