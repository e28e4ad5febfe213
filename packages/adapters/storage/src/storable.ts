/**
 * Text that Postgres can keep.
 *
 * Postgres stores no U+0000, and `json` no half of a surrogate pair. The edge refuses both in what callers send, but
 * pages are full of either. All that the stores write passes through here: U+0000 is left out, half a pair becomes
 * U+FFFD. Nobody else has to think of it.
 */

/** The text without what Postgres cannot keep. */
export const storableText = (text: string): string => {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole
}

/** What JSON writes for either; it also finds innocent text, which then only takes longer. */
const suspicious = /\\u(?:0000|d[89a-f])/i

/** The JSON of a value, with every text in it made storable. */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value)
  return suspicious.test(json)
    ? JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? storableText(part) : part))
    : json
}
