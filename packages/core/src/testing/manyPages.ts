/**
 * An index of many pages of one organization beside some of another: what adapters fill their tables with by statements of their own, and
 * the questions that are asked of them, for tests of what each of them reads.
 */
import { DateTime } from "effect"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { readQuery } from "../search/domain/readQuery.ts"
import type { SearchQuestion } from "../search/domain/SearchQuestion.ts"
import type { IndexedPage } from "../search/PageIndex.ts"

/** Whose pages they are; the other has every page that is beyond `count` of the tables. */
export const pageOwners = {
  searching: OrganizationId.make(`org_${"1".repeat(32)}`),
  other: OrganizationId.make(`org_${"2".repeat(32)}`)
} as const

/** Which of the pages have a word, by number: every so many. In titles every hundredth of those. */
export const pageWords = { harbour: 1, lantern: 10, gannet: 1_000, quoin: 20_000 } as const

export const pageSites = 500

/** Domain of the n-th page. */
export const pageSite = (n: number): string => `quay${n % pageSites}.example`

/** When the n-th page was read; every third says when it was published, the day before. */
export const pageTimes = { firstMillis: 1_700_000_000_000, eachMillis: 10_000 } as const

/** The text that all of them have, so that each that is found is an answer. */
export const pageContent = [
  "A harbour lantern",
  "What stands at a quay",
  "Gannet\nQuoin",
  "A harbour with a lantern, a gannet on a quoin."
] as const

const ask = (query: string, given: Partial<SearchQuestion> = {}): SearchQuestion => ({
  ...{ query: readQuery(query), publishedSince: null, country: null, count: 10 },
  ...given
})

/** Questions of an index of `count` pages, by what they are; `n` varies them. */
export const pageQuestions = (count: number): Readonly<Record<string, (n: number) => SearchQuestion>> => ({
  "a word that all have": () => ask("harbour"),
  "a word that many have": () => ask("lantern"),
  "a word that few have": () => ask("gannet"),
  "a word of none": (n) => ask(`nothing${n}`),
  "common words": () => ask("harbour lantern"),
  "common words and a rare one": () => ask("harbour lantern quoin"),
  "a phrase": () => ask('"harbour lantern"'),
  "what must not be there": () => ask("harbour -cormorant"),
  "a phrase of none": () => ask('harbour "gannet lantern"'),
  "words on a site": (n) => ask(`harbour site:${pageSite(n * 7)}`),
  "a site alone": (n) => ask(`site:${pageSite(n * 7)}`),
  "everything of late": () =>
    ask("harbour", {
      publishedSince: DateTime.makeUnsafe(pageTimes.firstMillis + (count - 100) * pageTimes.eachMillis)
    })
})

/** A page that is put beside them, and again with another text. */
export const anotherPage = (n: number): IndexedPage => ({
  organizationId: pageOwners.searching,
  ...{ url: `https://${pageSite(n)}/another`, title: "Another harbour", description: "", headings: "" },
  ...{ text: `A harbour that is told of ${n} times.`, language: "en", publishedAt: null },
  readAt: DateTime.makeUnsafe(pageTimes.firstMillis * 1.1 + n)
})
