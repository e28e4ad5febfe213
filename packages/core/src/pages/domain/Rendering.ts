/** Whether a page must be seen by a browser, by what stands in its markup. */
import type { PageFacts } from "./PageFacts.ts"

/** Fewer characters of text than this are no content of a page that has scripts. */
const littleText = 200

/** Why the page shows its content only to browsers; null when its markup has it. */
export const renderReason = (facts: PageFacts): string | null => {
  if (facts.hasEmptyRoot && facts.textLength < littleText * 5) return "the element that scripts fill is empty"
  if (facts.awaitsScripts) return "a part of the page waits for scripts"
  if (facts.textLength >= littleText) return null
  if (facts.asksForScripts) return "the page asks for scripts"
  if (facts.scripts > 0 && facts.textLength < littleText / 4) return "the page has scripts and next to no text"
  return facts.refreshUrl === null ? null : "the page sends its visitors on"
}

/** No more characters than these in a page whose scripts fill it are a word such as "Loading…". */
const loadingText = 24

/** Whether the markup of a page that must be seen by a browser says nothing. */
export const isBlank = ({ hasEmptyRoot, textLength }: PageFacts): boolean =>
  textLength === 0 || (hasEmptyRoot && textLength <= loadingText)
