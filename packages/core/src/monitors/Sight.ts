/** What a look at a target saw, before anybody judged it. */
import type { ChangeQuestion } from "./domain/Judgement.ts"
import type { Verdict } from "./domain/Verdict.ts"

/** Both sides of a confirmed difference at an address, as a judge reads them. */
export type Difference = Pick<ChangeQuestion, "url" | "before" | "after" | "agreed">

export interface Sight {
  readonly verdict: Verdict
  /** What there is to judge where it found a difference. */
  readonly differences: ReadonlyArray<Difference>
}

/** A sight that leaves nothing to judge. */
export const clear = (verdict: Verdict): Sight => ({ verdict, differences: [] })
