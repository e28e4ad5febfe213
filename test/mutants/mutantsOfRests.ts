/** Mistakes in how hosts that throttle are left alone, and in what is given meanwhile. */
import { cli, core, type Mutant } from "./Mutant.ts"

const heeding = "src/pages/heedThrottling.ts"
const turnTests = "test/pages/turnsAfterRest.test.ts"
const heedingTests = "test/pages/heedThrottling.test.ts"
const keptTests = "test/pages/keptOfThrottling.test.ts"
const batchTests = "test/batches/keptOfThrottling.test.ts"
const crawlTests = "test/sites/throttling.test.ts"
const hostPauses = "src/sharing/HostPauses.ts"
const restTests = "test/sharing/HostRests.test.ts"

const pauseTests = "test/sharing/HostPauses.test.ts"

const turns: ReadonlyArray<Mutant> = [
  core(
    "rests: a call stands behind all runs that wait",
    heeding,
    "givesWay: yield* givesWay",
    "givesWay: (yield* givesWay) || true",
    turnTests
  ),
  core(
    "rests: the pause that a host asks for is forgotten after one",
    hostPauses,
    "Math.max(asked.pauseMillis, carefulPauseMillis) })",
    "carefulPauseMillis })",
    pauseTests
  ),
  core(
    "rests: who waits for another one keeps the others in line",
    hostPauses,
    "if (known !== null && known.restMillis > 0) return false\n",
    "\n",
    pauseTests
  ),
  core(
    "rests: a line is never forgotten",
    "src/sharing/hostLines.ts",
    "if (line.users === 0) lines.delete(key)",
    "if (line.users < 0) lines.delete(key)",
    pauseTests
  ),
  core(
    "rests: all that waited ask at once",
    hostPauses,
    "else if (known === null && asked.pauseMillis === 0) return",
    "else if (asked.pauseMillis === 0) return",
    turnTests
  ),
  core(
    "rests: who waited for one asks in the middle of the next",
    heeding,
    "    if (rest === null || rest.restMillis === 0) return false\n",
    "    if (rest !== null) return false\n",
    turnTests
  ),
  core(
    "rests: who has a turn waits for another",
    heeding,
    "(known.restMillis === 0 && hasTurn)",
    "(known.restMillis < 0 && hasTurn)",
    turnTests
  ),
  core(
    "rests: a turn at one host is one at any",
    heeding,
    "(yield* HasTurn) === host",
    "(yield* HasTurn) !== null",
    turnTests
  ),
  core(
    "rests: runs of monitors ask at once after one",
    "src/monitors/lookAtTarget.ts",
    "isInTurns(monitor) ? hasRested : Effect.succeed(false)",
    "isInTurns(monitor) ? hasRested : hasRested",
    "test/monitors/throttled.test.ts"
  )
]

const throttledRuns = "test/monitors/throttled.test.ts"

const runs: ReadonlyArray<Mutant> = [
  core(
    "rests: runs go on looking at a site that is given up",
    "src/monitors/lookAtTarget.ts",
    "isGivenUp || looksBegun >= mostLooks",
    "looksBegun >= mostLooks",
    throttledRuns
  ),
  core(
    "rests: no look of a run ends their row",
    "src/monitors/lookAtTarget.ts",
    "        yield* pauses.answered(host)\n",
    "",
    throttledRuns
  ),
  core(
    "rests: runs of data take a turn more than they have pages",
    "src/monitors/lookAtTarget.ts",
    "isInTurns(monitor) ? hasRested : Effect.succeed(false)",
    "Effect.succeed(false)",
    throttledRuns
  )
]

const told: ReadonlyArray<Mutant> = [
  core(
    "rests: the trace of a run says nothing of them",
    "src/monitors/lookAtTarget.ts",
    "known === null || seconds === 0",
    "known === null || seconds >= 0",
    throttledRuns
  ),
  core(
    "rests: a run that waited for nothing says that it waited",
    "src/monitors/lookAtTarget.ts",
    "if (known === null || seconds === 0) return",
    "if (known === null) return",
    throttledRuns
  ),
  cli(
    "rests: the doctor names hosts that have rested",
    "src/operator/RestingHost.ts",
    "restMillis > 0",
    "restMillis >= 0",
    "test/restingHosts.test.ts"
  ),
  cli(
    "rests: a batch to which no page comes has seconds left",
    "src/commands/batchView.ts",
    "idle >= idleSeconds && pending > 0",
    "idle < 0",
    "test/batchView.test.ts"
  )
]

