/** A change in the parts that stores keep apart: the facts that lists show, the details, and the texts that pages have. */
import { searchTerms } from "../../paging/domain/searchTerms.ts"
import { type Change, ChangeDetails, ChangeFacts, type ChangeSummary, type ChangeTexts } from "./Change.ts"
import type { TargetType } from "./Target.ts"

/** The fields of a change that a record of optional ones names. */
const partOf = <Part extends object>(fields: { readonly [K in keyof Part]: unknown }) => {
  const keys = Object.keys(fields)
  return (change: Change): Part =>
    Object.fromEntries(Object.entries(change).filter(([key]) => keys.includes(key))) as Part
}

/** The facts of a change, as stores keep them together. */
export const factsOf = partOf<ChangeFacts>(ChangeFacts.fields)

/** The details of a change, as stores keep them together. */
export const detailsOf = partOf<ChangeDetails>(ChangeDetails.fields)

/** The words by which a change is found, of which stores keep a text. */
export const changeWords = ({ summary, title }: ChangeSummary): ReadonlyArray<string> =>
  searchTerms(`${title} ${summary}`)

/** Empty where a change has no texts: those of a page always mean something. */
export const textsOf = ({ afterTextExcerpt = "", beforeTextExcerpt = "", diff = "" }: Change): ChangeTexts => ({
  diff,
  beforeTextExcerpt,
  afterTextExcerpt
})

/** The texts that a stored change has: only a page has any. */
export const knownTexts = (
  targetType: TargetType,
  { afterTextExcerpt, beforeTextExcerpt, diff }: ChangeTexts
): ChangeTexts | Record<never, never> => (targetType === "page" ? { diff, beforeTextExcerpt, afterTextExcerpt } : {})
