/** Long lines cut into sentences, so that one of them that changed is judged and quoted by itself. */

import { givesOrders } from "./noise.ts"

/** Shorter lines stay whole: rows of tables, entries of lists. */
const longEnough = 40

/** Longer texts are judged line by line: to cut them would take as long as to compare them. */
const mostText = 2_000_000

/** Behind the end of a sentence, and ahead of what begins one; not behind an abbreviation or a number of a list. */
const boundary = /(?<=[^\s\p{N}]{2}[.!?][)"'”»]?)[ \t]+(?=[\p{Lu}\p{N}"'“«(¿¡])|(?<=[。！？])(?=.)/u

const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|approx|incl|excl|max|min|std|mio|mrd|tel|hr|hrs|mins|no|nr|vs|inc|ltd|co|corp|dr|mr|mrs|ms|prof|st|ca|bzw|usw|etc|z\.b|u\.a|d\.h|art|abs|sec|fig|vol|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|p\.ex|av|sr|sra)\.$/iu

const sentencesOf = (line: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  for (const piece of line.split(boundary)) {
    const last = sentences.at(-1)
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${piece}`
    else sentences.push(piece)
  }
  return sentences
}

/** Cheaper to ask than whether a line gives orders. */
const maybeOrders =
  /ignor|disregard|forget|instruc|prompt|system|assistant|\bai\b|llm|model|monitor|anweis|consign|istruz|report/iu

/** The text with a line for each sentence of a long line. */
export const cutIntoSentences = (text: string): string =>
  text.length > mostText
    ? text
    : text
        .split("\n")
        .map((line) =>
          line.length < longEnough ||
          line.length > 20_000 ||
          (maybeOrders.test(line) && givesOrders(line)) ||
          /[|\t]/.test(line)
            ? line
            : sentencesOf(line).join("\n")
        )
        .join("\n")
