/** What each field of an answer rests on, as far as the API tells. */

type Json = Readonly<Record<string, unknown>>

export interface FieldSource {
  /** As the API calls it: `github`, `page`; empty where it names a page alone. */
  readonly name: string
  /** The page or record; empty where there is none, as of what an organization imported. */
  readonly url: string
  /** The words that say so; empty where they are not told. */
  readonly quote: string
}

/** Which fields of a person a clue speaks of. What is counted over all sources speaks of none. */
const fieldsOfClue: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  Object.entries({
    email: ["email"],
    profile: ["social_urls"],
    name: ["name"],
    company: ["current_role", "experience"],
    education: ["education"],
    location: ["location"],
    website: ["website_urls"]
  })
)

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const recordsOf = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The first name of a pointer: `/plans/0/price` is about `plans`. */
const fieldOf = (path: string): string => path.replace(/^[$./]*/, "").split(/[./[]/)[0] ?? ""

const distinct = (sources: ReadonlyArray<FieldSource>): ReadonlyArray<FieldSource> => {
  const known = new Map(sources.map((one) => [`${one.name} ${one.url} ${one.quote}`, one]))
  return [...known.values()]
}

/** Sources by field, out of quotes that the API tells with a pointer each. */
export const quotedSources = (evidence: unknown): ReadonlyMap<string, ReadonlyArray<FieldSource>> =>
  new Map(
    [...Map.groupBy(recordsOf(evidence), ({ path }) => fieldOf(text(path)))].map(([field, some]) => [
      field,
      distinct(some.map(({ quote, url }) => ({ name: "", url: text(url), quote: text(quote) })))
    ])
  )

/** Sources by field of a person, out of the clues that speak for it. What speaks against it is no source of what is shown. */
export const personSources = (evidence: unknown): ReadonlyMap<string, ReadonlyArray<FieldSource>> => {
  const found = recordsOf(evidence).flatMap(({ clue, source, url, weight }) => {
    const isFor = typeof weight === "number" && weight > 0
    const said = { name: text(source), url: text(url), quote: "" }
    if (!isFor || (said.name === "" && said.url === "")) return []
    return (fieldsOfClue.get(text(clue)) ?? []).map((field) => [field, said] as const)
  })
  return new Map(
    [...Map.groupBy(found, ([field]) => field)].map(([field, some]) => [field, distinct(some.map(([, said]) => said))])
  )
}
