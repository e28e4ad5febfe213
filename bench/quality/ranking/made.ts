/** Reads the made sets (`tuned.txt` says how they are written). */
import { DateTime } from "effect"
import type { RankingQuestion, RankingSet } from "./RankingSet.ts"

const urlOf = (id: string): string => `https://pages.example/${id}`

/** The set of a text. What cannot be read ends the run. */
export const readMade = (text: string, nowMillis: number): RankingSet => {
  const pages: Array<RankingSet["pages"][number]> = []
  const questions: Array<RankingQuestion & { gains: Map<string, number> }> = []
  for (const line of text.split("\n")) {
    if (line.startsWith("#") || line.trim() === "") continue
    if (line.startsWith("page ")) {
      const [id, title, language, days, headings] = line.slice(5).split(" | ")
      if (headings === undefined) throw new Error(`no page: ${line}`)
      const publishedAt = days === "-" ? null : DateTime.makeUnsafe(nowMillis - Number(days) * 86_400_000)
      pages.push({
        ...{ url: urlOf(id!), title: title!, description: "", headings: headings.replaceAll(" / ", "\n"), text: "" },
        ...{ language: language!, publishedAt, readAt: DateTime.makeUnsafe(nowMillis - 3_600_000) }
      })
    } else if (line.startsWith("ask ")) {
      const [asked, country] = line.slice(4).split(" | ")
      questions.push({ text: asked!, country: country === "-" ? null : country!, gains: new Map() })
    } else if (questions.length > 0) {
      const [gain, id] = line.split(" ")
      if (!pages.some(({ url }) => url === urlOf(id!))) throw new Error(`no such page: ${line}`)
      questions.at(-1)!.gains.set(urlOf(id!), Number(gain))
    } else {
      const last = pages.pop()!
      pages.push({ ...last, text: last.text === "" ? line : `${last.text}\n${line}` })
    }
  }
  return { pages, questions }
}