const restingSites = "test/extraction/restingSite.test.ts"
const following = "src/extraction/followTopic.ts"

const sites: ReadonlyArray<Mutant> = [
  core(
    "rests: data of a site waits for a rest after which no page may be begun",
    "src/extraction/extractSite.ts",
    "restsUntilMillis: stopsAtMillis }",
    "restsUntilMillis: ofCall.atMillis }",
    restingSites
  ),
  core(
    "rests: turns of a site's pages wait for a rest after which none may be begun",
    following,
    "Math.min(stopsAtMillis, deadline.atMillis)",
    "deadline.atMillis",
    restingSites
  ),
  core(
    "rests: pages for which no time was left are counted nowhere",
    following,
    "followed.leftOut = Math.min(room, followed.leftOut + next)",
    "followed.leftOut = 0 * next",
    restingSites
  ),
  core(
    "rests: more pages were left out than were wanted",
    following,
    "Math.min(room, followed.leftOut + next)",
    "followed.leftOut + room + next",
    restingSites
  )
]

const rows: ReadonlyArray<Mutant> = [
  core(
    "rests: one that another process found begins their row anew",
    "src/sharing/domain/HostRests.ts",
    "before?.restsInARow ?? (rest.restMillis > 0 ? 1 : 0)",
    "1",
    restTests
  ),
  core(
    "rests: pages of crawls are claimed again and again while their host rests",
    "src/batches/workItem.ts",
    "    turns.noteUnkept(claim.host, (yield* passedMillis) + keptLookMillis)\n",
    "",
    "test/batches/refusals.test.ts"
  ),
  core(
    "rests: each page of a crawl takes two turns",
    "src/sites/crawlHosts.ts",
    "Effect.provideService(walking(work), HasTurn, hostOf(url))",
    "walking(work)",
    crawlTests
  )
]

const kept: ReadonlyArray<Mutant> = [
  core(
    "rests: a crawl waits for pages that are kept",
    "src/sites/crawlPage.ts",
    "  if ((yield* (yield* HostPauses).restOf(hostOf(url))) === null) return null\n",
    "  if ((yield* (yield* HostPauses).restOf(hostOf(url))) !== undefined) return null\n",
    keptTests
  ),
  core(
    "rests: a page of a batch that was not asked for was tried",
    "src/batches/workItem.ts",
    "isUnasked || refusals.note(claim)",
    "refusals.note(claim)",
    "test/batches/refusals.test.ts"
  ),
  core(
    "rests: what is kept and no answer is one",
    "src/pages/capturePage.ts",
    "  if (capture === null || reading === null) return null\n",
    "  if (capture === null) return null\n",
    batchTests
  ),
  core(
    "rests: who waited fetches what was fetched meanwhile",
    "src/pages/capturePage.ts",
    "const known = hasWaited ? yield* look : kept",
    "const known = hasWaited ? kept : kept",
    keptTests
  ),
  core(
    "rests: what is kept says that its host is well",
    "src/pages/capturePage.ts",
    "  if (hit !== null) return hit\n",
    "",
    keptTests
  ),
  core(
    "rests: pages of batches that are kept wait for them",
    "src/batches/HostTurns.ts",
    "rooms.set(host, isIn(this.#nextLook) ? keptLooks : 0)",
    "rooms.set(host, isIn(this.#nextLook) ? 0 : 0)",
    batchTests
  ),
  core(
    "rests: pages of batches that are kept fail where their host is given up",
    "src/batches/workItem.ts",
    "  if (kept !== null) return kept\n",
    "  if (kept !== null && !known?.isGivenUp) return kept\n",
    batchTests
  ),
  core(
    "rests: batches look at every page again and again whether it is kept",
    "src/batches/workItem.ts",
    "  if (waitMillis > 0) turns.noteUnkept(host, nowMillis + keptLookMillis)\n",
    "",
    batchTests
  ),
  core(
    "rests: a page of a batch takes two turns",
    "src/batches/workItem.ts",
    "Effect.provideService(HasTurn, claim.host)",
    "Effect.provideService(HasTurn, null)",
    "test/batches/throttled.test.ts"
  )
]

