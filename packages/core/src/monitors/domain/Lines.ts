/** A text as lines: where each begins in its bytes, and which of them are the same. */

/**
 * The lines of a text in UTF-8. Each ends with a line feed, the last one with a line feed that may not be there; an empty
 * text has none.
 */
export interface Lines {
  readonly bytes: Uint8Array
  readonly count: number
  /** Where each line begins, and behind them where one more would. */
  readonly starts: Int32Array
}

const lineFeed = 10

/** Finds the lines of a text. */
export const linesOf = (bytes: Uint8Array): Lines => {
  const { length } = bytes
  let count = length === 0 ? 0 : 1
  for (let at = 0; at < length; at++) if (bytes[at] === lineFeed) count++
  const starts = new Int32Array(count + 1)
  let line = 1
  for (let at = 0; at < length; at++) if (bytes[at] === lineFeed) starts[line++] = at + 1
  if (count > 0) starts[count] = length + 1
  return { bytes, count, starts }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** A line as text, without its line feed; of a long one, no more than its first bytes. */
export const textOf = ({ bytes, starts }: Lines, line: number, maxBytes: number = Number.POSITIVE_INFINITY): string => {
  const from = starts[line]!
  let to = starts[line + 1]! - 1
  if (to - from > maxBytes) {
    to = from + maxBytes
    // Not in the middle of a character.
    while ((bytes[to]! & 0xc0) === 0x80) to -= 1
  }
  return decoder.decode(bytes.subarray(from, to))
}

/** The lines from one up to another, at least one, with the line feeds between them. */
export const textBetween = ({ bytes, starts }: Lines, from: number, to: number): string =>
  decoder.decode(bytes.subarray(starts[from]!, starts[to]! - 1))

/** Whether a line of one text is a line of another. */
export const isSameLine = (a: Lines, line: number, b: Lines, other: number): boolean => {
  const length = a.starts[line + 1]! - a.starts[line]!
  if (length !== b.starts[other + 1]! - b.starts[other]!) return false
  const from = a.starts[line]!
  const shift = b.starts[other]! - from
  for (let at = from; at < from + length - 1; at++) if (a.bytes[at] !== b.bytes[at + shift]) return false
  return true
}

/** A slot in the table of lines that were seen: hash and number of the line, the text it stands in, and where. */
const slotWidth = 4

/** Slots that may be passed for each line, so that lines that were made to collide cost their sender an answer. */
const maxPassed = 16

/**
 * Numbers that are equal where lines are, for the lines of each text from `from` on, without the last `behind` of them.
 * Undefined when the lines were made to be told apart slowly.
 */
export const numberLines = (
  texts: ReadonlyArray<Lines>,
  from: number,
  behind: number
): ReadonlyArray<Int32Array> | undefined => {
  const total = texts.reduce((sum, { count }) => sum + count - from - behind, 0)
  let size = 16
  while (size < total * 1.5) size *= 2
  const table = new Int32Array(size * slotWidth)
  let known = 0
  let passed = 0
  const all: Array<Int32Array> = []
  for (const [place, text] of texts.entries()) {
    const { bytes, count, starts } = text
    const numbers = new Int32Array(count - behind - from)
    all.push(numbers)
    for (let line = from; line < count - behind; line++) {
      const hash = hashOf(bytes, starts[line]!, starts[line + 1]! - 1)
      let slot = (hash & (size - 1)) * slotWidth
      for (;;) {
        const number = table[slot + 1]!
        if (number === 0) {
          known += 1
          table[slot] = hash
          table[slot + 1] = known
          table[slot + 2] = place
          table[slot + 3] = line
          numbers[line - from] = known
          break
        }
        if (table[slot] === hash && isSameLine(text, line, texts[table[slot + 2]!]!, table[slot + 3]!)) {
          numbers[line - from] = number
          break
        }
        passed += 1
        if (passed > total * maxPassed) return undefined
        slot = (slot + slotWidth) & (size * slotWidth - 1)
      }
    }
  }
  return all
}

/** FNV-1a with the bits mixed at the end, since the table looks at the lowest alone. */
export const hashOf = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = to - from
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
