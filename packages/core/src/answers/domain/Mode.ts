/** How much is done for an answer, and what it costs (contract/extract-answers.md §2). */

export type Mode = "fast" | "ultra"

/** What a mode may take. */
export interface ModeTerms {
  readonly credits: number
  /** Time for everything. */
  readonly millis: number
  /** Searches, pages of what they find, and pages of a site that the task names. */
  readonly queries: number
  readonly hits: number
  readonly sitePages: number
}

/** @internal */
export const modes: { readonly [M in Mode]: ModeTerms } = {
  fast: { credits: 10, millis: 30_000, queries: 2, hits: 5, sitePages: 5 },
  ultra: { credits: 100, millis: 50_000, queries: 6, hits: 15, sitePages: 12 }
}
