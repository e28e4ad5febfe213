/**
 * The label that a line begins with, and what stands behind its colon.
 *
 * **Details.** The first colon of a line ends its label. One within a value does not (`from 15:00`, `score 3:1`, `https://…`), and where
 * such a one comes first the line has no label: half a value is worse than none.
 */

/** Characters and words of a label, and of a line that has one. */
const most = { label: 49, words: 6, line: 400 } as const

/** Characters on either side of a colon that tell what it is. */
const near = 60

/** A colon within a word that speaks of women and men alike: `Mitarbeiter:innen`, `jede:r`. */
const ofBoth = /^(?:innen|in|r|n|e|er|en|es|em)(?!\p{L})/u

/** What stands before a colon and behind it where it is part of a value. */
const parts: ReadonlyArray<readonly [before: RegExp, behind: RegExp]> = [
  // Clocks, scores, ratios, verses and sections, and of hardware addresses those of figures.
  [/\p{Nd}$/u, /^\p{Nd}/u],
  // A score with blanks; with a currency, a unit or a longer number behind, the figure before is the label's.
  [/(?<![\p{N}.,])\p{Nd}{1,3}\s$/u, /^\s\p{Nd}{1,3}(?![\p{Nd}.,]*\p{Nd}|\s?[\p{Sc}%°]|\s?\p{L}{1,3}[²³]?$)/u],
  // A price without cents, as Swedish has it.
  [/\p{Nd}$/u, /^[-–—](?![-–—]?\p{Nd})/u],
  [/[\p{L}\p{N}]$/u, /^\/\//],
  // A drive.
  [/(?<!\p{L})\p{L}$/u, /^[\\/]/],
  [/$/, /^:/],
  // Addresses of machines in hexadecimal figures.
  [/(?<![\p{L}\p{N}])[\da-f]{1,4}$/iu, /^[\da-f]{1,4}:/i],
  // Several parts without a blank: `urn:isbn:…`, `org.slf4j:slf4j-api:2.0`. A clock or an address may well stand behind a label so.
  [/(?<![\p{L}\p{N}])[a-z][a-z\d.+-]*$/u, /^[^\s:]*[^\s\d:]:(?!\/\/)\S/],
  // What looks follow from, one behind the other.
  [/(?<![\p{L}\p{N}])[a-z][a-z-]*$/u, /^[^\s;:][^;:]{0,40};\s?[a-z-]{2,30}:\S/],
  [/\s(?:mailto|tel|sms|sip|xmpp|geo|doi|urn|magnet|javascript)$/, /^\S/],
  [/(?<![\p{L}\p{N}.-])localhost$/iu, /^\d/],
  // Pictures in letters, `:smile:` and `:-)`.
  [/\s$/, /^(?=[\w+-]*[a-z])[\w+-]{2,30}:(?!\d)/],
  [/\s$/, /^['’-]?[()[\]DPpOoXx|\\*<>]+(?=\s|$)/]
]

const isPart = (text: string, at: number): boolean => {
  const [before, behind] = [text.slice(Math.max(0, at - near), at), text.slice(at + 1, at + near)]
  return parts.some(([ahead, next]) => ahead.test(before) && next.test(behind))
}

/** Where the colon of the label stands. */
const endOf = (text: string): number | undefined => {
  for (const { 0: sign, index } of text.slice(0, most.label + 12).matchAll(/[:：]/g)) {
    const isWithinWord = sign === ":" && /\p{L}$/u.test(text.slice(0, index)) && ofBoth.test(text.slice(index + 1))
    if (isWithinWord) continue
    return isPart(text, index) ? undefined : index
  }
  return undefined
}

/** A label, and the value that is said of it. */
export interface Labelled {
  readonly label: string
  readonly value: string
}

/** The label of a line and all that follows it; undefined where it has none. @internal */
export const labelIn = (text: string): Labelled | undefined => {
  if (text.length > most.line) return undefined
  const end = endOf(text)
  if (end === undefined) return undefined
  const label = text.slice(0, end).trimEnd().replace(/\.$/, "")
  const value = text.slice(end + 1).trimStart()
  const isLabel = label.length <= most.label && /^\p{L}[^.!?]*$/u.test(label)
  return isLabel && value !== "" && label.split(/\s+/).length <= most.words ? { label, value } : undefined
}
