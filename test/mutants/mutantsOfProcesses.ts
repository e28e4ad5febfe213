/** Mistakes in what runs: the doors to the web, the browser pool, the loops, and a process as its operator sees it. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import {
  blobs,
  browser,
  children,
  cli,
  core,
  crypto,
  dashboard,
  fetch,
  http,
  type Mutant,
  postgres,
  sqlite,
  worker
} from "./Mutant.ts"

const ageing: ReadonlyArray<Mutant> = [
  core(
    "ageing: a clock that is far ahead is believed",
    "src/ageing/domain/Sighting.ts",
    "since(last.believedAt) <= plausible",
    "since(last.believedAt) >= 0",
    "test/ageing/Sighting.test.ts"
  ),
  core(
    "ageing: each of several processes counts the same hour",
    "src/ageing/domain/Sighting.ts",
    "Math.min(ranMillis, passed)",
    "ranMillis",
    "test/ageing/Sighting.test.ts"
  ),
  worker(
    "ageing: the pruner does not ask",
    "src/pruner.ts",
    "(yield* mayForget) ? yield* forget : []",
    "(yield* mayForget) || true ? yield* forget : []",
    "test/clockKeeper.test.ts"
  )
]

const egress: ReadonlyArray<Mutant> = [
  fetch(
    "egress: the address of the socket is not judged",
    "src/Egress.ts",
    'if (!isAllowedAddress(socket.remoteAddress ?? "", target, policy)) {',
    "if (socket.remoteAddress === undefined) {",
    "test/Egress.test.ts"
  ),
  fetch(
    "egress: one allowed address lets a name through",
    "src/Egress.ts",
    "return allowed.length === addresses.length || isLoopbackName(target.host) ? allowed : []",
    "return allowed.length > 0 || isLoopbackName(target.host) ? allowed : []",
    "test/Egress.test.ts"
  ),
  core(
    "egress: a range lets credentials of a cloud out",
    "src/web/domain/EgressPolicy.ts",
    "if (isMetadata(address)) return ranges.some(isSingle)",
    "if (isMetadata(address)) return ranges.length > 0",
    "test/web/EgressPolicy.test.ts"
  ),
  core(
    "egress: addresses of this machine are reached",
    "src/web/domain/EgressPolicy.ts",
    "return isPublic(address) && !policy.own.some((range) => contains(range, address))",
    "return isPublic(address)",
    "test/web/EgressPolicy.test.ts"
  ),
  core(
    "egress: ports of databases are reached",
    "src/web/domain/Egress.ts",
    "(port >= 1024 && !refusedPorts.has(port))",
    "port >= 1024",
    "test/web/Egress.test.ts"
  ),
  core(
    "egress: private names are looked up",
    "src/web/domain/EgressPolicy.ts",
    '!host.includes(".") || privateSuffixes.some((suffix) => endsIn(host, suffix))',
    '!host.includes(".")',
    "test/web/EgressPolicy.test.ts",
    "packages/core/test/web/Egress.test.ts"
  )
]

const time: ReadonlyArray<Mutant> = [
  cli(
    "embed: a program that asks again and again stops the worker",
    "src/embed/open.ts",
    "Effect.ensuring(Effect.provideService(effect, CurrentActing, acting), Effect.yieldNow)",
    "Effect.provideService(effect, CurrentActing, acting)",
    "test/Kittiwake.test.ts"
  ),
  core(
    "test kit: the clock goes on beside work that takes a real second",
    "src/testing/TestInstallation.ts",
    "TestClock.layer({ warningDelay: Duration.infinity })",
    "TestClock.layer()",
    "test/testing/TestInstallation.test.ts"
  ),
  fetch(
    "fetch: whoever sets the clock ends what goes on",
    "src/ExchangeTime.ts",
    "Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)",
    "clock.currentTimeMillisUnsafe()",
    "test/ExchangeTime.test.ts"
  ),
  children(
    "children: whoever sets the clock takes back what was lost",
    "src/ChildPool.ts",
    "Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))",
    "Clock.currentTimeMillis",
    "test/ChildPool.test.ts"
  )
]

const browserPool: ReadonlyArray<Mutant> = [
  browser(
    "browser: a page that is being made never ends where its browser is killed",
    "src/render/stoppable.ts",
    "{ ...options, signal: stop }",
    "{ ...options }",
    "test/leftBehind.test.ts"
  ),
  browser(
    "browser: a wait for a page ends with the page alone",
    "src/render/settle.ts",
    "{ timeout: 0, signal }",
    "{ timeout: 0, ...(signal.aborted ? { signal } : {}) }",
    "test/leftBehind.test.ts"
  ),
  browser(
    "browser: one organization may have all places",
    "src/BrowserTurns.ts",
    "=> allButOne(held, free) &&",
    "=> allButOne(0, free) &&",
    "test/BrowserTurns.test.ts"
  ),
  browser(
    "browser: whoever acts gives up as soon as who only shows a page",
    "src/BrowserTurns.ts",
    "if (one.acting.hasBegun) return maxActing",
    "",
    "test/BrowserTurns.test.ts"
  ),
  browser(
    "browser: whoever acts keeps the browser for as long as he likes",
    "src/BrowserTurns.ts",
    ".filter((one) => nowMillis",
    ".filter((one) => !one.acting.hasBegun && nowMillis",
    "test/BrowserTurns.test.ts"
  ),
  browser(
    "browser: nobody is told who acts",
    "src/BrowserPool.ts",
    "use(sitOf(acting, owner, beginAnew)), acting)",
    "use(sitOf(acting, owner, beginAnew)))",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "browser: an organization that has a place takes another's",
    "src/BrowserTurns.ts",
    " && !served.has(one.owner)",
    " && served.size > 0",
    "test/BrowserTurns.test.ts"
  ),
  browser(
    "browser: one organization fills the line",
    "src/BrowserTurns.ts",
    "mayHoldMore(own, maxWaiting + places - waiting.length)",
    "own + waiting.length < 2 * maxWaiting",
    "test/BrowserTurns.test.ts"
  ),
  browser(
    "browser: who has just begun to wait makes others give up their place",
    "src/BrowserTurns.ts",
    "nowMillis - one.sinceMillis >= Duration.toMillis(waits) && ",
    "",
    "test/heldTurns.test.ts"
  ),
  browser(
    "browser: the time in line counts as time with a place",
    "src/BrowserTurns.ts",
    "            yield* begin\n",
    "",
    "test/heldTurns.test.ts"
  ),
  browser(
    "browser: more give up their place while one is about to leave",
    "src/BrowserTurns.ts",
    "      guest.givesUp = true\n",
    "",
    "test/heldTurns.test.ts"
  ),
  browser(
    "browser: work that nobody waits for stands before calls",
    "src/BrowserTurns.ts",
    "Context.get(context, GivesWay) || Context.get(context, BackgroundWork)",
    "Context.get(context, GivesWay)",
    "test/heldTurns.test.ts"
  ),
  browser(
    "pool: a dead browser is used again",
    "src/BrowserPool.ts",
    "(one.running === null || one.running.browser.isConnected())",
    "(one.running === null || one.users >= 0)",
    "test/BrowserPool.test.ts"
  ),
  browser(
    "pool: an idle browser is never ended",
    "src/BrowserPool.ts",
    "if (one === null || one.users > 0 || now - one.lastUsedMillis < Duration.toMillis(limits.maxIdle)) return",
    "if (one === null || one.users > 0 || now >= one.lastUsedMillis) return",
    "test/BrowserPool.test.ts"
  )
]

const loops: ReadonlyArray<Mutant> = [
  worker(
    "loop: a clock that is set lends places",
    "src/workLoop.ts",
    'import { passedMillis } from "@kittiwake/core/internal/passedMillis"',
    'import { Clock } from "effect"; const passedMillis = Clock.currentTimeMillis',
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: work that takes long holds its place",
    "src/workLoop.ts",
    "underWay.countSince(nowMillis - longMillis, options.maxLong ?? 0)",
    "underWay.countSince(nowMillis - longMillis, 0)",
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: all that takes long holds no place, however much",
    "src/underWay.ts",
    "if (atMillis > millis || since >= most) break",
    "if (atMillis > millis) break",
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: what begins now holds no place either",
    "src/underWay.ts",
    "if (atMillis > millis || since >= most) break",
    "if (since >= most) break",
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: who wakes a loop with few places waits for a period",
    "src/workLoop.ts",
    "return isWoken ? Effect.void : Effect.raceFirst(someRoom.await, woken)",
    "return Effect.raceFirst(someRoom.await, woken)",
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: free places beside work that hangs stand empty until a period is over",
    "src/workLoop.ts",
    'outcome === "full" || outcome === "crowded"\n          ?',
    'outcome === "more"\n          ?',
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: a claim that takes long is made as often as one that does not",
    "src/workLoop.ts",
    "Duration.times(claim, pausePerClaim)",
    "claim",
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: one claim that takes long lets all others wait for as long again, and more",
    "src/workLoop.ts",
    "maximum: Duration.millis(mostPauseMillis)",
    "maximum: Duration.hours(1)",
    "test/workLoop.test.ts"
  ),
  worker(
    "loop: places that long work leaves stand empty until the next look",
    "src/workLoop.ts",
    "return Duration.min(options.every, yield* untilLong)",
    "return options.every",
    "test/workLoop.test.ts"
  ),
  worker(
    "batcher: a batch that ends slowly lets all pages wait",
    "src/batcher.ts",
    "Effect.andThen(batches.takeDue(options)),",
    "Effect.andThen(batches.settleDue), Effect.andThen(batches.takeDue(options)),",
    "test/batcher.test.ts"
  ),
  worker(
    "loop: two that come together take all places that one has left",
    "src/workLoop.ts",
    " || room < options.maxInFlight / 2",
    "",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: a loop claims all there is room for",
    "src/workLoop.ts",
    "inSteps(Math.min(options.maxClaim, free))",
    "inSteps(Math.max(options.maxClaim, free))",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: a claim that fails ends the loop",
    "src/workLoop.ts",
    'Effect.logError(`${options.loop}: claim failed`, cause).pipe(Effect.as("failed" as const))',
    "Effect.failCause(cause)",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: what has begun is not waited for",
    "src/workLoop.ts",
    "Effect.andThen(FiberSet.awaitEmpty(inFlight)),",
    "Effect.andThen(Effect.void),",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: a sweep ends after one write",
    "src/sweeper.ts",
    "if (found < limit) return",
    "if (found <= limit) return",
    "test/Worker.test.ts"
  ),
  worker(
    "worker: pruning ends after one write",
    "src/pruner.ts",
    "if (more !== most) return",
    "if (more <= most) return",
    "test/Worker.test.ts"
  ),
  worker(
    "worker: those who are known take all places",
    "src/workLoop.ts",
    "Math.ceil(room / 2)",
    "room",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: the last place is nobody's",
    "src/workLoop.ts",
    "Math.ceil(room / 2)",
    "Math.floor(room / 2)",
    "test/workLoop.test.ts"
  ),
  worker(
    "worker: work is claimed by a clock that is far off",
    "src/workLoop.ts",
    "if (isTooFar(offsetMillis()))",
    "if (isTooFar(0 * offsetMillis()))",
    "test/workLoop.test.ts"
  )
]

const keeper = "src/clockKeeper.ts"
const keeperTests = "test/clockKeeper.test.ts"

const clockKeeper: ReadonlyArray<Mutant> = [
  worker(
    "keeper: what was under way is not mended",
    keeper,
    "if (again === 1) yield*",
    "if (again === -1) yield*",
    keeperTests
  ),
  worker(
    "keeper: it mends by a clock that is far off",
    keeper,
    "if (isTooFar(offsetMillis())) return",
    "if (isTooFar(0 * offsetMillis())) return",
    keeperTests
  ),
  worker("keeper: runs are not woken", keeper, "if (monitors > 0) yield*", "if (monitors > 1e9) yield*", keeperTests),
  cli(
    "commands: a crawl that is stopped says nothing of what it read",
    "src/commands/crawl.ts",
    "Effect.onInterrupt(() => output.stopped)",
    "Effect.onInterrupt(() => Effect.void)",
    "test/stopped.test.ts"
  ),
  cli(
    "commands: a batch that nobody waits for any more is not named",
    "src/commands/batch.ts",
    "Effect.onInterrupt(() => left(asJson, batch_id, seen))",
    "Effect.onInterrupt(() => Effect.void)",
    "test/stopped.test.ts"
  ),
  cli(
    "commands: any signal is an interruption by keys",
    "src/Shutdown.ts",
    "onExit(isServing ? 0 : signalCodes[asked])",
    "onExit(isServing ? 0 : signalCodes.SIGINT)",
    "test/stopped.test.ts"
  ),
  cli(
    "readiness: the disk of large bytes is not looked at",
    "src/readiness.ts",
    'check: hasRoom("blobs", disks.blobs, freeBytes)',
    "check: Effect.void",
    "test/readiness.test.ts"
  ),
  cli(
    "importing: naming the library loads an instance",
    "src/Kittiwake.ts",
    'import * as Layer from "effect/Layer"\n',
    'import * as Layer from "effect/Layer"\nimport "./serve.ts"\n',
    "test/importing.test.ts"
  ),
  dashboard(
    "addresses: a port after a name is a scheme",
    "app/parts/typedAddress.ts",
    ":(?!\\d)/i",
    ":/i",
    "test/typedAddress.test.ts"
  ),
  dashboard(
    "addresses: names of this machine are known in small letters alone",
    "app/parts/typedAddress.ts",
    "(?=[:/?#]|$)/i",
    "(?=[:/?#]|$)/",
    "test/typedAddress.test.ts"
  ),
  dashboard(
    "addresses: what begins like a name of this machine is on it",
    "app/parts/typedAddress.ts",
    "(?=[:/?#]|$)/i",
    "/i",
    "test/typedAddress.test.ts"
  ),
  dashboard(
    "addresses: lists name schemes that the server adds by itself",
    "app/parts/typedAddress.ts",
    "(onThisMachine.test(typed) ? typedAddress(typed) : typed)",
    "typedAddress(typed)",
    "test/typedAddress.test.ts"
  ),
  dashboard(
    "forms: what stands in one dialog is asked about by another",
    "app/parts/unsaved.ts",
    "one.place === place",
    "one.place !== null",
    "test/asking.test.ts"
  ),
  dashboard(
    "forms: a question stays below what was opened meanwhile",
    "app/parts/unsaved.ts",
    "{ ...asked, id: ++asks }",
    "{ ...asked }",
    "test/asking.test.ts"
  ),
  dashboard(
    "looks: one that was asked for is taken again",
    "app/screens/monitors/askedLook.ts",
    "  asked = null\n  return is",
    "  return is",
    "test/asking.test.ts"
  ),
  core(
    "deliveries: what is sent is nobody's",
    "src/webhooks/deliver.ts",
    "    Effect.provideService(WorksFor, claim.delivery.organizationId),\n",
    "",
    "test/organizations/worksFor.test.ts"
  ),
  core(
    "deliveries: those who wait for an answer wait for what is sent",
    "src/webhooks/deliver.ts",
    "    Effect.provideService(GivesWay, true),\n",
    "",
    "test/organizations/worksFor.test.ts"
  ),
  worker("keeper: deliveries are not woken", keeper, "deliveries > 0 ? wake", "deliveries > 1e9 ? wake", keeperTests),
  worker(
    "keeper: deliveries that were put off do not tell at a start that the clock was ahead",
    keeper,
    "isBack || deliveries + accounts > 0 ||",
    "isBack ||",
    keeperTests
  ),
  worker(
    "keeper: runs that were made ahead tell nothing at a start",
    keeper,
    "|| (yield* runsAhead)",
    "|| ((yield* runsAhead) && false)",
    keeperTests
  ),
  worker("keeper: one look is believed", keeper, "const looksBack = 4", "const looksBack = 1", keeperTests),
  worker("keeper: what the clock was is never forgotten", keeper, "          highest = now\n", "", keeperTests),
  worker(
    "keeper: it believes ordinary corrections",
    keeper,
    "highest - now > ordinaryStepMillis",
    "highest - now > 0 * ordinaryStepMillis",
    keeperTests
  ),
  worker(
    "keeper: a look that failed is not taken again",
    keeper,
    `        if (again === 1) yield* mend(yield* recalled, yield* leavePeriodsAhead)
        // Last, so that a look that failed is taken again.
        if (again > 0) again -= 1
`,
    `        if (again > 0) again -= 1
        if (again === 0) yield* mend(yield* recalled, yield* leavePeriodsAhead)
`,
    keeperTests
  )
]

const operation: ReadonlyArray<Mutant> = [
  cli(
    "log: a full disk is said again every time",
    "src/quietLog.ts",
    "atMillis - last.atMillis < everyMillis",
    "atMillis - last.atMillis < 0",
    "test/quietLog.test.ts"
  ),
  cli(
    "log: a full disk is said once and never again",
    "src/quietLog.ts",
    "atMillis - last.atMillis < everyMillis",
    "atMillis >= last.atMillis",
    "test/quietLog.test.ts"
  ),
  cli(
    "log: one cause hides another",
    "src/quietLog.ts",
    "withoutNumbers(reason).slice(0, 500)",
    "withoutNumbers(reason).slice(0, 0)",
    "test/quietLog.test.ts"
  ),
  cli(
    "ready: a full disk is ready",
    "src/readiness.ts",
    "bytes < leastFreeBytes\n",
    "bytes < 0\n",
    "test/readiness.test.ts"
  ),
  cli(
    "ready: a clock that is far off is ready",
    "src/readiness.ts",
    "isTooFar(offsetMillis()) ?",
    "isTooFar(0) ?",
    "test/readiness.test.ts"
  ),
  cli(
    "ready: a loop that hangs is ready",
    "src/readiness.ts",
    "loops.length === 0 ? Effect.void",
    "loops.length >= 0 ? Effect.void",
    "test/readiness.test.ts"
  ),
  core(
    "usage: who waits for what is written waits for less",
    "src/usage/UsageRecorder.ts",
    "        yield* flush\n        yield* Deferred.done",
    "        yield* Deferred.done",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: one line that cannot be written takes the others with it",
    "src/usage/UsageRecorder.ts",
    "if (logs.length > 1) return Effect.forEach",
    "if (logs.length > 1_000_000) return Effect.forEach",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: an answer waits for a store that hangs",
    "src/usage/UsageRecorder.ts",
    "yield* Effect.timeoutOption(roomFor(owner), recorderLimits.roomPatience)",
    "yield* Effect.asSome(roomFor(owner))",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: an answer waits for a store that has just failed",
    "src/usage/UsageRecorder.ts",
    "Effect.sync(() => tried(false)),",
    "Effect.void,",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: no bound on what waits to be written",
    "src/usage/UsageRecorder.ts",
    'if (!room.hasPlace(owner)) return losses.count("call")\n',
    "",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: no bound on what waiting calls were answered",
    "src/usage/UsageRecorder.ts",
    "const isWhole = room.hasBytes(owner)",
    "const isWhole = true",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: the calls of one organization make others wait and keep theirs out",
    "src/usage/LogRoom.ts",
    "(this.#held.get(owner)?.[what] ?? 0) * times",
    "this.#all[what] * times",
    "test/usage/UsageRecorder.test.ts"
  ),
  core(
    "usage: nobody hears that calls were lost",
    "src/usage/LogLosses.ts",
    "unsaid[lost] += 1\n",
    "\n",
    "test/usage/UsageRecorder.test.ts"
  ),
  http(
    "assistants: an answer whose client left before it began keeps what it holds",
    "src/assistants/route.ts",
    "yield* Effect.addFinalizer(() => Effect.sync(() => endUnread(response)))",
    "",
    "test/unreadAnswers.test.ts"
  ),
  core(
    "usage: what was not yet written is lost at the end",
    "src/usage/UsageRecorder.ts",
    "yield* Effect.addFinalizer(() => stop)",
    "yield* Effect.addFinalizer(() => Effect.void)",
    "test/usage/UsageRecorder.test.ts"
  ),
  sqlite(
    "copies: a damaged database is copied",
    "src/copyDatabase.ts",
    "if (fault === null) return",
    "if (fault !== undefined) return",
    "test/snapshots.test.ts"
  ),
  sqlite(
    "copies: two to one name write one file",
    "src/parts.ts",
    '${randomBytes(8).toString("hex")}',
    "0123456789abcdef",
    "test/copies.test.ts"
  ),
  sqlite(
    "copies: what got the name meanwhile is lost",
    "src/parts.ts",
    "await linked(part, path)",
    "await rename(part, path)",
    "test/copies.test.ts"
  ),
  sqlite(
    "copies: a database is damaged by what its copy came to",
    "src/copyDatabase.ts",
    "return own?.isSeen === true",
    "return own?.isSeen !== true",
    "test/copies.test.ts"
  ),
  sqlite(
    "copies: one without a table is whole",
    "src/checkThread.ts",
    "if (migration === 0) return",
    "if (migration < 0) return",
    "test/copies.test.ts"
  ),
  sqlite(
    "copies: one that is interrupted stays",
    "src/backupTo.ts",
    'addEventListener("abort", remove',
    'addEventListener("none", remove',
    "test/copies.test.ts"
  ),
  sqlite(
    "snapshots: one under way is taken for one that was cut short",
    "src/snapshots.ts",
    "filter((part) => !isBeingWritten(part))",
    'filter((part) => part !== "")',
    "test/copies.test.ts"
  ),
  cli(
    "readiness: a Postgres that takes no writes is ready",
    "src/readiness.ts",
    "refused ?? (disk.isFull()",
    "null ?? (disk.isFull()",
    "test/readiness.test.ts"
  ),
  cli(
    "doctor: a write that failed is none",
    "src/doctor/database.ts",
    ': cannotWrite(`what it was to write to its disk failed: ${driverWords(error)}`, "Mend what it says.")',
    ": null",
    "test/doctorPostgres.test.ts"
  ),
  cli(
    "doctor: a Postgres that takes no writes is in order",
    "src/doctor/database.ts",
    "if (refusal !== null) return cannotWrite",
    'if (refusal === "") return cannotWrite',
    "test/doctorPostgres.test.ts"
  ),
  postgres(
    "writes: a server that is set to be read only takes them",
    "src/writeRefusal.ts",
    "return isReadOnly ?",
    "return isStandby ?",
    "test/writeRefusal.test.ts"
  ),
  cli(
    "start: a standby is told as nothing to be mended",
    "src/StorageUnusable.ts",
    '"25006":',
    '"25P06":',
    "test/storageUnusable.test.ts"
  ),
  blobs(
    "moving: what the new place only says that it has goes from the old one",
    "src/movingObjects.ts",
    "if (!(yield* has(from, path))) return nothing",
    "if (yield* has(from, path)) yield* from.remove(path)\n    return nothing",
    "test/move.test.ts"
  ),
  blobs(
    "moving: what was removed from both places is missed",
    "src/movingObjects.ts",
    "if (!(yield* has(from, path))) return nothing",
    "",
    "test/move.test.ts"
  ),
  sqlite(
    "snapshots: one of the future counts",
    "src/snapshots.ts",
    "filter((one) => takenMillis(one) <= takenMillis(path))",
    "filter((one) => takenMillis(one) <= Number.MAX_VALUE)",
    "test/snapshots.test.ts"
  ),
  sqlite(
    "snapshots: one that was cut short stays for ever",
    "src/snapshots.ts",
    "filter((name) => unfinished.test(name))",
    "filter((name) => unfinished.test(`${name}.x`))",
    "test/snapshots.test.ts"
  ),
  sqlite(
    "snapshots: one too many is kept",
    "src/snapshots.ts",
    "options.keep ?? 3)",
    "(options.keep ?? 3) + 1)",
    "test/snapshots.test.ts"
  ),
  sqlite(
    "removed log: what says that all is there is copied first",
    "src/generations.ts",
    "if (syncOf(db) === sync.off || database === null) return",
    "return",
    "test/generations.test.ts"
  ),
  sqlite(
    "removed log: nobody says that it is needed",
    "src/checkpoints.ts",
    "let isLogNeeded = false",
    "let isLogNeeded = true",
    "test/generations.test.ts"
  ),
  cli(
    "export: what a killed one left stays for ever",
    "src/commands/transfer.ts",
    "names.filter((name) => name.startsWith(prefix))",
    "names.filter((name) => name === prefix)",
    "packages/cli/test/killed.test.ts"
  )
]

const ended: ReadonlyArray<Mutant> = [
  browser(
    "ended: a page whose process ended is told as its server's fault",
    "src/render/blameRenderer.ts",
    "isEnded ? new RendererEnded() : failure",
    "failure",
    "test/processes.test.ts"
  ),
  browser(
    "ended: who had the browser waits behind all others",
    "src/BrowserPool.ts",
    "turns.withTurn((beginAnew) => use(sitOf(acting, owner, beginAnew)), acting)",
    "use((seat, isAlone) => turns.withTurn((beginAnew) => sitOf(acting, owner, beginAnew)(seat, isAlone), acting))",
    "test/processes.test.ts"
  )
]

const keys: ReadonlyArray<Mutant> = [
  cli(
    "sealing key: the key of now takes the place of those of before",
    "src/keyFile.ts",
    "before: [...aside, ...kept.before] })",
    "before: aside })",
    "test/keyFile.test.ts",
    "packages/adapters/crypto/test/sealingKeys.test.ts"
  ),
  cli(
    "sealing key: one that was to be gone over to is removed",
    "src/keyFile.ts",
    "[kept.now, kept.next].filter(",
    "[kept.now].filter(",
    "test/keyFile.test.ts",
    "packages/adapters/crypto/test/sealingKeys.test.ts"
  ),
  cli(
    "sealing key: it is written over before it stands elsewhere",
    "src/keyFile.ts",
    "  if (aside.length > 0) await written(names.previous, before)\n  if (now !== kept.now) await (now === null ? rm(path, { force: true }) : written(path, [now]))\n",
    "  if (now !== kept.now) await (now === null ? rm(path, { force: true }) : written(path, [now]))\n  if (aside.length > 0) await written(names.previous, before)\n",
    "test/keyFile.test.ts"
  ),
  cli(
    "sealing key: one of before that is needed stays where it is",
    "src/keyFile.ts",
    "allOf(kept).find(isNeeded) ?? null",
    "[kept.now].find((key) => key !== null && isNeeded(key)) ?? null",
    "test/keyFile.test.ts",
    "packages/adapters/crypto/test/sealingKeys.test.ts"
  ),
  cli(
    "sealing key: two change the files at once",
    "src/keyFile.ts",
    "alone(Effect.uninterruptible(attempt(keyOperation, work)))",
    "Effect.andThen(Effect.sync(() => alone), attempt(keyOperation, work))",
    "packages/adapters/crypto/test/sealingKeys.test.ts"
  ),
  crypto(
    "sealing key: one that another process has just made goes",
    "src/KeyPlace.ts",
    "if (spare !== null && spare === unneeded)",
    "if (spare !== null)",
    "test/sealingKeys.test.ts"
  )
]

const untaken: ReadonlyArray<Mutant> = [
  cli(
    "untaken: a worker that has much to do is none",
    "src/doctor/work.ts",
    "if (work.isUnderWay) return",
    "if (oldest === null) return",
    "test/untaken.test.ts"
  ),
  cli(
    "untaken: whoever waits for a run is told of a worker that has it",
    "src/commands/untaken.ts",
    "seen.status !== status || ",
    "",
    "test/untaken.test.ts"
  ),
  postgres(
    "untaken: the lease of a worker that is gone counts",
    "src/untakenWork.ts",
    'due where not ${isFreeNow("due.lease_until")})',
    "due where due.lease_until is not null)",
    "test/untakenWork.test.ts"
  )
]

const places: ReadonlyArray<Mutant> = [
  http(
    "large bytes: the link to a file begins what it cannot end",
    "src/batches/files.ts",
    "yield* batches.check(organizationId, batchId, file, { offset, length })",
    "",
    "test/batches/results.test.ts"
  ),
  core(
    "large bytes: a process elsewhere tells the others nothing",
    "src/blobs/checkPlace.ts",
    'yield* noteApart()\n  return "elsewhere"',
    'return "elsewhere"',
    "test/blobs/checkPlace.test.ts"
  ),
  core(
    "large bytes: a bare place becomes that of all",
    "src/blobs/checkPlace.ts",
    "if ((yield* namesBlobs) && (yield* isBare))",
    "if ((yield* namesBlobs) && (yield* isBare) && takesOver === null)",
    "test/blobs/checkPlace.test.ts"
  ),
  cli(
    "large bytes: who cannot tell what rows name takes the place over",
    "src/placeCheck.ts",
    "return told !== false",
    "return told === true",
    "test/placeLooks.test.ts"
  ),
  cli(
    "large bytes: a process takes the place over at every look",
    "src/placeCheck.ts",
    "        takesOver &&= isUnsure\n",
    "",
    "test/placeLooks.test.ts"
  ),
  cli(
    "large bytes: what a doctor left hides that a place is bare",
    "src/blobsElsewhere.ts",
    "(?:installation|probe)",
    "(?:installation)",
    "test/blobsElsewhere.test.ts"
  ),
  core(
    "large bytes: a place is taken over that rows name",
    "src/blobs/checkPlace.ts",
    "takesOver && !(yield* namesBlobs)",
    "takesOver",
    "test/blobs/checkPlace.test.ts"
  ),
  cli(
    "public address: it may have a password",
    "src/publicAddress.ts",
    'url.username !== "" || url.password !== ""',
    'url.username !== "" && url.password !== ""',
    "test/publicAddress.test.ts"
  ),
  cli(
    "public address: a question mark with nothing behind it is none",
    "src/publicAddress.ts",
    "/[?#]/.test(text)",
    '`${url.search}${url.hash}` !== ""',
    "test/publicAddress.test.ts"
  ),
  cli(
    "large bytes: a folder is taken for one that says so, as /proc does",
    "src/blobFolder.ts",
    "    await tried(found.path)\n",
    "",
    "test/blobFolder.test.ts"
  ),
  cli(
    "large bytes: a path that can be no folder is one that is closed",
    "src/blobFolder.ts",
    "`${found.path} is a file`, isSetting: true",
    "`${found.path} is a file`, isSetting: false",
    "test/blobFolder.test.ts"
  ),
  cli(
    "large bytes: what is tried in a folder stays there",
    "src/blobFolder.ts",
    'await rmdir(await mkdtemp(join(folder, "=trial-")))',
    'await mkdtemp(join(folder, "=trial-"))',
    "test/blobFolder.test.ts"
  )
]

export const mutantsOfProcesses = [
  ...ageing,
  ...egress,
  ...time,
  ...browserPool,
  ...loops,
  ...clockKeeper,
  ...operation,
  ...ended,
  ...keys,
  ...untaken,
  ...places
]
