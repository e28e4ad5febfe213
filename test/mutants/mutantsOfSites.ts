/** Mistakes in which pages of a site came, went, moved and took the place of others, and in what tries rules on them. */
import { cli, core, documents, type Mutant, patterns, threads } from "./Mutant.ts"

const extracting = "test/monitors/extracting.test.ts"
const history = "test/monitors/history.test.ts"

const robotsTests = "test/sites/Robots.test.ts"

const robots: ReadonlyArray<Mutant> = [
  core(
    "robots: a delay of one agent is that of the next",
    "src/sites/domain/Robots.ts",
    "if (hasRules || this.#pause.seconds !== null) this.#pause",
    "if (hasRules) this.#pause",
    robotsTests
  ),
  core(
    "robots: a delay ends the rules of an agent",
    "src/sites/domain/Robots.ts",
    "    const hasRules = this.#section.rules.length > 0\n",
    "    const hasRules = this.#section.rules.length > 0 || this.#pause.seconds !== null\n",
    robotsTests
  ),
  core(
    "robots: an agent has rules without end",
    "src/sites/domain/Robots.ts",
    "      .slice(0, maxRules)\n",
    "",
    robotsTests
  )
]

const uncovering: ReadonlyArray<Mutant> = [
  core(
    "site: a page that a browser shows now waits for a look that finds nothing else",
    "src/monitors/lookAtExtract.ts",
    "  if (!uncovers) return { sight, seen: read, steady: null, uncovers }\n",
    "  if (uncovers || !uncovers) return { sight, seen: read, steady: null, uncovers }\n",
    extracting
  ),
  core(
    "site: what one look alone showed is kept with a page that a browser shows now",
    "src/monitors/lookAtExtract.ts",
    "  if (textOfState(kept) === first) return withThese(read)\n",
    "  if (first !== null) return withThese(read)\n",
    extracting
  ),
  core(
    "site: pages are chosen anew in the look that a browser is there for first",
    "src/monitors/lookAtExtract.ts",
    "  if (uncovers) return tracked\n",
    "",
    extracting
  ),
  core(
    "site: a head alone is a page",
    "src/monitors/extractReading.ts",
    'blankBecause !== undefined && source === "metadata"',
    'blankBecause !== undefined && source === "json-ld"',
    extracting
  )
]

const pages: ReadonlyArray<Mutant> = [
  core(
    "site: one 404 is the end of a page",
    "src/monitors/lookAtExtract.ts",
    "filter((url) => isMissing(again.get(url)))",
    "filter((url) => again.has(url))",
    extracting
  ),
  core(
    "site: a page that was read again is one that went",
    "src/monitors/domain/heldAgainst.ts",
    "replacedPages(absentFrom(now, state), absentFrom(state, now))",
    "replacedPages(state.pages ?? [], absentFrom(state, now))",
    extracting
  ),
  core(
    "site: a page that cannot be read loses its place to a new one",
    "src/monitors/lookAtExtract.ts",
    "look.asked.question.maxPages - kept.size",
    "look.asked.question.maxPages",
    extracting
  ),
  core(
    "site: a new page need not be there at the second look",
    "src/monitors/lookAtExtract.ts",
    '[page] : one._tag === "Read" ? [one.page] : []',
    '[page] : one._tag === "Read" ? [one.page] : [page]',
    extracting
  ),
  core(
    "site: what is read beside what differs is believed at once",
    "src/monitors/lookAtExtract.ts",
    'asked.get(url)?._tag === "Read" || (one?._tag === "Read" && one.page.digest !== digest)',
    'asked.get(url)?._tag === "Read" || (one?._tag === "Read" && digest === null)',
    extracting
  ),
  core(
    "site: the first of several takes the place of another",
    "src/monitors/domain/replacedPages.ts",
    " && others.length + more.length === 0",
    "",
    "test/monitors/replacedPages.test.ts"
  ),
  core(
    "site: data that one look alone saw is judged",
    "src/monitors/confirmSite.ts",
    "data.state.lines ?? []",
    "first.state.lines ?? []",
    extracting
  ),
  core(
    "site: text that one look alone saw is judged",
    "src/monitors/confirmSite.ts",
    "after: agreed.text ?? sides.after",
    "after: sides.after",
    extracting
  ),
  core(
    "page: text that one look alone saw is judged",
    "src/monitors/lookAtPage.ts",
    "after: shared }]",
    "after: first.text }]",
    "test/monitors/meaning.test.ts"
  ),
  core(
    "site: quotes of several pages have the address at which it begins",
    "src/monitors/judgeSight.ts",
    "lines === undefined ? judgement",
    "lines !== null ? judgement",
    extracting
  ),
  core(
    "site: both sides of a quote are of the page of the first",
    "src/monitors/domain/quotedPages.ts",
    "left.findIndex((one) => one.url === url)",
    "left.findIndex(() => true)",
    "test/monitors/quotedPages.test.ts"
  )
]

