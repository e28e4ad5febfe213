/** Mistakes in what bounds strangers: connections, bodies, addresses, threads, children, and looks at a clock. */
import { browser, children, cli, core, fetch, html, http, type Mutant, mcp, postgres, threads } from "./Mutant.ts"

const server = "src/NodeServer.ts"
const serverTests = "test/serverLimits.test.ts"
const heads = "src/unfinishedHeads.ts"
const headTests = "test/unfinishedHeads.test.ts"

const waitTests = "test/readsThatWait.test.ts"
const turnTests = "test/headsInTurns.test.ts"
const readTests = "test/manyInOneRead.test.ts"

const brokenTests = "test/brokenOff.test.ts"
const leavingTests = "test/closeInTurns.test.ts"
const framingTests = "test/framing.test.ts"
const requestTurns = "src/inTurns.ts"

const connectionTests = "test/connections.test.ts"
const slow = "src/slowReaders.ts"
const clears = '\n  response.once("close", () => clearTimeout(timer))'

const connections: ReadonlyArray<Mutant> = [
  http(
    "methods: paths of the operator are not there under another one",
    "src/server.ts",
    "    ...routesOf(AdminApi),\n",
    "",
    "test/otherMethods.test.ts"
  ),
  http(
    "methods: nobody is told that a path has a head",
    "src/allowedMethods.ts",
    'if (methods.has("GET")) methods.add("HEAD")',
    "",
    "test/otherMethods.test.ts"
  ),
  http(
    "readers: one who has read an answer is cut all the same",
    slow,
    `readingMillis(time, waiting)).unref()${clears}`,
    "readingMillis(time, waiting)).unref()\n  void timer",
    connectionTests
  ),
  http(
    "readers: one who has read bytes is cut all the same",
    slow,
    `readingMillis(time, bytes)).unref()${clears}`,
    "readingMillis(time, bytes)).unref()\n  void timer",
    connectionTests
  ),
  http(
    "readers: nobody is cut who leaves bytes",
    "src/bytesReply.ts",
    "if (response !== null) cutWhenNotRead",
    "if (response === undefined) cutWhenNotRead",
    "test/bytesReply.test.ts"
  ),
  http(
    "answers: letters of many bytes are a text before they go out",
    "src/web/handlers.ts",
    "bytes.byteLength < countedFromBytes\n",
    "bytes.byteLength < countedFromBytes * 10_000\n",
    "test/bytesReply.test.ts"
  ),
  http(
    "answers: bytes that go out as letters are counted as nobody's",
    "src/bytesReply.ts",
    "if (shared !== undefined) holdSource",
    "if (shared === null) holdSource",
    "test/bytesReply.test.ts"
  ),
  http(
    "answers: a large one is made before it is counted",
    "src/countedReply.ts",
    "Effect.andThen(turn, room)",
    "Effect.succeed(true)",
    "test/countedReply.test.ts"
  ),
  http(
    "answers: one organization makes any number of large ones at once",
    "src/countedReply.ts",
    "held < answersAtOnce",
    "held >= 0",
    "test/countedReply.test.ts"
  ),
  http(
    "answers: what acted on a page is not answered where there is no room",
    "src/countedReply.ts",
    " || exchange.acting.hasActed\n",
    "\n",
    "test/countedReply.test.ts"
  ),
  fetch(
    "fetch: each hop has the whole time",
    "src/ExchangeTime.ts",
    "leftMillis - (nowMillis() - began)",
    "leftMillis - 0 * (nowMillis() - began)",
    "test/ExchangeTime.test.ts"
  ),
  http(
    "requests: bodies that waited for a word are heads",
    requestTurns,
    '["request", "checkContinue"] as const',
    '["request"] as ReadonlyArray<"request" | "checkContinue">',
    brokenTests
  ),
  http(
    "requests: those that wait for a word begin at once",
    requestTurns,
    '["request", "checkContinue"] as const',
    '["request"] as ReadonlyArray<"request" | "checkContinue">',
    "test/inTurns.test.ts"
  ),
  http(
    "connections: a crowd that leaves answers unread is gone in one turn",
    "src/closeInTurns.ts",
    "leavings.has(error.code)",
    'error.code === ""',
    leavingTests
  ),
  http(
    "connections: what is cut for another reason waits for a turn",
    "src/closeInTurns.ts",
    "error?.syscall !== undefined && leavings.has(error.code)",
    'error?.syscall !== "none"',
    leavingTests
  ),
  http(
    "replies: the page of the reference is encoded in one go",
    "src/reference.ts",
    "yield* encodedInPieces(partsOf(html), body.contentLength)",
    "Buffer.from(new TextEncoder().encode(html).buffer)",
    "test/inBytes.test.ts"
  ),
  http(
    "requests: a connection is given away to another protocol",
    server,
    "    keepProtocol(server)\n",
    "",
    brokenTests
  ),
  http(
    "requests: a connection that waits for a word and asks for another protocol is kept",
    server,
    "for (const event of requestEvents) server.prependListener(event, look)",
    'server.prependListener("request", look)',
    brokenTests
  ),
  http(
    "requests: the first of two hosts is taken",
    "src/middleware/requestId.ts",
    "hostsIn(source.rawHeaders as ReadonlyArray<string>) > 1",
    "hostsIn(source.rawHeaders as ReadonlyArray<string>) > 2",
    framingTests
  ),
  http(
    "requests: a value that is called host is one more",
    "src/middleware/requestId.ts",
    'index % 2 === 0 && name.toLowerCase() === "host"',
    'name.toLowerCase() === "host"',
    framingTests
  ),
  http(
    "requests: another one follows chunks of HTTP/1.0",
    server,
    "    closeAfter(server, isChunkedBefore)\n",
    "",
    framingTests
  ),
  http(
    "heads: one turn parses all that come",
    heads,
    "if (spentMillis > perTurnMillis) return waitForTurn(line)",
    "if (spentMillis > 1e9) return waitForTurn(line)",
    turnTests
  ),
  http("heads: what waits is lost", heads, "    if (line.rest !== null) line.socket.pause()\n", "", turnTests),
  http(
    "heads: a parser that was given away is still used",
    heads,
    'Reflect.get(socket, "parser") !== null',
    "socket !== null",
    turnTests
  ),
  http(
    "heads: trailers have no turns",
    heads,
    "(unparsed <= shortBytes && line.heads < 2)",
    "((line.isInChunks || unparsed <= shortBytes) && line.heads < 2)",
    turnTests
  ),
  http(
    "heads: whole ones wait, and are cut for it",
    heads,
    "heldBy(Math.max(0, headBytes(line) - waitingBytesOf(line)))",
    "heldBy(headBytes(line))",
    turnTests
  ),
  http("requests: all of a read are parsed at once", heads, "backlog.isAhead(line.socket) || ", "", readTests),
  http("requests: several in a short read are parsed at once", heads, " && line.heads < 2)", ")", readTests),
  http(
    "requests: several that wait take any memory",
    heads,
    "waitingLimits = { several: 16 * 1024",
    "waitingLimits = { several: 16_000 * 1024",
    readTests
  ),
  http(
    "requests: those whose reads wait take any memory",
    heads,
    "mostWaiting.several : mostWaiting.all)",
    "mostWaiting.several : 1e9)",
    waitTests
  ),
  http(
    "requests: several whose reads wait take what one may",
    heads,
    "mostWaiting.several : mostWaiting.all)",
    "mostWaiting.all : mostWaiting.all)",
    waitTests
  ),
  http(
    "requests: a turn goes on with any number of connections",
    heads,
    "left-- === 0 || spentMillis",
    "left-- === -1e9 || spentMillis",
    waitTests
  ),
  http(
    "requests: those behind answers that are not read are parsed",
    heads,
    "if (backlog.isAhead(line.socket) || isHeldBack(line.socket)) return",
    "if (backlog.isAhead(line.socket)) return",
    waitTests
  ),
  http(
    "requests: an error is made for each that had no turn",
    requestTurns,
    "      for (const { request } of line.waiting) request.destroy()\n",
    "",
    readTests
  ),
  http(
    "replies: those that are complete when their readers have left are kept for good",
    "src/BatchedResponse.ts",
    "if (!this.destroyed) {",
    "if (this.req !== null) {",
    "test/repliesToNobody.test.ts"
  ),
  http(
    "connections: a server that stops resets those that wait to be taken",
    "src/takeBeforeClosing.ts",
    "if (isClosing || !server.listening) return close(done)",
    "if (!isClosing) return close(done)",
    "test/takeBeforeClosing.test.ts"
  ),
  http(
    "replies: a server that stops cuts those that are read",
    server,
    "    spareReaders(server)\n",
    "",
    "test/stoppingReaders.test.ts"
  ),
  http(
    "replies: short ones wait behind long ones",
    "src/BatchedResponse.ts",
    "reply.length > longBytes",
    "reply.length > 0 * longBytes",
    "test/batchedResponse.test.ts"
  ),
  http(
    "heads: short ones wait for their turn too",
    heads,
    "(unparsed <= shortBytes && line.heads < 2)",
    "(unparsed <= 0 && line.heads < 2)",
    turnTests
  ),
  http(
    "connections: nobody looks for those that take too long",
    server,
    "looking: Duration.seconds(2)",
    "looking: Duration.hours(1)",
    serverTests
  ),
  http(
    "connections: looks are as rare as Node likes",
    server,
    "connectionsCheckingInterval: Duration.toMillis(limits.looking)",
    "connectionsCheckingInterval: 3_600_000",
    serverTests
  ),
  http(
    "connections: a head may take as long as a request",
    server,
    "headersTimeout: Duration.toMillis(limits.headers)",
    "headersTimeout: Duration.toMillis(limits.request)",
    serverTests
  ),
  http(
    "connections: those on which nothing comes stay",
    server,
    "    server.setTimeout(Duration.toMillis(limits.idle))\n",
    "",
    serverTests
  ),
  http(
    "connections: one address may have all",
    server,
    "    limitPerAddress(server, limits.connectionsPerAddress)\n",
    "",
    serverTests
  ),
  http(
    "connections: there may be any number",
    server,
    "    server.maxConnections = limits.connections\n",
    "",
    serverTests
  ),
  http("heads: nobody hears of requests", server, "      finishesHead(request)\n", "", headTests),
  http("heads: they may hold anything together", heads, "if (liveBytes > bytes) cutLongest()", "", headTests),
  http(
    "heads: the shortest are cut first",
    heads,
    "other.heldBytes - one.heldBytes",
    "one.heldBytes - other.heldBytes",
    headTests
  ),
  http("heads: many short headers cost their bytes", heads, "bytesPerHeader = 64", "bytesPerHeader = 0", headTests),
  http("heads: one that is cut is still counted", heads, "    liveBytes -= line.heldBytes\n", "", headTests),
  http(
    "heads: what comes behind a request is a part of it",
    heads,
    "if (line.cameBytes - line.takenBytes < spareBytes)",
    "if (line.cameBytes > 0)",
    headTests
  ),
  http(
    "heads: a body is a head",
    heads,
    "take(line, bytesOf(request) + announcedBytes(request))",
    "take(line, bytesOf(request) + 0 * announcedBytes(request))",
    headTests
  ),
  http(
    "heads: what pieces of a body are counted too much is credit for what follows",
    heads,
    "      line.takenBytes = Math.min(line.takenBytes, line.cameBytes)\n",
    "",
    headTests
  ),
  http("heads: pieces of a body are a head", heads, "piece === null ? 0 : framed(piece)", "0", headTests),
  http(
    "readers: those who read nothing of an answer keep it",
    "src/BatchedResponse.ts",
    "  cutWhenSlow(response)\n",
    "",
    "test/batchedResponse.test.ts"
  ),
  http(
    "readers: those who read nothing of a large answer keep it",
    "src/BatchedResponse.ts",
    "  cutWhenNotRead(response, bytes.length)\n",
    "",
    "test/batchedResponse.test.ts"
  ),
  http(
    "replies: large ones are handed to the system in one go",
    "src/BatchedResponse.ts",
    "reply instanceof Uint8Array && reply.length > pieceBytes",
    "reply instanceof Uint8Array && reply.length < 0",
    "test/batchedResponse.test.ts"
  )
]

