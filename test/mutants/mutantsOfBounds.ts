/** Mistakes in what bounds works: threads, children, addresses, what is kept, and looks at a clock. */
import { children, cli, core, fetch, html, http, type Mutant, mcp, postgres, threads } from "./Mutant.ts"

const addressTests = "test/longAddresses.test.ts"

const works: ReadonlyArray<Mutant> = [
  core(
    "robots: the rules that were asked for last make room for others",
    "src/sites/keptHosts.ts",
    " || oldest === kept) return",
    ") return",
    "test/sites/crawlHosts.test.ts"
  ),
  core(
    "crawl: a page that leads off the site takes the place of another",
    "src/sites/crawlPage.ts",
    "isOutOfScope(error)) {\n      progress.begun -= 1\n",
    "isOutOfScope(error)) {\n",
    "test/sites/crawling.test.ts"
  ),
  core(
    "standing still: no connection is never of the pause",
    "src/monitors/lookAtTarget.ts",
    'new Set(["timeout", "fetch_failed"])',
    'new Set(["timeout"])',
    "test/monitors/standingStill.test.ts"
  ),
  core(
    "alone: a claim whose turn did not come is kept",
    "src/alone.ts",
    "isItsTurn ? lease : Duration.zero",
    "lease",
    "test/alone.test.ts"
  ),
  core(
    "sitemaps: addresses of any length are held",
    "src/sites/walkSitemaps.ts",
    " || this.#characters >= maxHeldCharacters",
    "",
    "test/sites/sitemapsOfSitemaps.test.ts"
  ),
  core(
    "schedule: the calendar is searched from day to day",
    "src/monitors/domain/Schedule.ts",
    "new Date(nothingBefore(schedule.expression, cron, from))",
    "new Date(from)",
    "test/monitors/Schedule.test.ts"
  ),
  core(
    "JSON: what is counted is counted in texts too",
    "src/jsonValues.ts",
    "!isText && isMark(code)",
    "isMark(code)",
    "test/readJson.test.ts"
  ),
  core(
    "JSON: a quotation mark behind a backslash ends a text",
    "src/jsonValues.ts",
    "else if (isText && code === backslash) at += 1",
    "",
    "test/readJson.test.ts"
  ),
  threads(
    "threads: one organization may have all",
    "src/ThreadPool.ts",
    "makeSharedPlaces(limits.threads, allButOne)",
    "makeSharedPlaces(limits.threads)",
    "test/ThreadPool.test.ts"
  ),
  children(
    "children: what one loads with its first file is not kept compiled",
    "src/answerRequests.ts",
    "        keepCompiled()\n",
    "",
    "test/compiled.test.ts"
  ),
  children(
    "children: what all works leave in one is bounded by none",
    "src/ChildPool.ts",
    "residentBytes: options.residentMegabytes * mebibyte",
    "residentBytes: options.residentMegabytes * mebibyte * 1_000",
    "test/ChildPool.test.ts"
  ),
  postgres(
    "clock: one look that nobody answers is the last",
    "src/DatabaseClock.ts",
    "Effect.timeout(patience), Effect.ignore",
    "Effect.timeout(patience), Effect.orDie",
    "test/DatabaseClock.test.ts"
  ),
  postgres(
    "clock: a look waits for ever",
    "src/DatabaseClock.ts",
    "Effect.timeout(patience), Effect.ignore",
    "Effect.ignore",
    "test/DatabaseClock.test.ts"
  ),
  core(
    "owed: a hold that ended otherwise is owed for ever",
    "src/credits/owedReleases.ts",
    'Effect.catchTag(ledger.release(holdId), "HoldGone", () => Effect.void),\n      (exit)',
    "ledger.release(holdId),\n      (exit)",
    "test/credits"
  ),
  core(
    "owed: what could not be given back twice is forgotten",
    "src/credits/owedReleases.ts",
    "if (!Exit.isSuccess(exit)) owe(ledger, holdId)",
    "void exit",
    "test/credits/owedReleases.test.ts"
  ),
  core(
    "owed: any number is remembered",
    "src/credits/owedReleases.ts",
    "if (holdIds.size < maxOwed) holdIds.add",
    "holdIds.add",
    "test/credits"
  ),
  core(
    "owed: only who sweeps gives back",
    "src/credits/Credits.ts",
    "Effect.forkScoped(releasingOwed)",
    "Effect.forkScoped(Effect.void)",
    "test/credits"
  ),
  core(
    "outdated: all that lost read again at once",
    "src/whileOutdated.ts",
    "Duration.toMillis(duration) * part",
    "Duration.toMillis(duration)",
    "test/whileOutdated.test.ts"
  ),
  core(
    "outdated: what others write all the time is tried for ever",
    "src/whileOutdated.ts",
    "Schedule.upTo({ duration: patience })",
    "Schedule.upTo({ duration: Duration.sum(patience, Duration.days(1)) })",
    "test/whileOutdated.test.ts"
  ),
  core(
    "outdated: what is refused is tried again",
    "src/whileOutdated.ts",
    "while: ({ _tag }) => _tag === tag",
    'while: ({ _tag }) => _tag !== ""',
    "test/whileOutdated.test.ts"
  ),
  postgres(
    "clock: a machine's clock that is set moves time",
    "src/DatabaseClock.ts",
    "telling(own, () => nanos() +",
    "telling(own, () => own.currentTimeNanosUnsafe() +",
    "test/DatabaseClock.test.ts"
  ),
  postgres(
    "clock: a machine that slept goes by the time before for half a minute",
    "src/DatabaseClock.ts",
    "if (haveMovedApart(measuredAhead, ahead())) return",
    "void haveMovedApart",
    "test/DatabaseClock.test.ts"
  ),
  postgres(
    "clock: a sleep within a measurement is measured with it",
    "src/DatabaseClock.ts",
    "measuredAhead = aheadBefore",
    "measuredAhead = ahead()",
    "test/DatabaseClock.test.ts"
  ),
  postgres(
    "clock: a machine that was set ahead is not known to be",
    "src/DatabaseClock.ts",
    "shared.currentTimeMillisUnsafe() - own.currentTimeMillisUnsafe()",
    "offset",
    "test/DatabaseClock.test.ts"
  )
]

