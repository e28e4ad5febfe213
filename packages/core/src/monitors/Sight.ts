/** What a look at a target saw, before anybody judged it. */
import type { ChangeQuestion } from "./domain/Judgement.ts"
import type { JudgedLines } from "./domain/quotedPages.ts"
import type { Verdict } from "./domain/Verdict.ts"

/** Both sides of a confirmed difference at an address, as a judge reads them. */
export interface Difference extends Pick<ChangeQuestion, "url" | "before" | "after" | "marks"> {
  /** Of data, the lines that both sides are made of: quotes of them are of the pages that say them. */
  readonly lines?: JudgedLines
}

export interface Sight {
  readonly verdict: Verdict
  /** What there is to judge where it found a difference. */
  readonly differences: ReadonlyArray<Difference>
}

/** A sight that leaves nothing to judge. */
export const clear = (verdict: Verdict): Sight => ({ verdict, differences: [] })
