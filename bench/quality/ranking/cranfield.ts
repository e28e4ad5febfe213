/**
 * Cranfield: abstracts of aerodynamics, and questions of those who read them. Judged from 1 (a complete answer) to 4 (of least interest), and -1
 * for none; a page is worth 5 less that. Questions with an odd number are to tune on, the others untouched.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DateTime } from "effect"
import type { RankingQuestion, RankingSet } from "./RankingSet.ts"

const urlOf = (id: string): string => `https://cranfield.example/${id}`

/** Records of a file by their parts. */
const recordsOf = (text: string): ReadonlyArray<ReadonlyMap<string, string>> =>
  text
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [id = "", ...parts] = record.split(/^\.([TABW])\s*$/m)
      const found = new Map([["I", id.trim()]])
      for (let at = 0; at + 1 < parts.length; at += 2) found.set(parts[at]!, parts[at + 1]!.replace(/\s+/g, " ").trim())
      return found
    })

/** Both halves, over the same pages. */
export const cranfield = (
  directory: string,
  nowMillis: number
): { readonly tuned: RankingSet; readonly held: RankingSet } => {
  const read = (name: string) => readFileSync(join(directory, name), "latin1")
  const readAt = DateTime.makeUnsafe(nowMillis - 3_600_000)
  const pages = recordsOf(read("cran.all.1400")).map((record) => {
    const title = record.get("T") ?? ""
    // An abstract begins with its title.
    const text = (record.get("W") ?? "").replace(title, "").trim()
    return {
      ...{ url: urlOf(record.get("I")!), title, description: record.get("A") ?? "", headings: "", text },
      ...{ language: "en", publishedAt: null, readAt }
    }
  })
  const gains = new Map<number, Map<string, number>>()
  for (const line of read("cranqrel").split("\n")) {
    const [question, page, code] = line.trim().split(/\s+/).map(Number)
    if (code === undefined || code < 1) continue
    const some = gains.get(question!) ?? new Map<string, number>()
    gains.set(question!, some.set(urlOf(String(page)), 5 - code))
  }
  // Judgements name questions by their place, and not by the number that is written before each.
  const questions = recordsOf(read("cran.qry")).map(
    (record, at): RankingQuestion => ({
      text: (record.get("W") ?? "").replace(/[\s.?]+$/, ""),
      country: null,
      gains: gains.get(at + 1) ?? new Map()
    })
  )
  const half = (isOdd: boolean) => questions.filter(({ gains: some }, at) => some.size > 0 && (at % 2 === 0) === isOdd)
  return { tuned: { pages, questions: half(true) }, held: { pages, questions: half(false) } }
}