const beginnings: ReadonlyArray<Mutant> = [
  cli(
    "adapters: who calls first is kept with what is built",
    "src/whenNeeded.ts",
    "building ??= Effect.runForkWith(needs)(build)\n        return Fiber.join(building)",
    "return Effect.flatMap(Effect.forkDetach(Effect.provideContext(build, needs)), (fiber) => Fiber.join((building ??= fiber)))",
    "test/whenNeeded.test.ts"
  ),
  cli(
    "adapters: what is being built when the layer ends is not waited for",
    "src/whenNeeded.ts",
    "building === undefined ? Effect.void : Fiber.await(building)",
    "Effect.void",
    "test/whenNeeded.test.ts"
  ),
  core(
    "sitemaps: one without room is one that failed",
    "src/sites/walkSitemaps.ts",
    "if (walk.noRoom !== null) return yield* Effect.fail(walk.noRoom)",
    "void walk.noRoom",
    "test/sites/crawling.test.ts"
  ),
  core(
    "sitemaps: a host that gives no turn is no room",
    "src/sites/walkSitemaps.ts",
    'error.reason === "busy"',
    'error.reason !== "timeout"',
    "test/sites/crawling.test.ts"
  ),
  core(
    "robots: one without room forbids all",
    "src/sites/readRobots.ts",
    'reason === "busy"\n',
    'reason === "no_exit"\n',
    "test/sites/crawling.test.ts"
  ),
  core(
    "robots: all hosts of a crawl are kept",
    "src/sites/keptHosts.ts",
    "this.#own.use(kept, hostBytes + bytes)",
    "void bytes",
    "test/sites/crawlHosts.test.ts"
  ),
  core(
    "robots: what a host asks is not counted",
    "src/sites/crawlHosts.ts",
    "hosts.use(origin, robotsBytes)",
    "hosts.use(origin, 0)",
    "test/sites/crawlHosts.test.ts"
  ),
  core(
    "robots: rules for others are kept",
    "src/sites/domain/Robots.ts",
    "group === undefined ? [] : [[productOf(agent), group]]",
    "robots.groups",
    "test/sites/crawlHosts.test.ts"
  ),
  core(
    "robots: a rule begins where the one before it does",
    "src/sites/domain/Robots.ts",
    "return index === 0 ? 0 : this.#ends[index - 1]!",
    "return index <= 1 ? 0 : this.#ends[index - 2]!",
    "test/sites/Robots.test.ts"
  ),
  core(
    "robots: what was cut of a line counts as the line",
    "src/sites/domain/Robots.ts",
    "if (text.length <= maxRobotsBytes) return body",
    "return body",
    "test/sites/Robots.test.ts"
  ),
  core(
    "robots: a character is a byte",
    "src/sites/readRobots.ts",
    "4 * (maxRobotsBytes + 1)",
    "maxRobotsBytes + 1",
    "test/sites/readRobots.test.ts"
  ),
  core(
    "robots: a character has three bytes",
    "src/sites/readRobots.ts",
    "4 * (maxRobotsBytes + 1)",
    "3 * (maxRobotsBytes + 1)",
    "test/sites/readRobots.test.ts"
  ),
  fetch(
    "fetch: a body of which the beginning is wanted is fetched whole",
    "src/fetchText.ts",
    'plan === "collect" && firstBytes !== undefined ? "begin" : plan',
    "plan",
    "test/HttpFetcher.test.ts"
  ),
  html(
    "sitemaps: those that are not told are not counted",
    "src/sitemapEntries.ts",
    "else this.#childrenBeyond += 1\n",
    "\n",
    "test/SitemapReader.test.ts"
  ),
  core(
    "kept: its time is that of the wall",
    "src/passedCache.ts",
    "return Number(this.onWall.monotonicTimeNanosUnsafe() / 1_000_000n)",
    "return this.onWall.currentTimeMillisUnsafe()",
    "test/passedCache.test.ts"
  ),
  core(
    "kept: what is looked up has the time that has passed",
    "src/passedCache.ts",
    "clock instanceof PassedClock ? Effect.provideService",
    "!(clock instanceof PassedClock) ? Effect.provideService",
    "test/passedCache.test.ts"
  ),
  core(
    "news: a backend's pause goes by the clock on the wall",
    "src/news/askBackends.ts",
    'import { passedMillis } from "../passedMillis.ts"',
    'import { Clock } from "effect"\nconst passedMillis = Clock.currentTimeMillis',
    "test/news/askBackends.test.ts"
  ),
  postgres(
    "postgres: what is remembered goes by the clock on the wall",
    "src/remembered.ts",
    "Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)",
    "clock.currentTimeMillisUnsafe()",
    "test/remembered.test.ts"
  ),
  cli(
    "log: it keeps quiet by a clock that may be set back",
    "src/quietLog.ts",
    "Number(options.fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe() / 1_000_000n)",
    "options.fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()",
    "test/quietLog.test.ts"
  )
]