const moves: ReadonlyArray<Mutant> = [
  core(
    "sitemap: pages that became one moved",
    "src/monitors/domain/describeUrls.ts",
    "to.get(one.to)! > 1",
    "to.get(one.to)! > 2",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: pages that stay have no title",
    "src/monitors/recogniseMoves.ts",
    "filter(({ url }) => !departed.has(url))",
    "filter(({ url }) => departed.has(url) && !known.has(url))",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: titles tell pages apart of which nobody knows them",
    "src/monitors/recogniseMoves.ts",
    "before.isPartlyKnown === true || left > 0",
    "left > 0",
    "test/monitors/sitemaps.test.ts"
  ),
  core(
    "sitemap: pages are read however long they are",
    "src/monitors/readPages.ts",
    "characters > budget.characters",
    "characters < 0",
    "test/monitors/sitemaps.test.ts"
  )
]

const tried: ReadonlyArray<Mutant> = [
  core(
    "taken back: what is pinned is forgotten where nothing flickers",
    "src/monitors/findTakenBack.ts",
    "lines.length + (target.pinnedLines?.length ?? 0) === 0",
    "lines.length === 0",
    "test/monitors/takenBack.test.ts"
  ),
  core(
    "backtest: what a part lists that can be read now would have been told",
    "src/monitors/replaySitemap.ts",
    "{ unread: after.unread ?? [] }",
    "{ unread: before.unread ?? [] }",
    history
  ),
  core(
    "backtest: no page moved",
    "src/monitors/replaySitemap.ts",
    "urlChange(told, moved)",
    "urlChange(told, moved.slice(0, 0))",
    history
  ),
  core(
    "backtest: a site with a schema has no data",
    "src/monitors/replayExtract.ts",
    "before.lines !== undefined || after.lines !== undefined",
    "before.lines === null",
    history
  ),
  core(
    "backtest: a page that took the place of another is removed",
    "src/monitors/replayExtract.ts",
    "heldAgainst(earlier, later)",
    "{ ...heldAgainst(earlier, later), before: earlier }",
    history
  ),
  threads(
    "versions: the bytes of whoever keeps them are handed over",
    "src/TextComparer.ts",
    "bytes: new Uint8Array(bytes)",
    "bytes: bytes as Uint8Array<ArrayBuffer>",
    "test/TextComparer.test.ts"
  )
]

const rests = "src/sharing/domain/HostRests.ts"
const restTests = "test/sharing/HostRests.test.ts"

const heeding = "src/pages/heedThrottling.ts"
const heedingTests = "test/pages/heedThrottling.test.ts"

const throttling: ReadonlyArray<Mutant> = [
  core("rests: a host rests for as long as it likes", rests, "* 1_000, longestRestMillis)", "* 1_000)", restTests),
  core("rests: what was under way makes a rest longer", rests, "if (left === 0) {", "if (left >= 0) {", restTests),
  core(
    "rests: an answer to an old request ends a rest",
    rests,
    "known.restsInARow > 0 && leftOf(known, nowMillis) === 0",
    "known.restsInARow > 0",
    restTests
  ),
  core(
    "rests: another process makes a rest shorter",
    rests,
    "    if (before !== undefined && before.untilMillis >= untilMillis) return\n",
    "",
    restTests
  ),
  core("rests: one that another process found counts for none", rests, "(rest.restMillis > 0 ? 1 : 0)", "0", restTests),
  core(
    "rests: a host that is asked on and on rests for ever",
    rests,
    "restsInARow: restsInARow + 1, sinceMillis: nowMillis }\n\n",
    "restsInARow, sinceMillis: nowMillis }\n\n",
    restTests
  ),
  core("rests: each refusal is told", rests, "untilMillis > told + sameMillis", "untilMillis > told", restTests),
  core(
    "rests: what many refusals add a little to is never told",
    rests,
    "untilMillis > told + sameMillis",
    "askedMillis > left + sameMillis",
    restTests
  ),
  core(
    "rests: a host that throttles now is forgotten before one that did long ago",
    rests,
    "    this.#hosts.delete(host)\n    this.#hosts.set",
    "    this.#hosts.set",
    restTests
  ),
  core(
    "rests: processes are told of each refusal",
    "src/sharing/HostPauses.ts",
    "        if (!isNew) return\n",
    "",
    "test/sharing/HostPauses.test.ts"
  ),
  core(
    "throttling: a page waits for a rest that ends after its deadline",
    heeding,
    "rest.isGivenUp || isTooLong",
    "rest.isGivenUp",
    heedingTests
  ),
  core(
    "throttling: a page waits for a host that is given up",
    heeding,
    "rest.isGivenUp || isTooLong",
    "isTooLong",
    heedingTests
  ),
  core(
    "throttling: a host that another led to is not known to answer",
    heeding,
    "new Set([hostOf(url), hostOf(finalUrl)])",
    "new Set([hostOf(url)])",
    heedingTests
  ),
  core(
    "throttling: a host that leads to another is not known to answer",
    heeding,
    "new Set([hostOf(url), hostOf(finalUrl)])",
    "new Set([hostOf(finalUrl)])",
    heedingTests
  ),
  core(
    "throttling: a page that is not there is no answer",
    heeding,
    "isAnswered(error) ? pauses",
    "isAnswered(null) ? pauses",
    heedingTests
  ),
  core(
    "throttling: who cannot serve now is told to block",
    heeding,
    "return status === 503",
    "return status === 502",
    heedingTests
  ),
  core(
    "batches: a page is asked for as often as its site refuses it",
    "src/batches/workItem.ts",
    "isUnasked || refusals.note(claim) < mostTries",
    "isUnasked || refusals.note(claim) < 99",
    "test/batches/throttled.test.ts"
  ),
  core(
    "batches: pages of a site that throttles fail at once",
    "src/batches/workItem.ts",
    "isThrottled(error) ? waitsAgain(claim, common, isUnasked(error), end) : Effect.succeed(end)",
    "Effect.succeed(end)",
    "test/batches/throttled.test.ts"
  )
]

