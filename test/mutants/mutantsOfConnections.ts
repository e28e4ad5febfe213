/** Mistakes in what bounds connections: heads, requests in turns, readers, and answers that wait for them. */
import { fetch, http, type Mutant } from "./Mutant.ts"

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

export const mutantsOfConnections: ReadonlyArray<Mutant> = [
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
    'isRepeated(source, "host")',
    "false",
    framingTests
  ),
  http(
    "requests: a value that is called host is one more",
    "src/middleware/requestId.ts",
    "index % 2 === 0 && text.length",
    "text.length",
    framingTests
  ),
  http(
    "requests: the first of two callers is taken",
    "src/middleware/requestId.ts",
    'isRepeated(source, "authorization")',
    "false",
    framingTests
  ),
  http(
    "requests: what is coded besides its chunks is read as it came",
    "src/transferCoding.ts",
    'coding.trim().toLowerCase() === "chunked"',
    'coding.toLowerCase().includes("chunked")',
    framingTests
  ),
  http(
    "requests: another one follows chunks of HTTP/1.0",
    server,
    "    closeAfter(server, mayEndElsewhere)\n",
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
    "new HeldByOwners<Line>(mostWaiting.ofOneRequest)",
    "new HeldByOwners<Line>(1e9)",
    waitTests
  ),
  http(
    "requests: several whose reads wait take what one may",
    heads,
    "isOfSeveral(line) ? several : ofOneRequest",
    "ofOneRequest",
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
    "    limitPerNetwork(server, limits.connectionsPerNetwork)\n",
    "",
    serverTests
  ),
  http(
    "connections: there may be any number",
    "src/Connections.ts",
    "if (asked.size >= max)",
    "if (asked.size < 0)",
    serverTests
  ),
  http("heads: nobody hears of requests", server, "      finishesHead(request)\n", "", headTests),
  http("heads: they may hold anything together", heads, "if (liveBytes > bytes) cutLongest()", "", headTests),
  http(
    "heads: the shortest are cut first",
    "src/Ranks.ts",
    "highest = Math.max(highest, step)",
    "highest = highest === -1 ? step : Math.min(highest, step)",
    headTests
  ),
  http(
    "heads: each connection is an owner",
    heads,
    "const ownerOf = ({ socket }: Line) => backlog.ownerOf(socket)",
    "const ownerOf = ({ socket }: Line) => String(socket.remotePort)",
    headTests
  ),
  http(
    "heads: one that has ended is still held among the longest",
    heads,
    "    if (heads.has(line)) rank(line)\n",
    "",
    headTests
  ),
  http(
    "connections: what is too much costs who brings it",
    "src/HeldByOwners.ts",
    "owner.kind.owners.first(owner)?.held.first(brings)",
    "owner.held.first(brings)",
    "test/heldByOwners.test.ts"
  ),
  http(
    "connections: strangers fill the room of organizations",
    "src/HeldByOwners.ts",
    "isStranger(name) ? this.#strangers : this.#organizations",
    "this.#organizations",
    "test/heldByOwners.test.ts"
  ),
  http(
    "connections: none goes for a new one",
    "src/Connections.ts",
    "const goes = idle.first()",
    "const goes = undefined as Socket | undefined",
    serverTests
  ),
  http(
    "connections: one with a request goes for a new one",
    "src/Connections.ts",
    "    asked.set(socket, before + 1)\n    idle.leave(socket)\n",
    "    asked.set(socket, before + 1)\n",
    serverTests
  ),
  http(
    "connections: organizations' go before strangers'",
    "src/Connections.ts",
    "this.#strangers.first() ?? this.#organizations.first()",
    "this.#organizations.first() ?? this.#strangers.first()",
    connectionTests
  ),
  http(
    "connections: each address of an IPv6 network is one",
    "src/Connections.ts",
    "isCounted(address) ? networkOf(address) : address",
    "address",
    serverTests
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