const addresses: ReadonlyArray<Mutant> = [
  cli(
    "batch results: that some cannot be read is no failure",
    "src/commands/batchResults.ts",
    "if (lost <= 0) return",
    "if (lost >= 0) return",
    "test/batchCommands.test.ts"
  ),
  http(
    "input: an object that may be null is called object",
    "src/inputErrors.ts",
    'ast._tag === "Union" ? objectOrNull(ast) : null',
    "null",
    "test/inputErrors.test.ts"
  ),
  http(
    "addresses: a path that ends in a slash has an id",
    "src/middleware/requestId.ts",
    " || isOpenEnded(path)",
    "",
    "test/hostile.test.ts"
  ),
  core(
    "addresses: a host that nobody can have is a private one",
    "src/web/domain/Egress.ts",
    "if (ofNobody.test(host)) return",
    "if (host === ofNobody.source) return",
    "test/web/Egress.test.ts"
  ),
  http(
    "addresses: paths are decoded however long they are",
    "src/middleware/requestId.ts",
    "          if (wrong !== null) return Effect.flatMap(refuse(exchange, wrong), send)\n",
    "",
    addressTests
  ),
  http(
    "addresses: what stands behind a path counts as a part of it",
    "src/middleware/tooMuch.ts",
    "(end === -1 ? url.length : end) > maxPathLength",
    "url.length > maxPathLength",
    addressTests
  ),
  http(
    "addresses: the target of a request is parsed whatever its host",
    "src/inTurns.ts",
    "    plainTarget(request)\n",
    "",
    addressTests
  ),
  http("addresses: a cookie is found by the end of its name", "src/cookieNamed.ts", "`(?:^|;)[", "`[", addressTests),
  mcp(
    "addresses: ids that tools are given have no end",
    "src/tools/requestOf.ts",
    "if (id.length > maxIdLength)",
    "if (id.length > Number.POSITIVE_INFINITY)",
    "test/wrong.test.ts"
  ),
  core(
    "addresses: a host begins behind two slashes alone",
    "src/security/domain/parseUrl.ts",
    "[/\\\\]*|[/\\\\]{2,}",
    "\\/\\/",
    "test/security/parseUrl.test.ts"
  ),
  core(
    "addresses: hosts in sitemaps are parsed however long they are",
    "src/sites/walkSitemaps.ts",
    "parseUrl(url, base)",
    "URL.parse(url, base)",
    "test/web/longHosts.test.ts"
  ),
  core(
    "addresses: hosts that are asked for are parsed however long they are",
    "src/web/domain/Egress.ts",
    '  if (hasLongHost(raw)) return refuse("malformed", holdsNoName)\n',
    "",
    "test/web/longHosts.test.ts"
  ),
  html(
    "addresses: hosts of links are parsed however long they are",
    "src/Addresses.ts",
    "parseUrl(address.trim(), this.base)",
    "URL.parse(address.trim(), this.base)",
    "test/addresses.test.ts"
  ),
  core(
    "memory: of a page that a crawl keeps its text alone is counted",
    "src/sites/crawlProgress.ts",
    "heldBytes(page)",
    "heldBytes(page.markdown)",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: it begins pages whatever those before it had",
    "src/sites/crawlLanes.ts",
    "progress.begun < crawl.maxPages && hasBytes()",
    "progress.begun < crawl.maxPages",
    "test/sites/crawling.test.ts"
  ),
  core(
    "crawl: the log says that bytes ended one that had read all",
    "src/sites/crawlLanes.ts",
    "if (waiting.length > 0) yield* tellBytesSpent",
    "yield* tellBytesSpent",
    "test/sites/crawling.test.ts"
  ),
  core(
    "sitemaps: one of which not all entries were read counts as whole",
    "src/sites/listSitemap.ts",
    "walk.skipped + walk.cut",
    "walk.skipped",
    "test/sites/crawling.test.ts"
  ),
  core(
    "sitemaps: one whose addresses found no room counts as whole",
    "src/sites/walkSitemaps.ts",
    "beyond: content.beyond + left",
    "beyond: content.beyond + 0 * left",
    "test/sites/sitemapsOfSitemaps.test.ts"
  ),
  core(
    "sitemaps: the log says that addresses are missing which nobody wanted",
    "src/sites/sitemapAddresses.ts",
    "walk.urls.size < enough && walk.skipped",
    "walk.skipped",
    "test/sites/crawling.test.ts"
  ),
  core(
    "sitemaps: that no place came is told when the call is late",
    "src/sites/walkSitemaps.ts",
    "Math.max(0, left - answeringMillis)",
    "left",
    "test/sites/largeSitemaps.test.ts"
  ),
  core(
    "memory: lists in lists take nothing",
    "src/budget/domain/heldBytes.ts",
    "bytes += each.list + each.place * one.length",
    "bytes += each.place",
    "test/budget/heldBytes.test.ts"
  ),
  core(
    "addresses: what one is relative to has no longest form",
    "src/security/domain/parseUrl.ts",
    " || (base !== undefined && base.length > maxLinkLength)",
    "",
    "test/security/parseUrl.test.ts"
  ),
  core(
    "addresses: letters that are escaped count as one each",
    "src/security/domain/parseUrl.ts",
    "url === null || url.href.length > maxLinkLength ? null : url",
    "url",
    "test/security/parseUrl.test.ts"
  ),
  core(
    "addresses: names before a host count as parts of it",
    "src/security/domain/parseUrl.ts",
    'written.slice(written.lastIndexOf("@") + 1)',
    "written",
    "test/security/parseUrl.test.ts"
  )
]

export const mutantsOfBounds = [...works, ...beginnings, ...addresses]