const turns = "src/organizations/inThreadTurns.ts"
const turnTests = "test/organizations/inThreadTurns.test.ts"
const patternTests = "test/sites/addressPattern.test.ts"

const bounds: ReadonlyArray<Mutant> = [
  core(
    "turns: each of many works has a piece in one turn of the thread",
    turns,
    "yield* inTurn(piece)",
    "yield* piece",
    turnTests
  ),
  core(
    "turns: the thread goes round by works, whoever they are for",
    turns,
    "((yield* WorksFor) ?? nobody)",
    "(nobody)",
    turnTests
  ),
  core(
    "turns: work goes on until it is done",
    turns,
    "latest.done !== true && now() < until",
    "latest.done !== true",
    turnTests
  ),
  core(
    "turns: others have the thread for a moment after a piece of a tenth of a second",
    turns,
    "spentNanos < longNanos",
    "spentNanos > 0n",
    turnTests
  ),
  core(
    "patterns: one may take as long as it takes",
    "src/sites/addressPattern.ts",
    "const isSpent = () => spentNanos >",
    "const isSpent = () => spentNanos - spentNanos >",
    patternTests
  ),
  core(
    "patterns: addresses of a large site use up what an honest one may take",
    "src/sites/addressPattern.ts",
    "matched * allowed.perAddress",
    "0 * allowed.perAddress * matched",
    patternTests
  ),
  core(
    "crawls: addresses that were not matched in time are left out unsaid",
    "src/sites/crawlScope.ts",
    "      yield* pattern.whole\n",
    "",
    patternTests
  ),
  core(
    "batches: addresses that were not matched in time are left out unsaid",
    "src/batches/crawlRules.ts",
    '      yield* Effect.mapError(wanted.whole, because("too_slow"))\n',
    "",
    patternTests
  ),
  core(
    "crawls: one page that was kept makes a crawl one from the cache",
    "src/sites/crawlProgress.ts",
    "progress.succeeded > 0 && progress.hits === progress.succeeded",
    "progress.hits > 0",
    "test/sites/crawling.test.ts"
  ),
  core(
    "batches: what a sitemap lists again is not counted",
    "src/batches/readCrawl.ts",
    "        duplicates += 1\n",
    "",
    "test/batches/crawls.test.ts"
  ),
  core(
    "batches: a pattern that took too long fails pages that have nothing to match",
    "src/batches/crawlRules.ts",
    "      if (url.length > maxUrlLength || !holds(url)) continue\n",
    "",
    patternTests
  ),
  core(
    "batches: a pattern that is none any more is called slow",
    "src/batches/workItem.ts",
    'reason === "too_slow" ? "REQUEST_TIMEOUT" : "INTERNAL_ERROR"',
    '"REQUEST_TIMEOUT"',
    "test/batches/crawlPatterns.test.ts"
  ),
  core(
    "batches: a pattern that was taken once is refused where it is kept",
    "src/sites/addressPattern.ts",
    ".compile(pattern, wasTaken)",
    ".compile(pattern)",
    patternTests
  ),
  core(
    "sitemaps: addresses that were not matched in time are left out unsaid",
    "src/sites/listSitemap.ts",
    "  yield* pattern.whole\n",
    "",
    patternTests
  ),
  patterns(
    "patterns: one address may take a tenth of a second",
    "src/Patterns.ts",
    "export const maxProgramSize = 800",
    "export const maxProgramSize = 8_000",
    "test/Patterns.test.ts"
  ),
  cli(
    "patterns: one that was taken is refused where its reader is loaded late",
    "src/readers.ts",
    "port.compile(...given)",
    "port.compile(given[0])",
    "test/loadedPatterns.test.ts"
  ),
  patterns(
    "patterns: alternatives that begin alike are counted one by one",
    "src/Patterns.ts",
    "estimateProgramSize(pattern) > maxTakenSize",
    "estimateProgramSize(pattern) > maxSize",
    "test/Patterns.test.ts"
  ),
  core(
    "patterns: each class without an end is looked through to the end of the pattern",
    "src/sites/domain/programSize.ts",
    "if (openClasses > mostOpenClasses) return",
    "if (openClasses > 1e9) return",
    "packages/adapters/patterns/test/programSize.test.ts"
  ),
  patterns(
    "patterns: a part of a hundred letters is too large",
    "src/Patterns.ts",
    "export const maxProgramSize = 800",
    "export const maxProgramSize = 400",
    "test/Patterns.test.ts"
  ),
  core(
    "search: pages of a named site are weighed whole",
    "src/search/siteBackend.ts",
    "const page = cutPage({",
    'const page = ((whole: Omit<IndexedPage, "organizationId">) => whole)({',
    "test/search/longPages.test.ts"
  ),
  core(
    "competitors: a list of rivals may be far from the end of its sentence",
    "src/competitors/domain/comparedNames.ts",
    "if (list.length >= listLength.least && list.length <= listLength.most) return",
    "if (list.length >= listLength.least) return",
    "test/competitors/names.test.ts"
  )
]