const bodies: ReadonlyArray<Mutant> = [
  http(
    "bodies: anything is made of them first",
    "src/body.ts",
    "  if (tooMuch !== null) return yield* tooMuch\n",
    "",
    "test/bodySize.test.ts"
  ),
  http(
    "bodies: one that breaks off is kept until it is collected",
    "src/readBytes.ts",
    ".pipe(Effect.onError(() => Effect.sync(() => gathered.drop())))",
    "",
    "test/requestMemory.test.ts"
  ),
  html(
    "long values: an attribute of any length is read at once",
    "src/PageTree.ts",
    "if (value.length > values.longest || values.left < 0)",
    "if (values.left < 0)",
    "test/longValues.test.ts"
  ),
  html(
    "long values: all of them together may be of any length",
    "src/PageTree.ts",
    "if (value.length > values.longest || values.left < 0)",
    "if (value.length > values.longest)",
    "test/longValues.test.ts"
  ),
  html(
    "linked data: what is broken is mended at once",
    "src/linkedData.ts",
    "mending.left -= text.length",
    "mending.left -= 0",
    "test/longValues.test.ts"
  ),
  html(
    "pictures: a set goes on behind a size that is none",
    "src/pictures.ts",
    "if (told === null) break",
    "if (told === null) continue",
    "test/longValues.test.ts"
  ),
  html(
    "styles: what opens within an address is looked at again",
    "src/findImages.ts",
    'if (quote === "") opening.lastIndex = end',
    'if (quote === "#") opening.lastIndex = end',
    "test/longValues.test.ts"
  ),
  core(
    "schemas: words that nobody reads are copied with every part",
    "src/extraction/domain/schemaParts.ts",
    "Object.hasOwn(schema, word) ? [[word, schema[word]] as const] : []",
    "Object.hasOwn(schema, word) ? [[word, schema[word]] as const, ...Object.entries(schema)] : []",
    "test/extraction/readDataSchema.test.ts"
  ),
  core(
    "schemas: names that must be there are copied without end",
    "src/extraction/domain/schemaParts.ts",
    "countParts(reading, path, whole.required.length + read.required.length)",
    "",
    "test/extraction/readDataSchema.test.ts"
  ),
  core(
    "noise: a blank between parts of a countdown has two places",
    "src/monitors/domain/judging/noise.ts",
    "[\\\\s,:]*(?:(?:and|und|et|y|e|en)\\\\s?)?){2,}(?:left",
    "[\\\\s,:]*(?:and|und|et|y|e|en)?\\\\s?){2,}(?:left",
    "test/monitors/judging/hostile.test.ts"
  ),
  core(
    "leads: all are weighed in one turn",
    "src/extraction/followTopic.ts",
    "place % leadsInTurn === 0",
    "place % leadsInTurn < 0",
    "test/extraction/choosePages.test.ts"
  ),
  html(
    "text: cents that stand raised are an exponent",
    "src/raisedDigits.ts",
    '? jointOf(before) : "^"',
    '? "^" : "^"',
    "test/regions.test.ts"
  ),
  html(
    "text: the header of a site is its page's title",
    "src/headers.ts",
    "if (found.hasNavigation) return false",
    "",
    "test/regions.test.ts"
  ),
  html(
    "text: what any button opens is read",
    "src/openPanels.ts",
    "controlled !== undefined && panels.size < most.panels && opensPanel(element)",
    "controlled !== undefined && panels.size < most.panels",
    "test/placedParts.test.ts"
  ),
  html(
    "Markdown: marks of a long paragraph are read by a part of it",
    "src/markdown/InlineText.ts",
    "|| this.isMarked ||",
    "||",
    "test/markdown.test.ts"
  ),
  html(
    "Markdown: what is written of a long paragraph forgets what stands before",
    "src/markdown/writeInline.ts",
    "this.last = markdown.at(-1) ?? this.last\n    }",
    'this.last = markdown.at(-1) ?? this.last\n    }\n    this.last = ""',
    "test/markdown.test.ts"
  ),
  html(
    "sitemaps: long ones are read where everybody waits",
    "src/SitemapReader.ts",
    "const inlineLength = 128 * 1024",
    "const inlineLength = 128 * 1024 * 1024",
    "test/SitemapReader.test.ts"
  ),
  http(
    "bodies: they have any number of things",
    "src/body.ts",
    "maxBodyItems = 10_000",
    "maxBodyItems = 10_000_000",
    "test/bodySize.test.ts"
  ),
  http(
    "bodies: those without a length take no room",
    "src/readBytes.ts",
    "return leaseOf(exchange).take(more) ? null : refusalOf(exchange, more)",
    "return null",
    "test/requestMemory.test.ts"
  )
]

