/** Sites that say of themselves that they review or compare what others make: they speak of everybody, and compete with those who do likewise. */

const things = String.raw`(?:software|products?|tools?|apps?|services?|providers?|vendors?|business(?:es)?|b2b|saas)`

const reviewing: ReadonlyArray<RegExp> = [
  new RegExp(String.raw`\b${things} (?:reviews?|comparisons?|rankings?|directory)\b`, "iu"),
  new RegExp(
    String.raw`\b(?:reviews?|comparisons?|rankings?|ratings?) (?:of|and ratings of|for) (?:\p{L}+ ){0,2}${things}\b`,
    "iu"
  ),
  new RegExp(String.raw`\b(?:compare|compares|comparing|reviews|review) (?:\p{L}+ ){0,2}${things}\b`, "iu"),
  new RegExp(String.raw`\b(?:find|discover|choose) the (?:best|right) ${things}\b`, "iu"),
  /\b(?:read|browse) (?:\p{L}+ ){0,2}reviews\b/iu,
  /\b(?:vergleichsportal|testberichte|softwarevergleich|comparateur|comparador|comparatore)\b/iu
]

/** Whether this is how a site that reviews others speaks of itself, in its title, description and headings. */
export const isReviewing = (text: string): boolean => reviewing.some((pattern) => pattern.test(text.slice(0, 4_000)))
