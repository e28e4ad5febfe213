/** Which sign a language puts before decimals. */

/** A language with its script and its country or continent, as far as `Intl` knows such; its first part alone where more is made up. */
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])/i

const known = new Map<string, boolean>()

/** Languages that are kept; what a page says its language is may be anything. */
const mostKnown = 128

const isCommaOf = (language: string): boolean => {
  const [, tongue, script, region] = tag.exec(language) ?? []
  // Prices in English have a point in South Africa and on sites of Europe too, whatever is the custom there.
  if (tongue === undefined || /^en$/i.test(tongue)) return false
  const parts = [tongue, script, region].filter((part) => part !== undefined).join("-")
  // What nobody knows is read as English, and not as the language of this computer.
  const marks = new Intl.NumberFormat([parts, "en"]).formatToParts(0.5)
  return marks.some(({ type, value }) => type === "decimal" && value === ",")
}

/** Whether decimals stand behind a comma, as in `de` and `es-AR`, and not behind a point, as in `en`, `es-MX` and `de-CH`. @internal */
export const hasDecimalComma = (language: string): boolean => {
  const key = language.slice(0, 35)
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const isComma = isCommaOf(key)
  known.set(key, isComma)
  return isComma
}
