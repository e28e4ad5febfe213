/** The beginning of a long text, of which nothing is told that may be half of something. */

/** Longest word that may go on behind the cut, such as a mailbox, and longest row of figures before it. Of texts without spaces the rest is kept. */
const longest = { word: 260, figures: 60 } as const

/** Where the characters end that a test holds for, looked at from behind, so many at most. */
const before = (text: string, end: number, most: number, isPart: RegExp): number => {
  let at = end
  while (at > 0 && end - at < most && isPart.test(text[at - 1]!)) at -= 1
  return at
}

/**
 * At most so many characters of a text. Where it is longer, its last word is left out with the figures before it: a mailbox, an address or a
 * number that is cut in its middle is somebody else's.
 */
export const wholeBeginning = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text.slice(0, before(text, before(text, most, longest.word, /\S/), longest.figures, /[\d\s()+./–-]/))
