/** Mistakes in what is told of news, in how sources are asked, and in what is charged. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { type Mutant, worker } from "./Mutant.ts"

const contract = "test/contract/news/search.test.ts"

/** Of what is held from outside. */
const whole = (name: string, file: string, from: string, to: string): Mutant => ({
  ...{ name, file, tests: [contract] },
  replace: [{ from, to }]
})

export const mutantsOfNews: ReadonlyArray<Mutant> = [
  whole(
    "news: an answer costs what a full page would",
    "packages/core/src/news/searchNews.ts",
    "credits: newsPrice(page.articles.length)",
    "credits: most"
  ),
  whole(
    "news: ten articles that were begun cost nothing",
    "packages/core/src/news/domain/Price.ts",
    "Math.ceil(articles / articlesOfCredit)",
    "Math.floor(articles / articlesOfCredit)"
  ),
  whole(
    "news: the balance need cover one credit",
    "packages/core/src/news/searchNews.ts",
    "{ atLeast: most, atMost: most }",
    "{ atLeast: 1, atMost: most }"
  ),
  whole(
    "news: a place is one of any question",
    "packages/core/src/news/searchNews.ts",
    "filter: [entity, filter, order]",
    "filter: []"
  ),
  whole(
    "news: nobody looks for the feeds of the company",
    "packages/core/src/news/searchNews.ts",
    "cursor === undefined && leftMillis > 0",
    "cursor === undefined && leftMillis < 0"
  ),
  whole(
    "news: a publisher is known by its host",
    "packages/core/src/news/searchNews.ts",
    "(registrable(host) ?? host)",
    "host"
  ),
  whole(
    "news: an index that is down finds nothing",
    "packages/core/src/news/searchNews.ts",
    'new SearchUnavailable({ message: "The index of news does not answer now.", retryAfterSeconds: null })',
    "Effect.succeed(wholePart<FoundArticle>([]))"
  ),
  whole(
    "news: two lists narrow together",
    "packages/http/src/news/requests.ts",
    "if (given.length > 1) {",
    "if (given.length > 4) {"
  ),
  whole(
    "news: a window may end before it begins",
    "packages/http/src/news/requests.ts",
    "from !== null && to !== null && from > to",
    "from !== null && to !== null && from > to + from"
  ),
  whole("news: an alias is passed over", "packages/http/src/news/requests.ts", "value: said ?? other", "value: said"),
  whole(
    "news: one letter between spaces is a name",
    "packages/http/src/news/requests.ts",
    "if (name.length < 2) return",
    "if (name.length < 1) return"
  ),
  whole(
    "news: the last page says that there is more",
    "packages/http/src/news/records.ts",
    "has_more: nextCursor !== null",
    "has_more: true"
  ),
  worker(
    "worker: no source of news is asked",
    "src/gatherer.ts",
    "const lanes = 4",
    "const lanes = 0",
    "test/Worker.test.ts"
  ),
  worker(
    "worker: articles beyond the bound stay",
    "src/pruner.ts",
    'prune("news", news.prune(limit))',
    'prune("news", Effect.succeed(0))',
    "test/Worker.test.ts"
  ),
  worker(
    "worker: sources are asked where an operator wants none",
    "src/gatherer.ts",
    "if (!gathers) return",
    "",
    "test/Worker.test.ts"
  )
]
