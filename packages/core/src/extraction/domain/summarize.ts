/** What pages say about what somebody wants to know, where he gives no schema: a summary and key points. */
import type { FactSheet } from "./FactSheet.ts"
import { nameWords } from "./nameWords.ts"
import { areRelatives } from "./relatives.ts"

/** The shape of an answer without a schema. */
export interface Summary {
  readonly summary: string
  readonly keyPoints: ReadonlyArray<string>
}

/** Most key points, longest of one, and longest summary, in characters. */
const most = { points: 20, point: 240, summary: 600, sentences: 3 } as const

/** Lines of one page that are weighed, and of all pages. */
const weighed = { page: 2_000, all: 20_000 } as const

interface Line {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly place: number
}

const linesOf = (sheets: ReadonlyArray<FactSheet>): ReadonlyArray<Line> => {
  const seen = new Set<string>()
  const lines: Array<Line> = []
  for (const { text } of sheets) {
    for (const part of text.split("\n").slice(0, weighed.page)) {
      const said = part.replace(/\s+/g, " ").trim()
      if (said.length < 3 || seen.has(said) || lines.length >= weighed.all) continue
      seen.add(said)
      lines.push({ text: said, words: new Set(nameWords(said)), place: lines.length })
    }
  }
  return lines
}

const isMet = (word: string, { words }: Line): number => {
  if (words.has(word)) return 1
  for (const one of words) if (areRelatives(word, one)) return 0.6
  return 0
}

/** Lines by how many of the words they say, a rare word counting more than one that most lines have. */
const ranked = (lines: ReadonlyArray<Line>, wanted: ReadonlyArray<string>): ReadonlyArray<Line> => {
  const scores = lines.map(() => 0)
  for (const word of new Set(wanted)) {
    const met = lines.map((line) => isMet(word, line))
    const count = met.filter((one) => one > 0).length
    const rarity = Math.log(1 + lines.length / (1 + count))
    for (const [index, one] of met.entries()) scores[index]! += one * rarity
  }
  return lines
    .map((line, index) => ({ line, score: scores[index]! / Math.sqrt(4 + line.words.size) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.line.place - other.line.place)
    .map(({ line }) => line)
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`

const inOrder = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.toSorted((one, other) => one.place - other.place)

const isSentence = ({ text }: Line): boolean => text.length >= 40 && /[.!?。]$/.test(text)

/** In the words of the pages, in their order. @internal */
export const summarize = (sheets: ReadonlyArray<FactSheet>, instructions: string): Summary => {
  const lines = linesOf(sheets)
  const best = ranked(lines, nameWords(instructions))
  const points = inOrder((best.length > 0 ? best : lines).slice(0, most.points)).map(({ text }) =>
    cut(text, most.point)
  )
  const sentences = best.filter(isSentence)
  const [first] = sheets
  const said = first?.facts.find(({ name, source }) => source === "metadata" && name === "description")?.value
  const told = inOrder((sentences.length > 0 ? sentences : lines.filter(isSentence)).slice(0, most.sentences))
  const summary = [...(typeof said === "string" && sentences.length === 0 ? [said] : told.map(({ text }) => text))]
  return { summary: cut(summary.join(" ") || (first?.title ?? ""), most.summary), keyPoints: points }
}
