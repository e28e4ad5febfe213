/** The attributes that reading a page's text looks at. */

/** All that `TextWalk` and what it asks read of any element. */
const names =
  "alt aria-controls aria-label aria-labelledby class content data-ad data-ad-slot data-ad-unit data-callout data-cfemail data-type dy height hidden href id name open popover property rel reversed role src start style title type value width x xlink:title y".split(
    " "
  )

/** First letters of needed names, by length. */
const letters: ReadonlyArray<string> = Array.from({ length: 16 }, (_, length) =>
  names
    .filter((name) => name.length === length)
    .map(([first = ""]) => first + first.toUpperCase())
    .join("")
)

/** True of every such name that stands in `page`, whatever its case; and of a few others, which does no harm. */
export const isNeeded = (page: string, start: number, end: number): boolean =>
  letters[end - start]?.includes(page.charAt(start)) === true