const answers: ReadonlyArray<Mutant> = [
  core(
    "rests: how often a page was refused is kept for good",
    "src/batches/workItem.ts",
    "(end === null ? undefined : common.refusals.forget(claim))",
    "(end === null ? undefined : undefined)",
    "test/batches/refusals.test.ts"
  ),
  core(
    "rests: a browser asks again where fewer requests are asked for",
    "src/pages/fetchCapture.ts",
    "new Set([401, 403, 503])",
    "new Set([401, 403, 429, 503])",
    crawlTests
  ),
  core(
    "rests: no browser passes a check for robots that says 429",
    "src/pages/fetchCapture.ts",
    "(download.status === 429 && wall !== null)",
    "(download.status === 429 && wall === undefined)",
    crawlTests
  ),
  core(
    "rests: another process says 429 of what answered 503",
    hostPauses,
    "{ status: throttling.status, restMillis }",
    "{ status: 429, restMillis }",
    "test/sharing/HostPauses.test.ts"
  ),
  core(
    "rests: of two that processes keep the shorter one counts",
    "src/sharing/domain/restsOfAll.ts",
    "untilMillis > (kept.get(host)?.untilMillis ?? 0)",
    "untilMillis > 0",
    "test/memory/PauseKeeper.test.ts",
    restTests
  ),
  core(
    "rests: a process that loses the others begins anew at hosts that it just asked",
    hostPauses,
    "waitMillis === 0 ? noted(asked.host, asked) : Effect.void",
    "Effect.void",
    pauseTests
  ),
  core(
    "rests: a process that begins after one asks as fast as it can",
    "src/sharing/domain/restsOfAll.ts",
    "untilMillis + carefulMillis > nowMillis &&",
    "untilMillis > nowMillis &&",
    "test/sharing"
  ),
  core(
    "rests: of many who come to a process that begins one hears of them",
    "src/sharing/makeRestsLook.ts",
    "if (nowMillis < nextLookMillis) return looked.await",
    "if (nowMillis < nextLookMillis) return Effect.void",
    "test/sharing"
  ),
  core(
    "rests: all wait while one hears of them again",
    "src/sharing/makeRestsLook.ts",
    "if (nowMillis >= nextLookMillis - knownMillis + staleMillis) looked",
    "looked",
    "test/sharing"
  ),
  core(
    "rests: one that is over is minded for ten minutes by who hears of it",
    "src/sharing/domain/HostRests.ts",
    "(rest.restMillis > 0 ? 1 : 0)",
    "1",
    restTests
  ),
  core(
    "rests: what another process heard later counts for nothing",
    "src/sharing/domain/HostRests.ts",
    "note(host: string, { status, ...rest }: HostRest, nowMillis: number): void {",
    "note(host: string, { ...rest }: HostRest, nowMillis: number): void {\n    const status = this.#of(host, nowMillis)?.status ?? rest.status",
    restTests
  ),
  core(
    "a pinned line: the host that was asked answered too where it led to another",
    heeding,
    "new Set([hostOf(url), hostOf(finalUrl)])",
    "new Set([hostOf(finalUrl)])",
    heedingTests
  ),
  core(
    "a pinned line: a site that fails or lacks a page ends its row of rests",
    heeding,
    "isAnswered(error) ? pauses.answered(hostOf(url)) : Effect.void",
    "Effect.void",
    heedingTests
  )
]

export const mutantsOfRests: ReadonlyArray<Mutant> = [
  ...turns,
  ...runs,
  ...told,
  ...sites,
  ...rows,
  ...kept,
  ...answers
]