const charges: ReadonlyArray<Mutant> = [
  core(
    "sitemap: a part of a search costs as much as all of it",
    "src/sites/listSitemap.ts",
    "credits: value.isPart ? 1 : price",
    "credits: price",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: recovered pages cost nothing",
    "src/sites/crawlSite.ts",
    "credits: value.succeeded + (value.isPart ? 0 : recoveredPages)",
    "credits: value.succeeded",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: a part is charged for recovered pages",
    "src/sites/crawlSite.ts",
    "(value.isPart ? 0 : recoveredPages)",
    "recoveredPages",
    "test/sites/crawling.test.ts"
  ),
  core(
    "credits: what is held counts as spent for the most that could be had",
    "src/credits/domain/Supply.ts",
    "const free = { ...account, held: 0, available: account.balance }",
    "const free = account",
    "test/credits/Supply.test.ts"
  ),
  core(
    "credits: the month that is due is no part of the most that could be had",
    "src/credits/domain/Supply.ts",
    "return refilled.available + buyable(organization, refilled)",
    "return free.available + buyable(organization, refilled)",
    "test/credits/Supply.test.ts"
  )
]

const told: ReadonlyArray<Mutant> = [
  core(
    "pictures: of those that look the same the first is told, however small",
    "src/pages/findImages.ts",
    "if (width * height > other.width * other.height) kept[double] = image",
    "",
    "test/pages/pictures.test.ts"
  ),
  core(
    "search: a page has the title of its best place, though that has none",
    "src/search/domain/mergeHits.ts",
    'title: better.title === "" ? other.title : better.title',
    "title: better.title",
    "test/search/merging.test.ts"
  ),
  core(
    "lists: a page has room for one row less",
    "src/paging/domain/Page.ts",
    "return place > 0 && bytes > pageBytes",
    "return place > 0 && bytes >= pageBytes",
    "test/paging/pageBounds.test.ts"
  ),
  core(
    "lists: the first row of a page may be too large for it",
    "src/paging/domain/Page.ts",
    "if (rows.length > 0 && bytes > pageBytes)",
    "if (bytes > pageBytes)",
    "test/paging/pageBounds.test.ts"
  ),
  documents(
    "feeds: a guid that says in capitals that it is no address is one",
    "src/text/readFeed.ts",
    "attributes.isPermaLink?.toLowerCase() !==",
    "attributes.isPermaLink !==",
    "test/FeedReader.test.ts"
  )
]

export const mutantsOfSites: ReadonlyArray<Mutant> = [
  ...robots,
  ...uncovering,
  ...pages,
  ...moves,
  ...tried,
  ...throttling,
  ...bounds,
  ...charges,
  ...told
]