const works: ReadonlyArray<Mutant> = [
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
  browser(
    "browser: what a page writes to its console is read",
    "src/devtools/judgeMessage.ts",
    '  "Runtime.consoleAPICalled",\n',
    "",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a form that is too large to be read is held up for ever",
    "src/devtools/judgeMessage.ts",
    '"Fetch.authRequired", "Fetch.requestPaused", "Target.attachedToTarget"',
    '"Fetch.authRequired", "Target.attachedToTarget"',
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: what is held up and says later what it is may be missed",
    "src/devtools/judgeMessage.ts",
    'id === undefined ? { _tag: "Unknown" }',
    'id === undefined ? { _tag: "Event", method }',
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a worker with a long name is kept, and never begins",
    "src/devtools/judgeMessage.ts",
    'type: "other", title',
    'type: "worker", title',
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: messages are joined however large they are",
    "src/devtools/makeMessageReader.ts",
    "bytes <= mostBytes(kind)",
    "(mostBytes(kind) > 0 || bytes === 0)",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a pipe is read however much waits",
    "src/devtools/inTurns.ts",
    "    source.pause()\n",
    "",
    "test/inTurns.test.ts"
  ),
  browser(
    "browser: the beginning of a message that came before the guard is lost",
    "src/devtools/guardBrowser.ts",
    "  for (const part of begun) if (Buffer.isBuffer(part)) read(part)\n",
    "",
    "test/guardBrowser.test.ts"
  ),
  browser(
    "browser: scripts of pages are listened to",
    "src/devtools/quietRequests.ts",
    '    case "Runtime.enable":\n',
    "",
    "test/quietRequests.test.ts"
  ),
  browser(
    "browser: a listener that throws ends the process",
    "src/safely.ts",
    "    } catch {\n      fail(told)\n    }",
    "    } catch (cause) {\n      throw cause\n    }",
    "test/safely.test.ts"
  ),
  browser(
    "browser: a listener whose promise rejects ends the process",
    "src/safely.ts",
    "if (done instanceof Promise) done.catch(() => fail(told))",
    "if (done instanceof Promise) done.then(() => fail(told))",
    "test/safely.test.ts"
  ),
  browser(
    "browser: listeners of playwright are not guarded",
    "src/devtools/guardListeners.ts",
    "  return Reflect.set(owner, name, quiet)",
    "  return true",
    "test/guardBrowser.test.ts"
  ),
  browser(
    "browser: a server that speaks another protocol leaves a page without an answer",
    "src/proxy/forward.ts",
    "    if (!isLeft && !response.headersSent) refuseWith",
    "    if (isLeft) refuseWith",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: one cookie that is refused leaves out all",
    "src/render/putCookies.ts",
    "if (some.length > 1) waiting.push",
    "if (some.length > 1_000) waiting.push",
    "test/putCookies.test.ts"
  ),
  browser(
    "browser: a browser is asked for cookies without end",
    "src/render/putCookies.ts",
    "tries < maxTries",
    "tries < maxTries * 100",
    "test/putCookies.test.ts"
  ),
  browser(
    "browser: a page names as many windows as it likes",
    "src/devtools/PageSpending.ts",
    "if (before + bytes > mostBytes) return false",
    "if (bytes > mostBytes) return false",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: each window has a part of its own",
    "src/devtools/PageSpending.ts",
    "contexts.get(session) ?? session",
    "session",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a picture is cut at the end of each piece",
    "src/devtools/makePicture.ts",
    "letters.length - (letters.length % 4)",
    "letters.length",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a picture may be as large as any answer",
    "src/devtools/makeMessageReader.ts",
    "lettersOf(limits.pictureBytes)",
    "limits.answerBytes",
    "test/makeMessageReader.test.ts"
  ),
  browser(
    "browser: a page may take all memory",
    "src/judgeSizes.ts",
    "bytes > limits.maxRendererBytes",
    "bytes > limits.maxRendererBytes * 100",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: its program counts as memory of each process",
    "src/processes.ts",
    'bytes: own + (bytesIn(status, "RssShmem") ?? 0)',
    'bytes: bytesIn(status, "VmRSS") ?? 0',
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: what a page draws into is nobody's memory",
    "src/processes.ts",
    'own + (bytesIn(status, "RssShmem") ?? 0)',
    "own",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: its program takes no memory",
    "src/judgeSizes.ts",
    "sumOf(sizes) + sharedOf(sizes)",
    "sumOf(sizes)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page is refused what it asks for by a long address",
    "src/proxy/forward.ts",
    "if (hasLongHost(address)) return null",
    "if (address.length > 8_192) return null",
    "test/EgressProxy.test.ts"
  ),
  browser(
    "browser: a page that asks before it is left keeps what others stored from being read",
    "src/render/PageWatch.ts",
    "isRead() ? dialog.accept()",
    "!isRead() ? dialog.accept()",
    "test/PageWatch.test.ts"
  ),
  browser(
    "browser: a page may tell its server that it is left while what others stored is read",
    "src/render/readSession.ts",
    "        silence()\n",
    "",
    "test/readSession.test.ts"
  ),
  browser(
    "browser: memory is not looked at while a page is shown",
    "src/BrowserPool.ts",
    "    for (const pid of verdict.pids) one.running?.endProcess(pid)\n",
    "",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: a page is blamed for the end of its browser",
    "src/Browser.ts",
    "isEnded ? new BrowserEnded() : failure",
    "isEnded ? failure : failure",
    "test/processes.test.ts"
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

const addressTests = "test/longAddresses.test.ts"

/** Addresses of requests, and hosts in addresses. */
const addresses: ReadonlyArray<Mutant> = [
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

const factTests = "test/hostileFacts.test.ts"

/** What is said of things, and what is asked of it. */
const facts: ReadonlyArray<Mutant> = [
  html(
    "facts: a value has as many labels as there are",
    "src/facts/pairFacts.ts",
    "if (labels.length < maxLabels) labels.push",
    "labels.push",
    factTests
  ),
  html(
    "facts: labels with a value are not counted",
    "src/facts/pairFacts.ts",
    "        for (const label of labels) {\n          budget.step()\n",
    "        for (const label of labels) {\n",
    factTests
  ),
  html(
    "facts: values of microdata have no end",
    "src/facts/microdata.ts",
    "if (this.values < 0 || this.characters < 0) {",
    "if (this.values < 0) {",
    factTests
  ),
  html(
    "facts: texts in each other are not counted",
    "src/facts/shownText.ts",
    "  left -= text.length\n",
    "",
    factTests
  ),
  html(
    "filling: it is done at once whatever it takes",
    "src/PageWork.ts",
    "filling: { most: maxInlineComparisons, exceeded: costly }",
    "filling: fullFillingCosts",
    factTests
  ),
  core(
    "filling: what things say is not counted",
    "src/extraction/domain/fillingWork.ts",
    "said += 1 + saidIn(item, most - said)",
    "said += 1",
    "test/extraction/fillingWork.test.ts"
  ),
  core(
    "filling: properties of lists are not counted",
    "src/extraction/domain/fillingWork.ts",
    'if (shape.kind === "list") return propertiesIn(shape.items)',
    'if (shape.kind === "list") return 0',
    "test/extraction/fillingWork.test.ts"
  )
]

const selectorTests = "test/selectors.test.ts"

/** What selectors cost, and what they find. */
const selectors: ReadonlyArray<Mutant> = [
  core(
    "pictures: one of any size is looked at",
    "src/pages/findImages.ts",
    "const maxPictureBytes = 8 * 1024 * 1024",
    "const maxPictureBytes = 20 * 1024 * 1024",
    "test/pages/pictures.test.ts"
  ),
  core(
    "pictures: all of a page are held together",
    "src/pages/findImages.ts",
    "if (!isHosted || length > room) return false",
    "if (!isHosted) return false",
    "test/pages/pictures.test.ts"
  ),
  browser(
    "addresses: a page stands wherever it says that it stands",
    "src/render/renderPage.ts",
    " && isUrl(address)",
    "",
    "test/longAddress.test.ts"
  ),
  html(
    "addresses: all links of a page may be as long as its own address",
    "src/Addresses.ts",
    "perAddress: 160",
    "perAddress: 16_000",
    "test/addresses.test.ts"
  ),
  core(
    "fonts: files are found beside an address of any length",
    "src/pages/domain/fontFaces.ts",
    'address.length > maxUrlLength ? "" : address',
    "address",
    "test/pages/fontFaces.test.ts"
  ),
  core(
    "fonts: all files of a block are looked at",
    "src/pages/domain/fontFaces.ts",
    "const maxFiles = 20",
    "const maxFiles = 20_000",
    "test/pages/fontFaces.test.ts"
  ),
  fetch(
    "zip: names of any length are made into texts",
    "src/zipFileType.ts",
    "const longestName = 64",
    "const longestName = 65_535",
    "test/ContentClassifier.test.ts"
  ),
  core(
    "fonts: a value goes on behind a bracket that nothing closes",
    "src/pages/domain/fontFaces.ts",
    "      valueEnd ??= found.index\n",
    "",
    "test/pages/fontFaces.test.ts"
  ),
  html(
    "selectors: a pseudo-class that stands for others is read wherever it stands",
    "src/Selectors.ts",
    "(aliases.get(name) ?? endTest(name, spend))",
    "endTest(name, spend)",
    selectorTests
  ),
  html(
    "selectors: those of a list may have any number of parts together",
    "src/Selectors.ts",
    "  parts.left -= count\n",
    "",
    selectorTests
  ),
  html(
    "selectors: what is kept of one keeps the address that it came in",
    "src/Selectors.ts",
    "const own = copyOf(selector)",
    "const own = selector",
    selectorTests
  ),
  html(
    "selectors: names of elements are not counted",
    "src/Matching.ts",
    "        spend(1 / 2 + name.length / 32)\n",
    "",
    selectorTests
  ),
  html(
    "selectors: places where a text may begin are not counted",
    "src/elementTests.ts",
    "    spend(1 / 2 + wanted.length / 16)\n",
    "",
    selectorTests
  ),
  html(
    "selectors: a language is compared anew for each element",
    "src/elementTests.ts",
    "    known.set(language, isOne)\n",
    "",
    selectorTests
  ),
  html(
    "rules: short values are not counted",
    "src/extractFields.ts",
    "    valuesLeft -= values\n",
    "    valuesLeft -= values * 0\n",
    selectorTests
  ),
  html(
    "rules: nulls and empty texts are not counted",
    "src/extractFields.ts",
    "const emptyValue = 1 / 2",
    "const emptyValue = 0",
    selectorTests
  ),
  html(
    "rules: a large table has too many values",
    "src/extractFields.ts",
    "const maxValues = 300_000",
    "const maxValues = 100_000",
    selectorTests
  ),
  html(
    "rules: a tenth of what they walk through is too much",
    "src/PageWork.ts",
    "  matching: makeMatching(),\n  taking: makeSpend(maxTakingSteps),",
    "  matching: makeMatching(),\n  taking: makeSpend(maxTakingSteps / 10),",
    selectorTests
  ),
  html(
    "selectors: the first and the last are sought among all",
    "src/Selectors.ts",
    "(aliases.get(name) ?? endTest(name, spend))",
    "aliases.get(name)",
    selectorTests
  ),
  html(
    "selectors: what is before a node is sought for nothing",
    "src/siblings.ts",
    "spend?.((",
    "spend?.(0 * (",
    selectorTests
  ),
  html("rules: what is walked through is not counted", "src/extractFields.ts", "    spend(1)\n", "", selectorTests),
  http(
    "replies: what lies deep is one piece however long it is",
    "src/inPieces.ts",
    "(levels <= 0 && !isLong(value))",
    "levels <= 0",
    "test/inPieces.test.ts"
  )
]

export const mutantsOfBounds = [
  ...connections,
  ...bodies,
  ...works,
  ...beginnings,
  ...addresses,
  ...facts,
  ...selectors
]
