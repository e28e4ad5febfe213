/**
 * `node bench/quality/news.ts`: how often articles are found for the companies that they speak of, and copies of a report told to be one story.
 *
 * `--list` names the mistakes of the half that rules were made with; of the other half none are named, by no option. See README.md.
 */
import { parseArgs } from "node:util"
import { mostKeys } from "@kittiwake/core/news/NewsStore"
import { keysOfCompany } from "../../packages/core/src/news/domain/keysOfCompany.ts"
import { matchOf, matchWeight } from "../../packages/core/src/news/domain/matchWeight.ts"
import { mentionsOf } from "../../packages/core/src/news/domain/mentionsOf.ts"
import { bandsOf, isSameStory } from "../../packages/core/src/news/domain/stories.ts"
import { type Company, type Half, type LabelledArticle, readHalf, type StoryArticle } from "./news/readHalf.ts"

const { values } = parseArgs({ options: { list: { type: "boolean", default: false } } })

/** What is told with less is a guess, and says so. */
const sure = 0.4

interface Sums {
  right: number
  wrong: number
  missed: number
}

const share = (part: number, all: number): string => (all === 0 ? "–" : (part / all).toFixed(3))

const lineOf = (title: string, { missed, right, wrong }: Sums): string =>
  `${title} | ${right} | ${wrong} | ${missed} | ${share(right, right + wrong)} | ${share(right, right + missed)}`

const add = (sums: Sums, isTold: boolean, isSo: boolean) => {
  if (isTold && isSo) sums.right += 1
  else if (isTold) sums.wrong += 1
  else if (isSo) sums.missed += 1
}

/** How an article is found by who asks for a company, as the index does it. */
const matchedBy = ({ article }: LabelledArticle, keys: ReturnType<typeof keysOfCompany>) => {
  const weights = new Map(mentionsOf(article).map(({ key, weight }) => [key, weight]))
  const worths = keys.flatMap(({ factor, key }) => {
    const weight = weights.get(key)
    return weight === undefined ? [] : [matchWeight(weight, factor)]
  })
  return worths.length === 0 ? null : matchOf(Math.max(...worths))
}

/** Ways to ask: the index knows who it is, or only the name is said. */
const ways: ReadonlyArray<readonly [string, (company: Company) => ReturnType<typeof keysOfCompany>]> = [
  ["by domain", ({ brand }) => keysOfCompany({ _tag: "Domain", domain: brand.domain }, brand.domain, brand, mostKeys)],
  [
    "by a name nobody knows",
    ({ brand }) => keysOfCompany({ _tag: "Name", name: brand.name ?? "" }, null, null, mostKeys)
  ]
]

const entities = (half: string, { articles, companies }: Half): ReadonlyArray<string> =>
  ways.flatMap(([way, keysOf]) => {
    const [told, surely, subject] = [0, 0, 0].map((): Sums => ({ right: 0, wrong: 0, missed: 0 }))
    let [levels, levelsRight] = [0, 0]
    for (const company of companies) {
      const keys = keysOf(company)
      for (const one of articles) {
        const level = one.says.get(company.id)
        const match = matchedBy(one, keys)
        add(told!, match !== null, level !== undefined)
        add(surely!, match !== null && match.confidence >= sure, level !== undefined)
        add(subject!, match?.level === "primary" && match.confidence >= sure, level === "primary")
        if (match !== null && level !== undefined) {
          levels += 1
          if (match.level === level) levelsRight += 1
        }
        if (values.list && half === "tuned" && (match?.level ?? null) !== (level ?? null)) {
          console.log(
            `${way} ${company.id}: ${match?.level} ${match?.confidence ?? ""} for ${level}: ${one.article.title}`
          )
        }
      }
    }
    const name = `${half}, ${way}`
    return [
      lineOf(`${name}: told at all`, told!),
      lineOf(`${name}: with ${sure} and more`, surely!),
      lineOf(`${name}: as its subject, with ${sure} and more`, subject!),
      `${name}: level right of those told: ${levelsRight} of ${levels}, ${share(levelsRight, levels)}`
    ]
  })

/** Stories as the index gives them: each article that of the first before it that tells the same. */
const storiesOf = (articles: ReadonlyArray<StoryArticle>): ReadonlyArray<number> => {
  const stories: Array<number> = []
  const bands = articles.map((article) => new Set(bandsOf(article, 20_000, article.language)))
  for (const [index, article] of articles.entries()) {
    const copy = articles
      .slice(0, index)
      .findIndex((other, at) => [...bands[at]!].some((band) => bands[index]!.has(band)) && isSameStory(article, other))
    stories.push(copy === -1 ? index : stories[copy]!)
  }
  return stories
}

const copies = (half: string, { stories: articles }: Half): ReadonlyArray<string> => {
  const stories = storiesOf(articles)
  const sums: Sums = { right: 0, wrong: 0, missed: 0 }
  for (const [index, one] of articles.entries()) {
    for (const [before, other] of articles.slice(0, index).entries()) {
      const [isTold, isSo] = [stories[index] === stories[before], one.story === other.story]
      add(sums, isTold, isSo)
      if (values.list && half === "tuned" && isTold !== isSo) {
        console.log(`story ${isTold ? "wrongly one" : "missed"}: ${one.title} / ${other.title}`)
      }
    }
  }
  return [lineOf(`${half}: pairs of one story`, sums)]
}

const lines = ["tuned", "untouched"].flatMap((name) => {
  const half = readHalf(name)
  return [
    `${name}: ${half.articles.length} articles against ${half.companies.length} companies, ${half.stories.length} articles of one day`,
    ...entities(name, half),
    ...copies(name, half)
  ]
})
console.log(["what | right | wrong | missed | precision | recall", ...lines].join("\n"))
