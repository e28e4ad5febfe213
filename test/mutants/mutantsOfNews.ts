/** Mistakes in what is told of news, in how sources are asked, and in what is charged. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, type Mutant, postgres, sqlite, worker } from "./Mutant.ts"

const contract = "test/contract/news/search.test.ts"

/** Of what is held from outside. */
const whole = (name: string, file: string, from: string, to: string): Mutant => ({
  ...{ name, file, tests: [contract] },
  replace: [{ from, to }]
})

export const mutantsOfNews: ReadonlyArray<Mutant> = [
  {
    name: "news: what GDELT escapes is torn where two pieces of its answer meet",
    file: "packages/adapters/searching/src/Gdelt.ts",
    replace: [
      { from: "Math.max(at, Math.min(mending.atOnce, text.length))", to: "Math.min(mending.atOnce, text.length)" }
    ],
    tests: ["packages/adapters/searching/test/gdelt.test.ts"]
  },
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
  ),
  core(
    "news: who reports first is believed, and not the publisher",
    "src/news/domain/NewsEntry.ts",
    "const isRetold = after > before",
    "const isRetold = false",
    "test/memory/NewsStore.test.ts"
  ),
  core(
    "news: others fill what the publisher does not say",
    "src/news/domain/NewsEntry.ts",
    "record: before === after ? filled(known.record, later.record) : first.record",
    "record: filled(first.record, second.record)",
    "test/memory/NewsStore.test.ts"
  ),
  core(
    "news: what others say of an article finds it as surely as its publisher",
    "src/news/domain/NewsEntry.ts",
    "weight: Math.min(weight, hearsay)",
    "weight",
    "test/memory/NewsStore.test.ts"
  ),
  core(
    "news: whoever names another's feed as his own is its publisher",
    "src/news/domain/NewsEntry.ts",
    "? standings.own : standings.named",
    "? standings.own : standings.own",
    "test/memory/NewsStore.test.ts"
  ),
  core(
    "news: a feed is of whatever site it calls its home",
    "src/news/domain/toReport.ts",
    "[origin.foundFor === null ? feed.homeUrl : null, origin.homeUrl]",
    "[feed.homeUrl, origin.homeUrl]",
    "test/news/toReport.test.ts"
  ),
  sqlite(
    "SQLite: an article keeps the story that others told of it",
    "src/writes/news.ts",
    "if (isRetold) retell(",
    "if (isRetold && at < 0) retell(",
    "test/NewsStore.test.ts"
  ),
  core(
    "news: any article of a band is as likely the same",
    "src/news/domain/stories.ts",
    "other - one)\n    .slice(0, compared.most)",
    "one - other)\n    .slice(0, compared.most)",
    "test/news/stories.test.ts"
  ),
  core(
    "news: names are looked for as long as a text goes on",
    "src/news/domain/namesIn.ts",
    "tries++ >= limits.tries",
    "tries++ < 0",
    "test/news/mentionsOf.test.ts"
  ),
  core(
    "news: articles that name many are put together all the same",
    "src/news/keepArticles.ts",
    "|| mentions >= together.mentions",
    "",
    "test/news/keepArticles.test.ts"
  ),
  core(
    "news: all of a long feed is kept while somebody waits",
    "src/news/gatherFor.ts",
    "reports.slice(0, limits.articles)",
    "reports",
    "test/news/gatherFor.test.ts"
  ),
  core(
    "news: every port is a site of its own",
    "src/news/gatherFor.ts",
    "site: registrable(host) ?? host",
    "site: domain",
    "test/news/gatherFor.test.ts"
  ),
  core(
    "news: whoever has most sources takes room from others",
    "src/news/domain/roomForSources.ts",
    "if (has > own + 1)",
    "if (has >= own)",
    "test/news/roomForSources.test.ts"
  ),
  core(
    "news: who asks under zero retention is kept with what is found",
    "src/news/searchNews.ts",
    'names: [], organizationId: ""',
    "names: [], organizationId",
    "test/news/searchNews.test.ts"
  ),
  core(
    "news: of many mentions the first stay, and not the surest",
    "src/news/domain/NewsEntry.ts",
    "? surestFirst(mergeMentions(first.mentions, second.mentions))",
    "? mergeMentions(first.mentions, second.mentions)",
    "test/news/mergeReports.test.ts"
  ),
  core(
    "news: what others say in passing goes before what the publisher does",
    "src/news/domain/NewsEntry.ts",
    ": mergeMentions(surestFirst(first.mentions), surestFirst(asHearsay(second.mentions)))",
    ": surestFirst(mergeMentions(first.mentions, asHearsay(second.mentions)))",
    "test/news/mergeReports.test.ts"
  ),
  core(
    "news: who asks for many takes what is nobody's and gave articles",
    "src/news/domain/roomForSources.ts",
    '[{ broughtBy: "", isBarrenOnly: true }]',
    '[{ broughtBy: "", isBarrenOnly: false }]',
    "test/news/roomForSources.test.ts"
  ),
  core(
    "news: a source that is chosen is told to have brought nothing",
    "src/news/domain/NewsSource.ts",
    "articles: known.articles",
    "articles: told.articles",
    "test/news/sources.test.ts"
  ),
  sqlite(
    "SQLite: a source is nobody's again once it was read",
    "src/writes/newsSources.ts",
    "json_set(excluded.entry, '$.broughtBy', brought_by)",
    "json_set(excluded.entry, '$.broughtBy', '')",
    "test/NewsSourceStore.test.ts"
  ),
  sqlite(
    "SQLite: a host that lost its last source stays due",
    "src/writes/newsSources.ts",
    "          leaveHost(db, host)\n          return []",
    "          return []",
    "test/newsHosts.test.ts"
  ),
  postgres(
    "Postgres: a host that is due without a source is picked for ever",
    "src/NewsSourceStore.ts",
    "if (empty.length > 0)",
    "if (empty.length > 1_000_000)",
    "test/newsHosts.test.ts"
  ),
  sqlite(
    "SQLite: a site has as many sources as it likes",
    "src/writes/newsSources.ts",
    "if (all < mostOfSite) return true",
    "if (all >= 0) return true",
    "test/NewsSourceStore.test.ts"
  ),
  sqlite(
    "SQLite: sources that give articles go before those that give none",
    "src/writes/newsSources.ts",
    "order by fruitful, added_at, url limit 1",
    "order by fruitful desc, added_at, url limit 1",
    "test/NewsSourceStore.test.ts"
  ),
  core(
    "news: a long feed is read in one turn",
    "src/news/inTurns.ts",
    "now - begunMillis < turnMillis",
    "now > turnMillis",
    "test/news/inTurns.test.ts"
  ),
  core(
    "news: readers of a site say with links what its feeds are",
    "src/news/domain/newsPages.ts",
    "&& isOfSite(hostname)",
    "",
    "test/news/gatherFor.test.ts"
  )
]
