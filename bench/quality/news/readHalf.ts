/** Reads a half of the labelled articles: companies, whom articles speak of, and which of them tell the same story. */
import { readFileSync } from "node:fs"
import type { BrandEntry, BrandSymbol } from "@kittiwake/core/brands/domain/BrandEntry"
import type { MatchLevel } from "@kittiwake/core/news/domain/NewsEntry"
import type { ReportedArticle } from "@kittiwake/core/news/domain/ReportedArticle"
import { DateTime } from "effect"

export interface Company {
  readonly id: string
  readonly brand: BrandEntry
}

export interface LabelledArticle {
  readonly article: ReportedArticle
  /** Companies that it speaks of; all others of its half it does not. */
  readonly says: ReadonlyMap<string, MatchLevel>
}

export interface StoryArticle {
  readonly title: string
  readonly excerpt: string | null
  readonly language: string
  readonly story: string
}

export interface Half {
  readonly companies: ReadonlyArray<Company>
  readonly articles: ReadonlyArray<LabelledArticle>
  readonly stories: ReadonlyArray<StoryArticle>
}

const partsOf = (line: string, mark: string): ReadonlyArray<string> => line.split(mark).map((part) => part.trim())

const symbolOf = (said: string): BrandSymbol => {
  const [exchange, ticker] = said.split(":")
  return ticker === undefined
    ? { kind: "isin", code: said, exchange: null }
    : { kind: "ticker", code: ticker, exchange: exchange! }
}

const companyOf = (line: string): Company => {
  const [id = "", domain = "", name = "", aliases = "", symbols = ""] = partsOf(line, "|")
  return {
    id,
    brand: {
      domain,
      name,
      aliases: aliases.split(";").flatMap((alias) => (alias.trim() === "" ? [] : [alias.trim()])),
      symbols: symbols.split(" ").flatMap((symbol) => (symbol === "" ? [] : [symbolOf(symbol)])),
      ...{ description: null, country: null, language: null, logo: null, rank: null, ids: [], told: {} },
      source: "imported",
      updatedAt: DateTime.makeUnsafe(0)
    }
  }
}

const articleOf = (line: string): LabelledArticle => {
  const [said = "", labels = ""] = partsOf(line, "=>")
  const [title = "", excerpt = "", domain = ""] = partsOf(said, "~")
  const levels = labels.split(" ").flatMap((label) => {
    const [id = "", level] = label.split(":")
    return level === "primary" || level === "secondary" ? [[id, level] as const] : []
  })
  return {
    article: {
      url: `https://${domain}/article`,
      title,
      excerpt: excerpt === "" ? null : excerpt,
      ...{ language: null, imageUrl: null, authors: [], publishedAt: null, type: "editorial" },
      source: { name: domain, domain, country: null, isDirect: true },
      labels: [],
      linkedDomains: []
    },
    says: new Map(levels)
  }
}

/** The half in a file beside this one: `tuned` or `untouched`. */
export const readHalf = (name: string): Half => {
  const companies: Array<Company> = []
  const articles: Array<LabelledArticle> = []
  const stories: Array<StoryArticle> = []
  let story = ""
  for (const line of readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8").split("\n")) {
    if (line.startsWith("company ")) companies.push(companyOf(line.slice(8)))
    else if (line.startsWith("@ ")) articles.push(articleOf(line.slice(2)))
    else if (line.startsWith("= ")) story = line.slice(2).trim()
    else if (line.startsWith("+ ")) {
      const [language = "", title = "", excerpt = ""] = partsOf(line.slice(2), "~")
      stories.push({ title, excerpt: excerpt === "" ? null : excerpt, language, story })
    }
  }
  return { companies, articles, stories }
}
