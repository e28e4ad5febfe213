/**
 * ORCID: persons who do research, with their employments and schools as they or their institutions wrote them; in the public domain.
 *
 * **Details.** Who has no ORCID iD among the clues is looked for by an e-mail address, or by both names, first at the places that are
 * given. A year may stand without a month.
 */
import { readProfile } from "@kittiwake/core/internal/people/domain/profileAddress"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord } from "@kittiwake/core/people/domain/PersonRecord"
import type { PersonSource, PersonSourceFailed } from "@kittiwake/core/people/PersonSource"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Option, Redacted, Schema } from "effect"
import { decoded, exchange, inTurn, type Read } from "./exchange.ts"
import { orcidRecord, readRecord } from "./orcidRecord.ts"

export interface OrcidOptions {
  readonly token?: Redacted.Redacted
  /** Where it answers; its own address unless given. */
  readonly url?: string
}

const Found = Schema.Struct({
  "expanded-result": Schema.NullOr(Schema.Array(Schema.Struct({ "orcid-id": Schema.String })))
})

const readFound = Schema.decodeUnknownOption(Found)

/** Records that are read for one question; namesakes that a search gives; requests; bytes of one answer. */
const bounds = { records: 4, namesakes: 10, requests: 8, bytes: 4_194_304, values: 250_000 } as const

const orcidId = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/

const quoted = (text: string): string => `"${text.replace(/["\\]/g, " ").slice(0, 200)}"`

const idsOf = (urls: ReadonlyArray<string>): ReadonlyArray<string> =>
  urls.flatMap((url) => {
    const profile = readProfile(url)
    return profile?.network === "orcid" ? [profile.user.toUpperCase()] : []
  })

/** Questions in the words of its search, each asked where the one before found nobody. */
const searchesOf = ({ company, education, email, firstName, lastName }: PersonClues) => {
  const places = [company, ...education.map(({ institution }) => institution)].flatMap((one) => one?.name ?? [])
  const isNamed = firstName !== null && lastName !== null
  const named = isNamed ? `given-names:${quoted(firstName)} AND family-name:${quoted(lastName)}` : ""
  const atPlaces = places.slice(0, 4).map((place) => `affiliation-org-name:${quoted(place)}`)
  return [
    ...(email === null ? [] : [{ foundBy: "email" as const, query: `email:${quoted(email)}` }]),
    ...(isNamed && atPlaces.length > 0
      ? [{ foundBy: "name" as const, query: `${named} AND (${atPlaces.join(" OR ")})` }]
      : []),
    ...(isNamed ? [{ foundBy: "name" as const, query: named }] : [])
  ]
}

interface Known {
  readonly id: string
  readonly foundBy: PersonRecord["foundBy"]
}

const lookedFor = Effect.fnUntraced(function* (
  read: Read,
  url: string,
  clues: PersonClues
): Effect.fn.Return<ReadonlyArray<Known>, PersonSourceFailed> {
  for (const { foundBy, query } of searchesOf(clues)) {
    const parameters = new URLSearchParams({ q: query, rows: String(bounds.namesakes) })
    const json = yield* read(`${url}/expanded-search/?${parameters}`)
    if (Option.isNone(json)) continue
    const found = (yield* decoded(readFound, json.value))["expanded-result"] ?? []
    const ids = found.map((one) => one["orcid-id"]).filter((id) => orcidId.test(id))
    if (ids.length > 0) return ids.map((id) => ({ id, foundBy }))
  }
  return []
})

/** A source over version 3.0 of its public API. */
export const make = ({
  token,
  url = "https://pub.orcid.org/v3.0"
}: OrcidOptions = {}): Effect.Effect<PersonSource, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const headers = {
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${Redacted.value(token)}` })
    }

    const find = Effect.fnUntraced(function* (clues: PersonClues, leftMillis: number) {
      const given = [...new Set(idsOf(clues.socialUrls))].map((id): Known => ({ id, foundBy: "profile" }))
      if (given.length === 0 && searchesOf(clues).length === 0) return []
      const budget = { leftMillis, mostRequests: bounds.requests, maxBytes: bounds.bytes, maxValues: bounds.values }
      const read = yield* exchange({ service, headers, ...budget })
      const known = given.length > 0 ? given : yield* lookedFor(read, url, clues)
      return yield* inTurn(known.slice(0, bounds.records), ({ foundBy, id }) =>
        Effect.gen(function* () {
          const json = yield* read(`${url}/${id}/record`)
          return Option.isNone(json) ? [] : [orcidRecord(id, yield* decoded(readRecord, json.value), foundBy)]
        })
      )
    })

    return { name: "orcid", find: (clues, { leftMillis }) => find(clues, leftMillis) } satisfies PersonSource
  })
