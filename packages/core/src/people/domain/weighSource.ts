/** Whose word counts more where records of one person disagree. */
import type { PersonRecord } from "./PersonRecord.ts"

const weights: ReadonlyMap<string, number> = new Map([
  // What an organization keeps itself, it knows better than anybody.
  ["import", 6],
  // Persons and their employers write there themselves, with dates.
  ["orcid", 5],
  ["page", 4],
  ["github", 3],
  ["gravatar", 3],
  ["wikidata", 2]
])

/** How much a record is believed. */
export const weightOf = ({ foundBy, source }: PersonRecord): number =>
  (weights.get(source) ?? 1) * 2 + (foundBy === "name" ? 0 : 1)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** All that a record says, as one text: of two records it decides nothing but which stands first. */
const textOf = (record: PersonRecord): string => JSON.stringify(record)

/** Those that are believed more first; the same order for the same records, however they came. */
export const heaviestFirst = (records: ReadonlyArray<PersonRecord>): ReadonlyArray<PersonRecord> =>
  [...records].sort(
    (one, other) =>
      weightOf(other) - weightOf(one) ||
      (other.updatedAt?.epochMilliseconds ?? 0) - (one.updatedAt?.epochMilliseconds ?? 0) ||
      compare(one.source, other.source) ||
      compare(one.url, other.url) ||
      compare(textOf(one), textOf(other))
  )
