/** Says in which industries a site is. */
import { Context, type Effect } from "effect"
import type { IndustryScheme } from "./domain/IndustryScheme.ts"
import type { CodeCount, Fit } from "./domain/pickIndustries.ts"
import type { SiteWords } from "./domain/SiteWords.ts"

export interface IndustryQuestion {
  readonly scheme: IndustryScheme
  readonly words: SiteWords
  readonly count: CodeCount
  /** Time for whoever asks others. */
  readonly leftMillis: number
}

/** What was found. */
export interface Classified {
  /** Best first; none where the site says nothing that a list knows. */
  readonly fits: ReadonlyArray<Fit>
  /** How it came about, for the trace. */
  readonly by: string
}

/**
 * Classifies what a site says.
 *
 * **Contract** (`classifyByRules` and a model over it pass `testing/industryClassifierSuite.ts`)
 *
 * - Every code is one of the list that was asked for, each once, the best first.
 * - There are as many as are wanted at least, where the site says anything at all, and never more than are wanted.
 * - The same words give the same codes. Rules alone are never `high`.
 */
export class IndustryClassifier extends Context.Service<
  IndustryClassifier,
  { readonly classify: (question: IndustryQuestion) => Effect.Effect<Classified> }
>()("@kittiwake/core/industries/IndustryClassifier") {}
