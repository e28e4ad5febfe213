/**
 * The person who was looked for, among those whom sources know.
 *
 * **Details.** Clues that are independent add up; what contradicts them is taken away, and so is something for each namesake whom the same clues
 * fit. One who neither has an address that was asked for nor the name is nobody's candidate.
 */
import { groupRecords, type RecordGroup } from "./groupRecords.ts"
import { mergeRecords } from "./mergeRecords.ts"
import type { Candidate, Sign } from "./Person.ts"
import type { PersonClues } from "./PersonClues.ts"
import type { PersonRecord } from "./PersonRecord.ts"
import { points, type Weighed, weighClues } from "./weighClues.ts"

/** Below this nobody was found (`contract/people.md`, scoring guide). */
export const leastScore = 10

/** What each namesake whom the same clues fit takes away, and how many of them count. */
export const namesakePoints = { each: 6, most: 3 } as const

interface Rated {
  readonly group: RecordGroup
  readonly weighed: Weighed
  /** Clues that agree. */
  readonly kinds: ReadonlySet<string>
}

const beside: ReadonlySet<string> = new Set(["mutual_link", "sources"])

const rate = (clues: PersonClues, group: RecordGroup): ReadonlyArray<Rated> => {
  const weighed = weighClues(clues, group)
  if (!weighed.isExact && weighed.name !== "same" && weighed.name !== "near") return []
  const kinds = weighed.signs.filter(({ clue, weight }) => weight > 0 && !beside.has(clue)).map(({ clue }) => clue)
  return [{ group, weighed, kinds: new Set(kinds) }]
}

const isContradicted = ({ weighed }: Rated): boolean => weighed.signs.some(({ weight }) => weight < 0)

/** Another whom all fits that fits this one. */
const isNamesake = (one: Rated, other: Rated): boolean =>
  other !== one && !isContradicted(other) && [...one.kinds].every((kind) => other.kinds.has(kind))

const scored = (one: Rated, all: ReadonlyArray<Rated>) => {
  const namesakes = Math.min(namesakePoints.most, all.filter((other) => isNamesake(one, other)).length)
  const { isExact, signs: own } = one.weighed
  const signs: ReadonlyArray<Sign> =
    namesakes === 0
      ? own
      : [...own, { clue: "namesakes", weight: -namesakes * namesakePoints.each, source: "", url: null }]
  const sumOf = (some: ReadonlyArray<Sign>) => some.reduce((sum, { weight }) => sum + weight, 0)
  const agreed = sumOf(signs.filter(({ weight }) => weight > 0))
  const most = isExact ? 100 : points.most
  const score = Math.min(most, agreed) + sumOf(signs.filter(({ weight }) => weight < 0))
  return { ...one, signs, score: Math.max(0, Math.round(score)), agreed }
}

const textOf = ({ group }: Rated): string => group.records.map(({ source, url }) => `${source} ${url}`).join(" ")

/** The best of those that are known; null where there is none. */
export const pickPerson = (clues: PersonClues, records: ReadonlyArray<PersonRecord>): Candidate | null => {
  const rated = groupRecords(records).flatMap((group) => rate(clues, group))
  const [best] = rated
    .map((one) => scored(one, rated))
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.agreed - one.agreed ||
        other.group.records.length - one.group.records.length ||
        (textOf(one) < textOf(other) ? -1 : 1)
    )
  if (best === undefined || best.score < leastScore) return null
  return {
    score: best.score,
    person: mergeRecords(best.group.records, clues),
    signs: best.signs,
    sources: best.group.records.map(({ source, url }) => ({ source, url }))
  }
}
