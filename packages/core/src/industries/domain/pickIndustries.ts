/** The codes that a site is given, with how surely each fits. */

import type { IndustryIndex } from "./IndustryIndex.ts"
import type { Industry } from "./IndustryTable.ts"
import type { Ranked, Ranking } from "./rankIndustries.ts"

export type Confidence = "high" | "medium" | "low"

/** An industry that a site is in, as well as can be told. */
export interface Fit {
  readonly industry: Industry
  /** Title of the group of two digits that it belongs to. */
  readonly group: string
  readonly confidence: Confidence
}

/** How many codes are wanted. */
export interface CodeCount {
  readonly atLeast: number
  readonly atMost: number
}

/**
 * When words alone are worth `medium`: the site says enough, and what it says of no other line of business comes near
 * (`bench/quality/industries.ts` measures how often that is right). @internal
 */
export const mediumNeeds = { evidence: 45, lead: 0.7, beside: 0.85 } as const

/** What comes less near than this to the best is no fit. */
const leastOfBest = 0.45

/** Digits that kindred industries begin with. */
const kindredDigits = (code: string): number => (code.length === 6 ? 4 : 3)

const isKindred = (one: string, other: string): boolean => one.startsWith(other.slice(0, kindredDigits(other)))

/** Whether the best is sure enough to be said without a doubt. */
const isClear = ({ evidence, ranked }: Ranking, codeOf: (one: Ranked) => string): boolean => {
  const [best] = ranked
  if (best === undefined || evidence < mediumNeeds.evidence) return false
  const code = codeOf(best)
  const rival = ranked.slice(0, 20).find((one) => !isKindred(codeOf(one), code))
  return rival === undefined || rival.score <= best.score * mediumNeeds.lead
}

/**
 * Picks from a ranking, the best first. Words alone are never worth `high`. Codes that do not come near the best fill up what is wanted at
 * least, as `low`. @internal
 */
export const pickIndustries = (
  index: IndustryIndex,
  ranking: Ranking,
  { atLeast, atMost }: CodeCount
): ReadonlyArray<Fit> => {
  const { ranked } = ranking
  const codeOf = ({ place }: Ranked) => index.industries[place]!.code
  const [best] = ranked
  if (best === undefined) return []
  const clear = isClear(ranking, codeOf)
  const near = ranked.filter(({ score }) => score >= best.score * leastOfBest).length
  return ranked.slice(0, Math.min(atMost, Math.max(atLeast, near))).map((one, at) => ({
    industry: index.industries[one.place]!,
    group: index.groups.get(codeOf(one).slice(0, 2)) ?? "",
    confidence:
      clear && (at === 0 || (one.score >= best.score * mediumNeeds.beside && isKindred(codeOf(one), codeOf(best))))
        ? "medium"
        : "low"
  }))
}
