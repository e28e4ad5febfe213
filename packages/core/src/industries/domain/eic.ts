/** The industries of a brand (contract/brand.md, industries.eic), by its NAICS codes and its site's words. */
import { eicLines } from "./eicLines.ts"
import type { Fit } from "./pickIndustries.ts"
import type { SiteWords } from "./SiteWords.ts"
import { stemOf } from "./stems.ts"
import { wordsOf } from "./words.ts"

/** An industry of the list, and the part of it. */
export interface BrandIndustry {
  readonly industry: string
  readonly subindustry: string
}

interface Entry extends BrandIndustry {
  /** Beginnings of codes that mean it, and of those that mean it where its words are there too. */
  readonly codes: ReadonlyArray<string>
  readonly codesWithWords: ReadonlyArray<string>
}

/** Codes that are asked for; the first means most. */
export const eicCodes = { atLeast: 1, atMost: 5 } as const

/** What codes are worth by their place, and how much less where no word bears them out: a code that is a guess tells nothing by itself. */
const codeShares = [1, 0.5, 0.3, 0.2, 0.15] as const
const wordlessShares = { high: 1, medium: 0.75, low: 0.4 } as const

/** What a word is worth by where it stands, and all of them at most. */
const places = { title: 0.5, description: 0.5, structured: 0.5, headings: 0.35, text: 0.2 } as const
type Place = keyof typeof places
const mostForWords = 1.4

/** What more than one word beside each other are worth, next to one: "contract management" says more than "software" does. */
const wordsTogether = 1.2

/** What is worth less than this is not told, nor what comes less near to the best than that. */
const least = { worth: 0.7, ofBest: 0.75 } as const

/** Most that are told. */
const mostTold = 3

/** Characters of running text that are searched. */
const mostText = 12_000

/** Most words of one cue. */
const longestCue = 3

const stemmed = (text: string): ReadonlyArray<string> => wordsOf(text).map(stemOf)

const termOf = (cue: string): string =>
  stemmed(cue.replaceAll("_", " "))
    .filter((stem) => stem !== "")
    .join(" ")

const read = () => {
  const entries: Array<Entry> = []
  const byCue = new Map<string, Array<Entry>>()
  let industry = ""
  for (const line of eicLines.trim().split("\n")) {
    if (line.startsWith("# ")) {
      industry = line.slice(2)
      continue
    }
    const [subindustry = "", codes = "", cues = ""] = line.split("|").map((part) => part.trim())
    const all = codes.split(" ").filter((code) => code !== "")
    const entry: Entry = {
      industry,
      subindustry,
      codes: all.filter((code) => !code.startsWith("(")),
      codesWithWords: all.filter((code) => code.startsWith("(")).map((code) => code.slice(1, -1))
    }
    entries.push(entry)
    for (const cue of new Set(cues.split(" ").map(termOf)))
      if (cue !== "") byCue.set(cue, [...(byCue.get(cue) ?? []), entry])
  }
  return { entries, byCue }
}

const { byCue, entries } = read()

/** The whole list, in its order. @internal */
export const eicList: ReadonlyArray<BrandIndustry> = entries.map(({ industry, subindustry }) => ({
  industry,
  subindustry
}))

/** How much the words of a site say for each entry: a word counts once, by the best place where it stands. */
const byWords = (words: SiteWords): ReadonlyMap<Entry, number> => {
  const met = new Map<string, number>()
  for (const [place, weight] of Object.entries(places) as ReadonlyArray<[Place, number]>) {
    const stems = stemmed(words[place].slice(0, mostText))
    for (let at = 0; at < stems.length; at++) {
      let term = ""
      for (let length = 0; length < longestCue && (stems[at + length] ?? "") !== ""; length++) {
        term = length === 0 ? stems[at]! : `${term} ${stems[at + length]!}`
        const worth = length === 0 ? weight : weight * wordsTogether
        if (byCue.has(term) && (met.get(term) ?? 0) < worth) met.set(term, worth)
      }
    }
  }
  const sums = new Map<Entry, number>()
  for (const [term, weight] of met)
    for (const entry of byCue.get(term) ?? []) sums.set(entry, Math.min(mostForWords, (sums.get(entry) ?? 0) + weight))
  return sums
}

/** The longest beginning of a code among some; 0 where none is one. */
const reach = (code: string, beginnings: ReadonlyArray<string>): number =>
  Math.max(0, ...beginnings.map((begin) => (code.startsWith(begin) ? begin.length : 0)))

/** How much the codes say for each entry: of those that a code means, the closest. */
const byCodes = (fits: ReadonlyArray<Fit>, words: ReadonlyMap<Entry, number>): ReadonlyMap<Entry, number> => {
  const sums = new Map<Entry, number>()
  for (const [place, { confidence, industry }] of fits.slice(0, codeShares.length).entries()) {
    const meant = entries
      .map((entry) => {
        const said = words.get(entry) ?? 0
        const own = reach(industry.code, entry.codes)
        return { entry, said, own, far: said > 0 ? Math.max(own, reach(industry.code, entry.codesWithWords)) : own }
      })
      .filter(({ far }) => far > 0)
    const closest = Math.max(0, ...meant.map(({ own }) => own))
    for (const { entry, far, said } of meant) {
      const share = codeShares[place]! * (far >= closest ? 1 : 0.6) * (said > 0 ? 1 : wordlessShares[confidence])
      sums.set(entry, (sums.get(entry) ?? 0) + share)
    }
  }
  return sums
}

/**
 * The industries of a brand, the likeliest first. Codes alone tell one where the list has one for the first of them; words alone tell none.
 * Nothing is told where the list has nothing for what the site says.
 */
export const eicOf = (fits: ReadonlyArray<Fit>, words: SiteWords): ReadonlyArray<BrandIndustry> => {
  const said = byWords(words)
  const meant = byCodes(fits, said)
  const ranked = [...meant]
    .map(([entry, worth]) => ({ entry, worth: worth + (said.get(entry) ?? 0) }))
    .filter(({ worth }) => worth >= least.worth)
    .toSorted((a, b) => b.worth - a.worth)
  const best = ranked[0]?.worth ?? 0
  return ranked
    .filter(({ worth }) => worth >= best * least.ofBest)
    .slice(0, mostTold)
    .map(({ entry: { industry, subindustry } }) => ({ industry, subindustry }))
}
