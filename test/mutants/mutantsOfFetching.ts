/** Mistakes in how the web is asked. */
import { core, fetch as fetching, html, type Mutant, worker } from "./Mutant.ts"

const crawling = "test/sites/crawling.test.ts"
const fetcher = "test/HttpFetcher.test.ts"
const hostile = "test/hostileServers.test.ts"

/** Mistakes that no release may have. */
export const mutantsOfFetching: ReadonlyArray<Mutant> = [
  fetching(
    "validators: every hop of a redirect is asked with those of one",
    "src/follow.ts",
    "headersOf(client, validatorsFor(errand.validators, url.href), given,",
    "headersOf(client, errand.validators, given,",
    fetcher
  ),
  fetching(
    "validators: any hop may say that they still hold",
    "src/follow.ts",
    "isConfirmed(answer.status, validatorsFor(errand.validators, url.href))",
    "isConfirmed(answer.status, errand.validators)",
    hostile
  ),
  core(
    "validators: those of an address that nobody knows are asked with",
    "src/web/HttpFetcher.ts",
    "  if (url === undefined || (etag",
    '  if (url === undefined) return { url: "", etag, lastModified }\n  if ((etag',
    "test/web/validators.test.ts"
  ),
  core(
    "frames: those of a page that is as it was stay when they are gone",
    "src/pages/capturePage.ts",
    "      frames: [],\n      capturedAtMillis: yield*",
    "      capturedAtMillis: yield*",
    "test/pages/scraping.test.ts"
  ),
  fetching(
    "redirects: one leads where nobody may be led",
    "src/follow.ts",
    "if (refused !== null) return",
    "if (refused !== null && hop > 0) return",
    fetcher
  ),
  core(
    "redirects: a page is taken that was kept of an address that robots.txt forbids",
    "src/pages/keepToRules.ts",
    "|| asked === finalUrl",
    "|| asked !== finalUrl",
    crawling
  ),
  core(
    "redirects: who named a page fails with the rules of a crawl",
    "src/pages/capturePage.ts",
    'isLed ? " led" : ""',
    '""',
    crawling
  ),
  core(
    "redirects: the rules of rules are asked for",
    "src/sites/crawlHosts.ts",
    "Effect.provideService(robotsOrNothing(session, url, deadline), MayBeLed, null)",
    "robotsOrNothing(session, url, deadline)",
    crawling
  ),
  core(
    "redirects: the rules of a host are asked for that is not of the crawl",
    "src/sites/crawlHosts.ts",
    "within !== null && !within.holds(url)",
    "within !== null && url.length === 0",
    crawling
  ),
  core(
    "redirects: crawls of two scopes share what one of them may not be led to",
    "src/pages/capturePage.ts",
    "isLed && within !== null",
    "isLed && within === undefined",
    crawling
  ),
  core(
    "redirects: a page that leads off the site fails in a batch",
    "src/batches/workItem.ts",
    "rules !== null && isOutOfScope(error)",
    "rules === null && isOutOfScope(error)",
    "test/batches/crawls.test.ts"
  ),
  core(
    "redirects: a start is held to a scope that it has not set yet",
    "src/batches/workItem.ts",
    "claim.batch.scopeUrl === null ? null : rules",
    "rules",
    "test/batches/crawls.test.ts"
  ),
  core(
    "redirects: a site is looked at as whose who asked for it",
    "src/sites/siteQueue.ts",
    "Effect.updateContext((_: Context.Context<never>) => context)",
    "Effect.provideContext(context)",
    "test/sites/prefetching.test.ts"
  ),
  fetching(
    "redirects: waiting for the rules of a host is waiting for a turn",
    "src/follow.ts",
    "errand.time.aside(mayBeLed(url.href))",
    "mayBeLed(url.href)",
    "test/ownQueue.test.ts"
  ),
  core(
    "redirects: a batch is led anywhere at hosts that want pauses",
    "src/batches/workItem.ts",
    "rules.hosts.keepingToRules(readInPause(claimed, rules, common))",
    "readInPause(claimed, rules, common)",
    "test/batches/crawls.test.ts"
  ),
  fetching(
    "redirects: the letters of an address are read byte by byte",
    "src/asUtf8.ts",
    'isUtf8(bytes) && bytes.toString("latin1") === text',
    "bytes.length < 0",
    hostile
  ),
  fetching(
    "redirects: the fragment that was asked for is lost",
    "src/follow.ts",
    'if (url.hash === "") url.hash = hash',
    "void hash",
    hostile
  ),
  fetching(
    "redirects: headers of the caller come back with the origin that was asked",
    "src/follow.ts",
    "if (url.origin !== origin) given = {}",
    "given = url.origin === new URL(errand.url).origin ? errand.headers : {}\n    void origin",
    hostile
  ),
  fetching(
    "gate: a host is forgotten while somebody is there",
    "src/HostGate.ts",
    "if (seat.users === 0) hosts.delete(host)",
    "hosts.delete(host)",
    "test/HostGate.test.ts"
  ),
  fetching(
    "names: the system is asked for all that end like one that the operator names",
    "src/resolveName.ts",
    "item.host === host)",
    "host.endsWith(item.host))",
    "test/resolveName.test.ts"
  ),
  core(
    "strangers: who asks too often takes from all",
    "src/limits/Limits.ts",
    "Effect.tap(drawHere(what, address, limit), ({ remaining }) =>\n            drawEverywhere(what, limit, limit - remaining - 1)\n          )",
    "Effect.andThen(drawEverywhere(what, limit), drawHere(what, address, limit))",
    "test/limits/Limits.test.ts"
  ),
  worker(
    "sweeper: what failed waits as if nothing were left",
    "src/sweeper.ts",
    "Effect.as(true)",
    "Effect.as(false)",
    "test/sweeper.test.ts"
  ),
  fetching(
    "parts: one that nobody asked for is the whole",
    "src/exchange.ts",
    "last === undefined || Number(last) + 1 !== Number(total)",
    "false",
    fetcher
  ),
  core(
    "walls: what only headers tell of is an empty page",
    "src/pages/fetchCapture.ts",
    "download.isChallenge === true ? robotsWall : bodyProblem(",
    "bodyProblem(",
    "test/pages/scraping.test.ts"
  ),
  fetching(
    "bodies: any name is a coding",
    "src/contentCoding.ts",
    ".filter(isCoding)",
    '.filter((coding) => coding !== "" && coding !== "identity")',
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: what is said to be gzip and is none is refused",
    "src/contentCoding.ts",
    "decoder === gunzipAny && bytes[0] !== 0x1f",
    "false",
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: bytes behind a gzip file spoil it",
    "src/contentCoding.ts",
    'decoder === gunzipAny && failure.reason === "bad_response"',
    "false",
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: members are believed whatever their sum",
    "src/contentCoding.ts",
    "if (!(yield* isGzipFoot(foot, unpacked.pieces.slice(before)))) return yield* damaged",
    "",
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: the first frame of zstd is all",
    "src/contentCoding.ts",
    "if (!isZstdFrame(bytes.subarray(at))) return",
    "return",
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: what they become is not counted",
    "src/unpack.ts",
    "(length <= leaseStepBytes ? null : room.grow(length))",
    "null",
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: a text counts as its bytes",
    "src/decodeText.ts",
    "(isAscii(bytes) ? 1 : 2) * bytes.length",
    "bytes.length",
    "test/bodies.test.ts"
  ),
  fetching(
    "bodies: they are no longer counted when they came",
    "src/fetchText.ts",
    '"head" in read ? countedOf(read.heldBytes) : 0',
    "0",
    "test/bodies.test.ts"
  ),
  core(
    "budget: what came to nothing is counted on",
    "src/budget/MemoryBudget.ts",
    "          part.close()\n          if (Exit.isSuccess(exit))",
    "          if (Exit.isSuccess(exit)) part.close()\n          if (Exit.isSuccess(exit))",
    "test/budget/MemoryBudget.test.ts"
  ),
  core(
    "sitemaps: large ones wait for their reading in any number",
    "src/sites/largeSitemaps.ts",
    "attempt.takenBytes > largeBytes && !attempt.place().hasTurn()",
    "false",
    "test/sites/largeSitemaps.test.ts"
  ),
  core(
    "sitemaps: each large one is asked for twice",
    "src/sites/walkSitemaps.ts",
    "walk.lastWasLarge = isLarge",
    "walk.lastWasLarge = false",
    "test/sites/largeSitemaps.test.ts"
  ),
  core(
    "sitemaps: one is refused for what its own call holds",
    "src/sites/walkSitemaps.ts",
    "Effect.catchIf(isBusy, () => walk.lane.withPermits(atOnce)(alone)),",
    "",
    "test/sites/largeSitemaps.test.ts"
  ),
  core(
    "sitemaps: a place is not left",
    "src/sites/largeSitemaps.ts",
    "asked?.leave()",
    "asked?.hasTurn()",
    "test/sites/largeSitemaps.test.ts"
  ),
  html(
    "sitemaps: an element between two pieces is not counted",
    "src/sitemapText.ts",
    "next.done === true ? text.length : wholeLength(text)",
    "text.length",
    "test/sitemapText.test.ts"
  )
]
