/** Mistakes in who goes first and who shares what is fetched, and in what is kept and told of a page. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { cli, core, fetch, html, http, type Mutant, postgres, sqlite } from "./Mutant.ts"

const gate = "src/HostGate.ts"
const gateTests = "test/HostGate.test.ts"
const captures = "src/pages/capturePage.ts"
const captureTests = "test/pages/capturePage.test.ts"
const runs = "src/monitors/runMonitor.ts"
const givenUp = "test/givenUp.test.ts"
const unstableTests = "test/monitors/unstable.test.ts"

const turns: ReadonlyArray<Mutant> = [
  fetch(
    "tls: a server chooses the group of the key exchange, and how large it is",
    "src/secureConnector.ts",
    "`${DEFAULT_CIPHERS}:!DHE`",
    "DEFAULT_CIPHERS",
    "test/tls.test.ts"
  ),
  fetch(
    "tls: a handshake has no bound",
    "src/BoundedHandshake.ts",
    "const mostBytes = 16 * 1024",
    "const mostBytes = 16_000 * 1024",
    "test/tls.test.ts"
  ),
  fetch(
    "sockets: ends of lines are read for ever",
    "src/readInSlices.ts",
    "if (blankBytes <= mostBlankBytes) return bytes",
    "if (blankBytes !== null) return bytes",
    "test/hostileServers.test.ts"
  ),
  fetch(
    "tls: a handshake is made once more when a server asks for it",
    "src/secureConnector.ts",
    "secureOptions: constants.SSL_OP_NO_RENEGOTIATION",
    "secureOptions: constants.SSL_OP_NO_COMPRESSION",
    "test/tls.test.ts"
  ),
  fetch(
    "tls: what a server asks for before it breaks is not told",
    "src/BoundedHandshake.ts",
    "else if (kind === recordKinds.handshake) this.#isAskedAgain = true",
    "",
    "test/BoundedHandshake.test.ts"
  ),
  fetch(
    "tls: a record with data pays for those without",
    "src/RecordBudget.ts",
    "if (dataBytes === 0) this.#idleBytes += wireBytes",
    "this.#idleBytes = dataBytes === 0 ? this.#idleBytes + wireBytes : 0",
    "test/records.test.ts"
  ),
  fetch(
    "tls: small records are as many as they like",
    "src/RecordBudget.ts",
    "const freeRecords = 200_000",
    "const freeRecords = 200_000_000",
    "test/records.test.ts"
  ),
  fetch(
    "tls: records of two bytes on average are too short",
    "src/RecordBudget.ts",
    "const freeRecords = 200_000",
    "const freeRecords = 2_000",
    "test/records.test.ts"
  ),
  fetch(
    "tls: what waits for its turn here is time of the server",
    "src/BoundedHandshake.ts",
    '    this.#endAfter(waitMillis, "HANDSHAKE_WITHOUT_TURN")\n',
    "",
    "test/BoundedHandshake.test.ts"
  ),
  fetch(
    "tls: many records of one read need no turn",
    "src/BoundedHandshake.ts",
    "parts.length > recordsAtOnce",
    "parts.length < 0",
    "test/BoundedHandshake.test.ts"
  ),
  fetch(
    "turns: owners of long pieces do not rest",
    "src/inTurnsByCost.ts",
    "const restsPerLong = 2",
    "const restsPerLong = 0",
    "test/inTurnsByCost.test.ts"
  ),
  fetch(
    "turns: everybody rests after a long piece",
    "src/inTurnsByCost.ts",
    "now >= restsUntil || costs.of(owner, now) < dearMillis",
    "now >= restsUntil",
    "test/inTurnsByCost.test.ts"
  ),
  fetch(
    "turns: what owners cost is remembered for good",
    "src/LatestCosts.ts",
    "2 ** ((cost.at - now) / halfLifeMillis)",
    "1",
    "test/inTurnsByCost.test.ts"
  ),
  fetch(
    "turns: an answer that waits for its turn is a failure where its body goes on",
    "src/exchange.ts",
    "if (this.#isDiscarding) return\n    this",
    "this",
    "test/ownQueue.test.ts"
  ),
  fetch(
    "tls: connections are made for nobody in particular",
    "src/exchange.ts",
    "return { owner: this.#asker.owner, leaves",
    'return { owner: "", leaves',
    "test/AwaitedClient.test.ts"
  ),
  fetch(
    "connections: one that is being made outlives the call that it is made for",
    "src/Egress.ts",
    ", lookup, signal: leaves })",
    ", lookup })",
    givenUp
  ),
  fetch(
    "connections: a call that gave up in the pool takes one",
    "src/AwaitedClient.ts",
    "    if (options.waiter.leaves.aborted) return true\n",
    "",
    givenUp
  ),
  fetch(
    "connections: one stays with an answer of which nothing more is wanted",
    "src/exchange.ts",
    "const maxDiscardedMillis = 2_000",
    "const maxDiscardedMillis = 2_000_000",
    givenUp
  ),
  fetch(
    "answers: one that waits for its turn is lost with its connection",
    "src/exchange.ts",
    "    if (this.#isDiscarding) return\n    this.#resume",
    "    this.#resume",
    givenUp
  ),
  html(
    "threads: large pages are read by as many threads as others",
    "src/pageThreads.ts",
    "if (!(yield* isLargePage(work))) {",
    "if (!(yield* isLargePage(work)) || hasLarge) {",
    "test/pageThreads.test.ts"
  ),
  html(
    "threads: an organization has every thread for large pages",
    "src/pageThreads.ts",
    "makePlaces(limits.large, allButOne)",
    "makePlaces(limits.large)",
    "test/pageThreads.test.ts"
  ),
  html(
    "threads: what an ordinary one cannot hold is refused",
    "src/pageThreads.ts",
    'if (answer.kind !== "costly") return answer',
    "return answer",
    "test/pageThreads.test.ts"
  ),
  html(
    "threads: a background page that is large waits among those that are not",
    "src/pageThreads.ts",
    "if (!(yield* isLargePage(work))) {",
    "if (givesWay || !(yield* isLargePage(work))) {",
    "test/pageThreads.test.ts"
  ),
  html(
    "attributes: those of elements that are opened again are not counted",
    "src/PageTree.ts",
    "    limits.left -= attributes.length\n",
    "",
    "test/pageThreads.test.ts"
  ),
  html(
    "attributes: each element that is opened again has a list of its own",
    "src/PageTree.ts",
    "attributes.length > maxAttributes ? attributes.slice(0, maxAttributes) : attributes",
    "attributes.slice(0, maxAttributes)",
    "test/pageThreads.test.ts"
  ),
  core(
    "places: those who give way may have all",
    "src/SharedPlaces.ts",
    "if (line === behind && freeBehind <= 0) return undefined\n",
    "",
    "test/SharedPlaces.test.ts"
  ),
  core(
    "places: what those who give way had is never given back",
    "src/SharedPlaces.ts",
    "      freeBehind += 1\n",
    "",
    "test/SharedPlaces.test.ts"
  ),
  http(
    "turns: a call keeps its turn while its body comes",
    "src/body.ts",
    "if (askTurn === null || callTurn === null) return reading",
    "if (callTurn !== undefined) return reading",
    "test/callTurns.test.ts"
  ),
  http(
    "turns: a call whose body came takes none",
    "src/body.ts",
    "Effect.tap(reading, () => askTurn)",
    "reading",
    "test/callTurns.test.ts"
  ),
  html(
    "threads: a long page without tags is small",
    "src/pageThreads.ts",
    "if (length > largeLength) return true",
    "if (length > 1_000 * largeLength) return true",
    "test/pageThreads.test.ts"
  ),
  cli(
    "threads: the young generation of the process is theirs",
    "src/heapFlags.ts",
    'setFlagsFromString("--max-semi-space-size=0")\n',
    "",
    "test/heapFlags.test.ts"
  ),
  http(
    "turns: Node reads on of a body that waits",
    "src/inTurns.ts",
    "return mayCome && waiting.hasBegun",
    "return mayCome",
    "test/inTurns.test.ts"
  ),
  fetch(
    "hosts: pages of batches go before who waits for an answer",
    gate,
    "Context.get(context, GivesWay) || Context.get(context, BackgroundWork)",
    "Context.get(context, GivesWay)",
    gateTests
  ),
  fetch(
    "hosts: nobody gives way where all hosts are asked",
    gate,
    'ofAll = askAll(owner, "", givesWay)',
    'ofAll = askAll(owner, "", false)',
    gateTests
  ),
  fetch(
    "hosts: all that were ever asked are kept",
    gate,
    "      if (seat.users === 0) hosts.delete(host)\n",
    "",
    gateTests
  ),
  fetch(
    "hosts: who left the queue is counted in it for good",
    "src/noteWaits.ts",
    `            Effect.andThen(
              stop,
              Effect.sync(() => leave(host))
            )`,
    "            Effect.sync(() => leave(host))",
    "test/ownQueue.test.ts"
  ),
  core(
    "hosts: runs of monitors go before who waits for an answer",
    runs,
    "      Effect.provideService(GivesWay, true),\n",
    "",
    "test/organizations/worksFor.test.ts"
  ),
  http(
    "requests: their bodies count when they have begun",
    "src/inTurns.ts",
    "if (!waiting.hasBegun) {",
    "if (line !== null) {",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: none begin while connections come",
    "src/inTurns.ts",
    "many.turns < turnsOfMany && ",
    "",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: strangers are next in each turn",
    "src/OwnersInTurns.ts",
    "this.#begun += 1",
    "this.#begun += 0",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: strangers who were served take turns with organizations",
    "src/OwnersInTurns.ts",
    "if (isStranger(owner.name)) this.#standStranger(",
    "if (isStranger(owner.name) && !wasServed) this.#standStranger(",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: strangers who come seldom wait as those who ask on and on",
    "src/OwnersInTurns.ts",
    "oneOf(() => shift(this.#strangers), fewest, this.#begunOfStrangers)",
    "shift(this.#strangers) ?? fewest()",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: strangers who were never seen keep those waiting who were served",
    "src/OwnersInTurns.ts",
    "(turns > 0 || wasServed)",
    "turns > 0",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: there is room when none waits",
    "src/inTurns.ts",
    "line.waiting.length === limits.ahead - 1",
    "line.waiting.length === 0",
    "test/inTurns.test.ts"
  ),
  http(
    "callers: one organization is remembered by all texts",
    "src/KnownCallers.ts",
    "own.size >= this.#limits.ofOne",
    "own.size < 0",
    "test/knownCallers.test.ts"
  ),
  http(
    "callers: who is nobody's any more counts for his organization",
    "src/KnownCallers.ts",
    "    own.delete(credential)\n",
    "",
    "test/knownCallers.test.ts"
  ),
  http(
    "files: one of unknown size is loaded by each",
    "src/PublicFiles.ts",
    "asked.bytes !== null && asked.bytes < countedFromBytes",
    "asked.bytes === null || asked.bytes < countedFromBytes",
    "test/publicFiles.test.ts"
  ),
  http(
    "files: what was loaded is never forgotten",
    "src/PublicFiles.ts",
    "      if (this.#files.size < this.#max) break\n",
    "      if (first !== null) break\n",
    "test/publicFiles.test.ts"
  ),
  http(
    "files: a place is handed on at once",
    "src/batches/FileReaders.ts",
    "Effect.tap(pull, () => Effect.yieldNow)",
    "pull",
    "test/fileReaders.test.ts"
  ),
  http(
    "requests: new connections wait until those that were served ask nothing more",
    "src/OwnersInTurns.ts",
    "begun % everySecond === 0",
    "begun < 0",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: whoever makes up keys is many callers",
    "src/inTurns.ts",
    "callers.organizationOf(headers) ?? strangerAt(socket)",
    "callers.organizationOf(headers) ?? headers.authorization ?? strangerAt(socket)",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: organizations wait as those of their address",
    "src/inTurns.ts",
    "callers.organizationOf(headers) ?? strangerAt(socket)",
    "strangerAt(socket)",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: a key that is accepted no more stands with its organization",
    "src/KnownCallers.ts",
    "    if (known !== undefined) this.#forget(credential, known)\n",
    "",
    "test/inTurns.test.ts"
  ),
  http(
    "requests: those of new connections begin before it is known who else comes",
    "src/inTurns.ts",
    "const isMany = hasAccepted && waitingBytes.bytes < limits.waitingBytesOfMany",
    "const isMany = false",
    "test/inTurns.test.ts"
  ),
  http(
    "files: what many ask for without a key is loaded for each of them",
    "src/PublicFiles.ts",
    "join(asked.key, ",
    "join(`${Math.random()}`, ",
    "test/publicFiles.test.ts"
  ),
  http(
    "files: what is loaded for somebody without a key is not counted before it is there",
    "src/requestMemory.ts",
    "    lease.keep(bytes)\n    return Effect.succeed(lease)",
    "    return Effect.succeed(lease)",
    "test/publicFiles.test.ts"
  ),
  http(
    "files: a place of somebody who has read a file is gone",
    "src/Readers.ts",
    "this.#add(names, -1)",
    "this.#add(names, 0)",
    "test/fileReaders.test.ts"
  ),
  http(
    "requests: who comes alone on a new connection waits for those who are still to come",
    "src/inTurns.ts",
    "hasAccepted && many.turns > 0",
    "hasAccepted",
    "test/server.test.ts"
  ),
  http(
    "files: readers of one organization's have all places",
    "src/batches/FileReaders.ts",
    "mayRead ? this.#readers.enter(names) : null",
    "this.#readers.enter(names)",
    "test/fileReaders.test.ts"
  ),
  http(
    "answers: what waits for room keeps its turn at reading",
    "src/countedReply.ts",
    "        exchange.callTurn?.leave(null)\n",
    "",
    "test/answerKept.test.ts"
  ),
  http(
    "files: as many pieces are on their way as there are readers",
    "src/batches/FileReaders.ts",
    "makePlaces(limits.pieces)",
    "makePlaces(limits.ofAll * 10)",
    "test/fileReaders.test.ts"
  ),
  http(
    "shared changes: all pages are made at once",
    "src/shared/sharedPages.ts",
    "makeStrangerTurns(1)",
    "makeStrangerTurns(100)",
    "test/sharedPages.test.ts"
  ),
  sqlite(
    "threads: all whom one commit answers go on in one turn",
    "src/Thread.ts",
    "      if (!hasTime()) return\n",
    "",
    "test/Thread.test.ts"
  ),
  html(
    "pages: all that come together are read in one turn",
    "src/PageReader.ts",
    "aPiece(() => doInline(work))",
    "Effect.sync(() => doInline(work))",
    "test/PageReader.test.ts"
  ),
  http(
    "replies: a server that stops goes on with connections that waited for a word",
    "src/NodeServer.ts",
    "for (const event of requestEvents) server.prependListener(event, endWhenClosed)",
    'server.prependListener("request", endWhenClosed)',
    "test/stoppingReaders.test.ts"
  )
]

const callTurns = "src/CallTurns.ts"
const readTurnTests = "test/callTurns.test.ts"

const reads: ReadonlyArray<Mutant> = [
  http(
    "reads: all that one organization sends begin, however large they are",
    callTurns,
    "this.#largeUntilMillis > askedAtMillis ? large : small",
    "small",
    readTurnTests
  ),
  http(
    "reads: others have nothing of the thread between two large ones",
    callTurns,
    "    if (isLarge) this.#rest(() => this.#release())\n    else this.#release()\n",
    "    this.#release()\n",
    readTurnTests
  ),
  http(
    "reads: who sends a small one makes the large ones of his operation small",
    callTurns,
    "else if (answeredBytes !== null && this.#largeUntilMillis === Number.POSITIVE_INFINITY)",
    "else if (answeredBytes !== null)",
    readTurnTests
  ),
  http(
    "writes: all of a crowd begin at once",
    "src/CallTurns.ts",
    "const writesAtOnce = 8",
    "const writesAtOnce = 800",
    readTurnTests
  ),
  http(
    "writes: they take no turns",
    "src/access.ts",
    'scope?.endsWith(":write") === true ? "write" : "neither"',
    '"neither"',
    readTurnTests
  ),
  postgres(
    "connections: one organization has all of them",
    "src/PgClient.ts",
    "held === 0 || free > Math.floor(size * partOfOthers)",
    "held === 0 || free > 0",
    "test/PgClient.test.ts"
  ),
  http(
    "reads: what waits for its turn is read meanwhile",
    "src/middleware/Admission.ts",
    "if (turn.hasBegun) return null",
    "if (turn !== null) return null",
    readTurnTests
  ),
  http(
    "reads: who left keeps his place",
    "src/middleware/requestId.ts",
    "            exchange.callTurn?.leave(null)\n",
    "",
    readTurnTests
  ),
  core(
    "lists: all monitors are made that a page has no room for",
    "src/paging/domain/Page.ts",
    "    if (rows.length > 0 && bytes > pageBytes) return { rows, isCut: true }\n",
    "",
    "packages/adapters/sqlite/test/MonitorStore.test.ts"
  ),
  core(
    "lists: the length of a schema tells what it takes",
    "src/monitors/domain/monitorsWithin.ts",
    "return length < smallLength ? length : heldBytes(target)",
    "return length",
    "packages/adapters/sqlite/test/MonitorStore.test.ts"
  ),
  postgres(
    "postgres: a list ends where its rows are large",
    "src/looks.ts",
    "(last?.rowsFound ?? 0) > rows.length",
    "(last?.rowsFound ?? 0) < 0",
    "test/MonitorStore.test.ts"
  )
]

const slow = "src/slowReaders.ts"
const slowTests = "test/slowReaders.test.ts"
const paceTests = "test/paceOfReaders.test.ts"

const readers: ReadonlyArray<Mutant> = [
  http(
    "readers: who is cut could not read what was not written",
    slow,
    "if (waitsForUs) return",
    "if (waitsForUs && seconds < 0) return",
    slowTests
  ),
  http(
    "replies: nobody says that they wait to be written",
    "src/BatchedResponse.ts",
    "  waitsToBeWritten(response, true)\n",
    "",
    "test/batchedResponse.test.ts"
  ),
  http(
    "readers: one who reads a little keeps the room of others",
    slow,
    "pace.spareBytes + sinceBytes - dueBytes)",
    "pace.spareBytes + sinceBytes - dueBytes / 3)",
    slowTests
  ),
  http(
    "turns: one that has time for one request alone gives it to a new connection each time",
    "src/inTurns.ts",
    "shiftOneOf(owner.served, owner.fresh, owner.begun)",
    "shiftOneOf(owner.served, owner.fresh, 0)",
    "test/inTurns.test.ts"
  ),
  http(
    "memory: calls of one that holds most of all begin",
    "src/middleware/Admission.ts",
    "memory.isShort || !memory.isWithin(organization.id, 0, partOfOne)",
    "memory.isShort || organization === null",
    "test/requestMemory.test.ts"
  ),
  http(
    "reads: what those before one hold is not looked at when its turn comes",
    "src/middleware/Admission.ts",
    "isFull(exchange, caller) ? Effect.fail(noRoom) : Effect.void",
    "Effect.void",
    "test/callTurns.test.ts"
  ),
  http(
    "readers: one who reads is cut",
    slow,
    "if (pace.spareBytes < 0) slow.add(socket)",
    "slow.add(socket)",
    paceTests
  ),
  http(
    "readers: of a large write that is under way nothing counts",
    slow,
    "return written - waiting",
    "return socket.bytesWritten - socket.writableLength",
    paceTests
  ),
  http(
    "readers: what the system holds and does not tell of is not read",
    slow,
    "Math.max(dueBytes, Math.min(takenBytes / 2, untold))",
    "dueBytes",
    slowTests
  ),
  http(
    "readers: who holds most gives all the room",
    slow,
    "(given.get(owner) ?? 0) + memory.roomFor(owner)",
    "memory.roomFor(owner)",
    slowTests
  ),
  http(
    "readers: the connection of an answer that was read is cut",
    slow,
    '  response.once("close", () => reading.answers.delete(response))\n',
    "",
    slowTests
  ),
  http(
    "readers: what waits behind another answer is never cut",
    slow,
    "  socket === null || writableLength",
    "  socket !== null && writableLength",
    slowTests
  ),
  http(
    "readers: a connection on which nothing lies falls behind",
    slow,
    "if (pace === undefined || !isOwing) return",
    "if (pace === undefined) return",
    slowTests
  ),
  http(
    "readers: the last answer of a connection decides for all",
    slow,
    "isOwing: isOwing || isLeft(response)",
    "isOwing: isLeft(response)",
    slowTests
  ),
  http(
    "replies: who waits when a server is told to stop is told that the connection stays open",
    "src/NodeServer.ts",
    "if (!response.headersSent) response.shouldKeepAlive = false",
    "if (response.headersSent) response.shouldKeepAlive = false",
    "test/takeBeforeClosing.test.ts"
  ),
  http(
    "replies: connections stay open in the turns before the port closes",
    "src/NodeServer.ts",
    "      if (isClosing()) response.shouldKeepAlive = false\n",
    "",
    "test/takeBeforeClosing.test.ts"
  ),
  http(
    "replies: long ones wait behind a crowd of short ones",
    "src/BatchedResponse.ts",
    "writtenOfAll % everyLong === 0",
    "writtenOfAll < 0",
    "test/batchedResponse.test.ts"
  ),
  http(
    "replies: one that has time for one alone gives it to a long one each time",
    "src/BatchedResponse.ts",
    "writtenOfAll += 1",
    "writtenOfAll += 0",
    "test/batchedResponse.test.ts"
  ),
  http(
    "replies: pieces of strangers' stand before an organization's",
    "src/BatchedResponse.ts",
    "isLong(reply) ? ownerOfRequest(this.req) : null",
    'isLong(reply) ? "everybody" : null',
    "test/batchedResponse.test.ts"
  ),
  http(
    "replies: those whose readers have gone take turns",
    "src/BatchedResponse.ts",
    "    if (response.req.socket.destroyed) return false\n",
    "",
    "test/goneReaders.test.ts"
  ),
  http(
    "replies: one turn writes all that are short of a number, however long they take",
    "src/BatchedResponse.ts",
    "(written === 0 || performance.now() < until)",
    "(written === 0 || until > 0)",
    "test/goneReaders.test.ts"
  ),
  http(
    "replies: large ones are encoded for each reader",
    "src/middleware/requestId.ts",
    "holdUntilSent(exchange, request, inBytes(made))",
    "holdUntilSent(exchange, request, made ?? inBytes(made))",
    "test/inBytes.test.ts"
  ),
  http(
    "replies: those that are made bytes lose headers",
    "src/inBytes.ts",
    "HttpServerResponse.setHeaders(HttpServerResponse.setBody(response, bytes), headers)",
    "HttpServerResponse.setBody(HttpServerResponse.setHeaders(response, headers), bytes)",
    "test/inBytes.test.ts"
  ),
  http(
    "replies: those that wait to be written are lost when idle connections are closed",
    "src/BatchedResponse.ts",
    "finished && !writableFinished)",
    "finished || !writableFinished)",
    "test/stoppingReaders.test.ts"
  )
]

const flightTests = "test/budget/makeFlights.test.ts"

const shared: ReadonlyArray<Mutant> = [
  core(
    "flights: who waits for an answer stands behind others with background work",
    captures,
    '${isBehind ? " behind" : ""}',
    '${isBehind ? "" : ""}',
    captureTests
  ),
  core(
    "flights: background work fetches again what is fetched for a call",
    "src/budget/makeFlights.ts",
    "find(own, time) === undefined && find(orUnder, time) !== undefined",
    "find(own, time) === undefined && orUnder === null",
    captureTests
  ),
  core(
    "flights: work under another key is joined though one's own is under way",
    "src/budget/makeFlights.ts",
    "find(own, time) === undefined && find(orUnder, time) !== undefined",
    "find(orUnder, time) !== undefined",
    flightTests
  ),
  core(
    "flights: a newer one is forgotten when the one before it ends",
    "src/budget/makeFlights.ts",
    "if (flights.get(key) === flight.current) flights.delete(key)",
    "flights.delete(key)",
    flightTests
  ),
  core(
    "flights: a newer one is forgotten when the one before it is stopped",
    "src/budget/makeFlights.ts",
    "if (flights.get(key) === flight) flights.delete(key)",
    "flights.delete(key)",
    flightTests
  ),
  core(
    "flights: one that is being stopped is joined",
    "src/budget/makeFlights.ts",
    "          if (flights.get(key) === flight) flights.delete(key)\n",
    "",
    flightTests
  ),
  sqlite(
    "SQLite: links to sign in that a clock which was ahead gave out work as long as a session",
    "src/writes/sessions.ts",
    "...[now + linkMillis, latestEnd(now, linkMillis), limit]",
    "...[now + linkMillis, latestEnd(now, idleMillis), limit]",
    "test/SessionStore.test.ts"
  ),
  core("a pinned line: one look more is all that a run makes", runs, "looks < mostLooks", "looks < 2", unstableTests),
  core(
    "a pinned line: each look more is compared with what was watched at first",
    runs,
    "      { ...claim, stored },\n      look,",
    "      claim,\n      look,",
    unstableTests
  )
]

const captured: ReadonlyArray<Mutant> = [
  core(
    "pages: what is refused stays in memory until it is collected",
    captures,
    "Effect.onError(() => Effect.sync(() => giveBack(capture.body)))",
    "Effect.onError(() => Effect.void)",
    captureTests
  ),
  core(
    "pages: nothing is the answer where a browser would show what was asked for",
    captures,
    'return isBlank(facts) || markdown.trim() === ""',
    "return isBlank(facts)",
    captureTests
  ),
  core(
    "pages: links of markup without words are kept back",
    captures,
    "return links.length === 0 && isBlank(facts)",
    "return isBlank(facts)",
    captureTests
  ),
  core(
    "pages: what nobody could read is put into the index",
    captures,
    "  if (page.unrendered !== undefined && saysNothing(page)) return\n",
    "",
    captureTests
  ),
  core(
    "pages: one that no browser saw takes the place of one that a browser showed",
    captures,
    "if (!isOwn && done.unrendered === undefined && isKeepable",
    "if (!isOwn && isKeepable",
    captureTests
  ),
  core(
    "pages: what robots are asked is never heard of one that is as it was",
    captures,
    "      ...(fetched.robots === undefined ? {} : { robots: fetched.robots }),\n",
    "",
    captureTests
  ),
  core(
    "kept: what is put has the time of the wall",
    "src/passedCache.ts",
    "set: (key, value) => byPassedTime(Cache.set(cache, key, value))",
    "set: (key, value) => Cache.set(cache, key, value)",
    "test/passedCache.test.ts"
  )
]

const plans = "src/monitors/domain/planAnew.ts"
const planTests = "test/monitors/planAnew.test.ts"

const planned: ReadonlyArray<Mutant> = [
  core(
    "plans: slots are counted from a moment that has not come",
    plans,
    "const anchorAt = isAnchored ? plan.anchorAt : anchorFor(schedule, id, now)",
    "const anchorAt = isAnchored || anchorFor(schedule, id, now) !== null ? plan.anchorAt : now",
    planTests
  ),
  core(
    "plans: a slot that comes in a moment is left out",
    plans,
    "nextRunAt: nextSlot(schedule, { id, anchor: anchorAt, after: now })",
    "nextRunAt: nextSlot(schedule, { id, anchor: anchorAt, after })",
    planTests
  )
]

export const mutantsOfTurns: ReadonlyArray<Mutant> = [
  ...turns,
  ...reads,
  ...readers,
  ...shared,
  ...captured,
  ...planned
]
