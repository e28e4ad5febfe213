/**
 * An index of many articles, of which every tenth speaks of one giant: what adapters fill their tables with by statements of their own, and
 * the questions that are asked of them, for tests of what each of them reads and for measures of how long it takes.
 */
import type { NewsFilter, NewsPosition, NewsQuestion, WantedKey } from "../news/NewsStore.ts"

/**
 * Whom articles speak of, as keys. The n-th article stands at a publisher (`publisherKey`), and speaks of the giant (every tenth) or of one
 * of many small companies, and of one of two hundred that are well known; the giant's site is linked to by every twentieth.
 */
export const newsKeys = {
  giant: 1,
  giantSite: 2,
  known: (n: number) => 100 + n,
  small: (n: number) => 1_000_000 + n,
  publisher: (n: number) => 10_000_000 + n
} as const

export const newsCounts = { known: 200, small: 50_000, publishers: 2_000 } as const

/** When the n-th article was published: one every half a minute. */
export const newsTimes = { firstMillis: 1_700_000_000_000, eachMillis: 30_000 } as const

/** Places of articles are spread by this. */
export const newsSpread = 829_348_951

/** The publisher of the n-th article, as statements write it, too. */
export const publisherOf = (n: number): number => (n * 7) % newsCounts.publishers

const everything: NewsFilter = {
  ...{ sourceDomains: [], sourceCountries: [], languages: [], types: [] },
  ...{ from: null, to: null }
}

const wanted = (...keys: ReadonlyArray<number>): ReadonlyArray<WantedKey> =>
  keys.map((key, index) => ({ key, factor: index === 0 ? 1_000 : 900 }))

const ask = (given: Partial<NewsQuestion> & Pick<NewsQuestion, "keys">): NewsQuestion => ({
  ...{ filter: everything, order: "newest", limit: 11, after: null },
  ...given
})

const { giant, giantSite, known, publisher, small } = newsKeys

/** All that the giant is called. */
const giantKeys = wanted(giant, giantSite, ...Array.from({ length: 8 }, (_, n) => small(n * 31)))

/** Half of the way through the list of the giant. */
const halfway = (count: number, order: NewsQuestion["order"]): NewsPosition => {
  const n = Math.floor(count / 20) * 10
  const place = (n * newsSpread).toString(16).padStart(13, "0")
  const sortedAt = newsTimes.firstMillis + n * newsTimes.eachMillis
  return { weight: order === "newest" ? 0 : 700_000, sortedAt, id: `art_${place}${"0".repeat(19)}` }
}

/** Questions of an index of `count` articles, by what they are; `n` varies them. */
export const newsQuestions = (count: number): Readonly<Record<string, (n: number) => NewsQuestion>> => {
  const day = (n: number) => {
    const from = newsTimes.firstMillis + (((n * 7_919) % 300) / 300) * count * newsTimes.eachMillis
    return { ...everything, from: Math.floor(from), to: Math.floor(from) + 86_400_000 }
  }
  return {
    "a site": (n) => ask({ keys: wanted(publisher((n * 13) % newsCounts.publishers)) }),
    "a small company by name": (n) => ask({ keys: wanted(small((n * 97) % newsCounts.small)) }),
    "a company by eight names": (n) =>
      ask({
        keys: wanted(known(n % 200), ...Array.from({ length: 7 }, (_, k) => small((n * 97 + k) % newsCounts.small)))
      }),
    "a giant by ten names": () => ask({ keys: giantKeys }),
    "a giant, the most relevant": () => ask({ keys: giantKeys, order: "relevance" }),
    "a giant, from halfway": () => ask({ keys: giantKeys, after: halfway(count, "newest") }),
    "a giant, the most relevant from halfway": () =>
      ask({ keys: giantKeys, order: "relevance", after: halfway(count, "relevance") }),
    "a giant on one day": (n) => ask({ keys: giantKeys, filter: day(n) }),
    "a giant on one day, the most relevant": (n) => ask({ keys: giantKeys, order: "relevance", filter: day(n) }),
    "a giant in a language of a fiftieth": () => ask({ keys: giantKeys, filter: { ...everything, languages: ["de"] } }),
    "a giant in a language of hardly any": () => ask({ keys: giantKeys, filter: { ...everything, languages: ["ko"] } }),
    "a giant in a language of none": () => ask({ keys: giantKeys, filter: { ...everything, languages: ["hi"] } }),
    "a giant at one publisher": (n) =>
      ask({
        keys: giantKeys,
        filter: { ...everything, sourceDomains: [`paper${(n * 10) % newsCounts.publishers}.example`] }
      }),
    "a giant at a publisher without news of it": (n) =>
      ask({
        keys: giantKeys,
        filter: { ...everything, sourceDomains: [`paper${(n * 10 + 3) % newsCounts.publishers}.example`] }
      })
  }
}
