/** What an answer says of itself beside what it answers: that it is a copy that was kept, and what could not be read for it. */
type Json = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** How old a copy is that was kept, in milliseconds; null of what was read for this answer. */
export const keptOf = (answered: unknown): { readonly age: number } | null => {
  const { age_ms: age, status } = recordOf(recordOf(answered).cache_metadata)
  return status === "hit" && typeof age === "number" && age >= 0 ? { age } : null
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000]
] as const

export type AgeUnit = (typeof units)[number][0]

/** An age in whole units, of which there are two at least: 90 minutes are no hour. */
export const ageIn = (millis: number): readonly [count: number, unit: AgeUnit] => {
  const [unit, size] = units.find(([, each]) => millis >= 2 * each) ?? (["second", 1_000] as const)
  return [Math.floor(millis / size), unit]
}

export interface UnreadSite {
  readonly url: string
  readonly code: string
  readonly message: string
}

/** Most sites that are shown. */
const unreadMost = 50

/** Sites that a search or an answer could not read, and why. */
export const unreadOf = (answered: unknown): ReadonlyArray<UnreadSite> => {
  const { unread } = recordOf(answered)
  if (!Array.isArray(unread)) return []
  return unread.slice(0, unreadMost).flatMap((one: unknown) => {
    const { error_code, message, url } = recordOf(one)
    return textOf(url) === "" ? [] : [{ url: textOf(url), code: textOf(error_code), message: textOf(message) }]
  })
}
