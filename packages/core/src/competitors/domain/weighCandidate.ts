/** Whether what was found of somebody says that it competes, and how surely. */
import type { Confidence } from "./Competitor.ts"

/**
 * What a page says of two companies.
 *
 * `own`: a page of the company compares itself with the other. `theirs`: a page of the other does. `compared`: somebody else sets them side
 * by side. `beside`: a page of the company sets it beside others than the company, as *Stoneware vs porcelain* does. `listed`: somebody lists the other among alternatives to the company. `told`: a sentence calls it a competitor. `field`: the
 * other's own page was found by what the company does.
 */
export const findingKinds = ["own", "theirs", "compared", "listed", "told", "beside", "field"] as const
export type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  readonly kind: FindingKind
  readonly url: string
  /** Who says so: the host of the page. */
  readonly teller: string
}

const points: { readonly [K in FindingKind]: number } = {
  own: 3,
  theirs: 3,
  compared: 2,
  told: 2,
  listed: 1.5,
  beside: 1,
  field: 0
}

/** Likeness from which sites speak of the same, and above which they surely do; below the last they speak of other things. */
export const likenessLevels = { some: 0.12, sure: 0.25, alone: 0.3, none: 0.03 } as const

/** Points from which somebody competes, and surely does. */
const levels = { medium: 2, high: 4 } as const

export interface Weight {
  readonly points: number
  /** Null where it does not compete, as far as is known. */
  readonly confidence: Confidence | null
}

/**
 * Weighs what tellers say, each once and by its heaviest word, and how alike the sites are; `null` where the other's site could not be read.
 * More findings never weigh less.
 *
 * @internal
 */
export const weighCandidate = (findings: ReadonlyArray<Finding>, alike: number | null): Weight => {
  const tellers = new Map<string, number>()
  for (const { kind, teller } of findings) tellers.set(teller, Math.max(tellers.get(teller) ?? 0, points[kind]))
  const said = [...tellers.values()].reduce((sum, one) => sum + one, 0)
  const isOwn = findings.some(({ kind }) => kind === "own" || kind === "theirs")
  const likeGain = alike === null ? 0 : alike >= likenessLevels.sure ? 2 : alike >= likenessLevels.some ? 1 : 0
  // Found by its words alone, it must be much alike.
  const fieldGain = said === 0 && alike !== null && alike >= likenessLevels.alone ? 0.5 : 0
  const sum = said + likeGain + fieldGain + Math.min(1, alike ?? 0) / 10
  const isOther = alike !== null && alike < likenessLevels.none && !isOwn && said < levels.high
  if (isOther || sum < levels.medium || (said === 0 && fieldGain === 0)) return { points: sum, confidence: null }
  const isSure = sum >= levels.high && (isOwn || tellers.size > 1) && likeGain > 0
  return { points: sum, confidence: isSure ? "high" : "medium" }
}
