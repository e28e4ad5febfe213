/** Lines of a page in the pieces that addresses are made of. */

/** A piece of a line, between commas, dashes, dots and bars. */
export interface Segment {
  readonly text: string
  /** As it is written, with what names it, such as `Address:`. */
  readonly written: string
  readonly line: number
}

/** Lines and pieces that are looked at, and characters of one piece: longer ones are sentences. */
const most = { lines: 3_000, segments: 6_000, line: 1_500, length: 120 } as const

/** A dash that stands alone, and not within a name or a number. */
const separator = /[,;،、|·•]|\s[-–—]\s/

/** Ends of sentences, which end with a word and not with a short form such as `St.` and `Hauptstr.`. */
const sentenceEnd =
  /(?<=\p{Ll}{3}|\d\d|\))(?<!str|lvd|kwy|ldg|loc|prol|esq)[.!?](?:\s(?=\p{Lu}|\p{Lo})|$)|(?<=\d\d)\.\s(?=\d)/u

/** What names an address, a number or whoever is at it. */
const label = /^[^:：]{1,40}(?<!\bNo|\bNr)(?::\s+|：\s*)(?=\S)/i

const partsOf = (line: string): ReadonlyArray<string> =>
  line
    .slice(0, most.line)
    .split(separator)
    .flatMap((part) => part.split(sentenceEnd))

export const segmentsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Segment> => {
  const segments: Array<Segment> = []
  for (const [line, whole] of lines.slice(0, most.lines).entries()) {
    for (const part of partsOf(whole)) {
      if (segments.length >= most.segments) return segments
      const written = part.trim()
      // A long piece is no part of an address, and stays as what stood before one.
      const text =
        written.length > most.length
          ? ""
          : written
              .replace(label, "")
              .replace(/^[.\s]+/, "")
              .trim()
      if (written !== "") segments.push({ text, written: written.slice(-most.length), line })
    }
  }
  return segments
}
