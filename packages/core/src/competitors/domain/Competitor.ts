/** What is said of those who compete with a company (contract/design-industry.md §3). */

/** How surely somebody competes: who is less sure is not told. */
export const confidences = ["high", "medium"] as const
export type Confidence = (typeof confidences)[number]

/** Most that are told of one company. @internal */
export const maxCompetitors = 10

/** @internal */
export const defaultCompetitors = 5

export interface Competitor {
  readonly name: string
  /** Host of its site, without `www.`. */
  readonly domain: string
  readonly url: string
  readonly description: string
  readonly confidence: Confidence
  /** Pages that say so, first seen first. */
  readonly sourceUrls: ReadonlyArray<string>
}

/** The company that others compete with, as its site tells it. */
export interface Target {
  readonly companyName: string
  readonly field: string
  readonly fieldDescription: string
  readonly websiteUrl: string
}
