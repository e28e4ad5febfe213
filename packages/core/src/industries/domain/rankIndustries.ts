/** Which industries a site is most likely in, by its words. */
import type { IndustryIndex } from "./IndustryIndex.ts"
import { type Role, rolesOf } from "./roles.ts"
import type { SiteWords } from "./SiteWords.ts"
import { listedIn } from "./vocabulary.ts"
import { pairsIn, stemsIn } from "./words.ts"

/** What words count for by where a site says them. */
const places = { title: 3, description: 2.2, structured: 3.5, headings: 1.6, text: 1, navigation: 0.3 } as const
type Place = keyof typeof places

/** What two words beside each other count for, next to one. */
const pairWeight = 1.3

/** What the list's words for what a site says count for, next to words of the list itself. */
const listedWeight = 1.1

/** How soon saying a word again adds nothing. */
const enough = 4

/** How much the role, the kindred industries of the same four digits and those of the same sector add. */
const shares = { role: 1.6, group: 0.25, sector: 0.1 } as const

/** How likely sites are of offices of government, households and the like, next to others. */
const rare: Readonly<Partial<Record<Role, number>>> = { public: 0.45, mining: 0.8 }

/** An industry by its place in its list, with how well it fits. */
export interface Ranked {
  readonly place: number
  readonly score: number
}

export interface Ranking {
  /** Best first; none that shares no word with the site. */
  readonly ranked: ReadonlyArray<Ranked>
  /** How much of what the site says the list knows at all. */
  readonly evidence: number
}

const termsOf = (words: SiteWords): ReadonlyMap<string, number> => {
  const terms = new Map<string, number>()
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight)
  for (const [place, weight] of Object.entries(places) as ReadonlyArray<[Place, number]>) {
    const stems = stemsIn(words[place])
    const counts = new Map<string, number>()
    for (const stem of stems) if (stem !== "") counts.set(stem, (counts.get(stem) ?? 0) + 1)
    for (const pair of pairsIn(stems)) counts.set(pair, (counts.get(pair) ?? 0) + 1)
    for (const [term, times] of counts) {
      add(term, weight * (1 + Math.log(times)) * (term.includes(" ") ? pairWeight : 1))
    }
    for (const listed of listedIn(words[place])) {
      for (const stem of listed.stems) add(stem, weight * listedWeight)
      for (const pair of listed.pairs) add(pair, weight * listedWeight * pairWeight)
    }
  }
  return terms
}

const bestBy = (scores: Float64Array, codes: ReadonlyArray<string>, digits: number): ReadonlyMap<string, number> => {
  const best = new Map<string, number>()
  for (const [place, code] of codes.entries()) {
    const group = code.slice(0, digits)
    best.set(group, Math.max(best.get(group) ?? 0, scores[place]!))
  }
  return best
}

/** Ranks the industries of a list. @internal */
export const rankIndustries = (index: IndustryIndex, words: SiteWords): Ranking => {
  const scores = new Float64Array(index.industries.length)
  for (const [term, weight] of termsOf(words)) {
    const number = index.numbers.get(term)
    if (number === undefined) continue
    const asked = (weight * (enough + 1)) / (weight + enough)
    const end = index.begins[number + 1]!
    for (let at = index.begins[number]!; at < end; at++) scores[index.places[at]!]! += asked * index.weights[at]!
  }
  const roles = rolesOf(words)
  const codes = index.industries.map(({ code }) => code)
  for (const [place, role] of index.roles.entries()) {
    scores[place]! *= (rare[role] ?? 1) * (1 + shares.role * (roles.get(role) ?? 0))
  }
  const [groups, sectors] = [bestBy(scores, codes, codes[0]?.length === 6 ? 4 : 3), bestBy(scores, codes, 2)]
  const most = Math.max(1e-9, ...scores)
  const stated = new Set(words.statedCodes)
  const ranked = codes
    .map((code, place) => {
      const own = scores[place]!
      const group = groups.get(code.slice(0, code.length === 6 ? 4 : 3)) ?? 0
      const sector = sectors.get(code.slice(0, 2)) ?? 0
      const kindred = 1 + (shares.group * group + shares.sector * sector) / most
      return { place, score: stated.has(code) ? Math.max(own, most) * 2 : own * kindred }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.place - other.place)
  return { ranked, evidence: most }
}
