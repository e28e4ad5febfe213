/** One run of a monitor, from its claim to its record: act, decide, record. */
import { DateTime, Duration, Effect, Equal, Option } from "effect"
import { alone, type Suspects } from "../alone.ts"
import { annotated } from "../annotated.ts"
import type { Entry, Hold } from "../credits/domain/Ledger.ts"
import { holdCredits } from "../credits/holdCredits.ts"
import { holdLifetime } from "../credits/holdLifetime.ts"
import { atOnce, holdingLease, type InTurn } from "../holdingLease.ts"
import { GivesWay } from "../organizations/GivesWay.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { noteChanged } from "../pages/changedPages.ts"
import { acts } from "../pages/domain/BrowserAction.ts"
import { Ids } from "../security/Ids.ts"
import { spanned } from "../spanned.ts"
import { harmlessAddress, harmlessLabel } from "../usage/domain/harmless.ts"
import { type Part, Wakeups } from "../waking/Wakeups.ts"
import { type Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import { countRuns, verdictNames } from "./countRuns.ts"
import { type DayOfMaker, dayOfMaker } from "./dayOfMaker.ts"
import { type Change, ChangeId } from "./domain/Change.ts"
import { changedAddresses } from "./domain/changedAddresses.ts"
import { withKept } from "./domain/keepStep.ts"
import { aloneFrom, mostLosses } from "./domain/lostRuns.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { eventBody, subscribedEvents } from "./domain/MonitorEvent.ts"
import type { Run, SkipReason, TraceStep } from "./domain/Run.ts"
import type { RunId } from "./domain/RunId.ts"
import { isWatchedAlike, runPrice } from "./domain/Target.ts"
import type { TakenBack } from "./domain/takesBack.ts"
import { withTold } from "./domain/tellStep.ts"
import { type Decision, decide, Verdict } from "./domain/Verdict.ts"
import type { Version } from "./domain/Version.ts"
import { findTakenBack } from "./findTakenBack.ts"
import { type Look, lookAtTarget } from "./lookAtTarget.ts"
import type { StoredMonitor } from "./MonitorStore.ts"
import { RunRecorder } from "./RunRecorder.ts"
import { type Recorded, type RunClaim, type RunOutcome, RunStore } from "./RunStore.ts"
import { type Leavings, stageVersions } from "./stageVersions.ts"

/** What a run has instead of a look. */
const noLook = (reason: SkipReason): Look => ({ verdict: Verdict.cases.Skipped.make({ reason }), trace: [] })

const unfunded = {
  paused: noLook("collection_paused"),
  short: noLook("insufficient_credits"),
  repeated: noLook("superseded")
} as const

/** A bug in a look ends the run and is reported as such; the monitor goes on. */
const failedInside: Look = {
  verdict: Verdict.cases.Failed.make({
    error: { code: "internal_error", message: "The run failed inside the server. Its log says why." }
  }),
  trace: []
}

/** What a run has instead of a look that ended its processes, or stood beside what did. */
const endsProcess: Look = {
  verdict: Verdict.cases.Failed.make({
    error: {
      code: "internal_error",
      message: `This run did not come to an end ${mostLosses} times: each time the process of the server that did it was gone. The next run tries again.`
    },
    endsProcess: true
  }),
  trace: []
}

const deliveriesOf = Effect.fnUntraced(function* (
  decision: Decision,
  before: Monitor,
  ids: Ids["Service"],
  at: DateTime.Utc
) {
  const { monitor, run } = decision
  const { subscription } = monitor
  const deliveries: Array<Delivery> = []
  if (subscription === null) return deliveries
  for (const event of subscribedEvents(subscription, decision)) {
    const eventId = yield* ids.next("evt")
    deliveries.push({
      id: DeliveryId.make(yield* ids.next("whd")),
      organizationId: monitor.organizationId,
      subscriptionId: subscription.id,
      source: { type: "monitor", monitorId: monitor.id, runId: run.id },
      event,
      eventId,
      body: eventBody({
        ...decision,
        event,
        eventId,
        createdAt: at,
        monitor: event === "monitor.recovered" ? before : monitor
      }),
      url: subscription.url,
      delaysSeconds: subscription.retry?.delaysSeconds ?? [],
      status: "pending",
      cancelReason: null,
      createdAt: at,
      deliveredAt: null,
      nextAttemptAt: at,
      trigger: "initial",
      attempts: 0,
      automaticFailures: 0,
      lastAttempt: null
    })
  }
  return deliveries
})

const entryOf = (run: Run, id: string, at: DateTime.Utc): Entry => ({
  id,
  organizationId: run.organizationId,
  cause: { kind: "run", id: run.id },
  credits: -run.creditsCharged,
  at
})

/** What a look fetched and saw that is to be kept with its version. */
const leavingsOf = (verdict: Verdict): Leavings => ({
  ...("source" in verdict && verdict.source !== undefined ? { source: verdict.source } : {}),
  ...("picture" in verdict && verdict.picture !== undefined ? { picture: verdict.picture } : {})
})

/** The change with the versions between which it was found. */
const foundBetween = (change: Change | null, after: Version | undefined): Change | null =>
  change === null || after === undefined
    ? change
    : { ...change, versions: { before: after.previousId, after: after.id } }

const outcomeOf = Effect.fnUntraced(function* (
  claim: RunClaim,
  stored: StoredMonitor,
  look: Look,
  takesBack: TakenBack | null
) {
  const at = yield* DateTime.now
  const ids = yield* Ids
  const changeId = ChangeId.make(yield* ids.next("chg"))
  const decision = decide(stored.monitor, claim.run, look.verdict, {
    at,
    slotAt: claim.slotAt,
    changeId,
    trace: look.trace,
    takesBack
  })
  const versions = yield* stageVersions(stored.monitor, decision, leavingsOf(look.verdict))
  const kept = versions.at(-1)
  const outcome: RunOutcome = {
    claim: { ...claim, stored },
    next: decision.monitor,
    run: withTold(withKept(decision.run, kept, at), decision, at),
    baseline: decision.baseline,
    versions,
    change: foundBetween(decision.change, kept),
    entry: decision.run.creditsCharged === 0 ? null : entryOf(decision.run, yield* ids.next("ent"), at),
    deliveries: decision.monitor.subscription === null ? [] : yield* deliveriesOf(decision, stored.monitor, ids, at),
    cancels: decision.takesBack?.cancels ?? []
  }
  return outcome
})

/** Whether a change was found by a comparison of other lines than its owner wants to be told of by now. */
const comparedOtherLines = ({ verdict }: Look, { monitor: before }: StoredMonitor, { monitor: now }: StoredMonitor) =>
  verdict._tag === "Changed" && isWatchedAlike(before.target, now.target) && !Equal.equals(before.target, now.target)

/** A run that has ended, and whether that is recorded or somebody else's. */
interface Concluded {
  readonly outcome: RunOutcome
  readonly recorded: Recorded
}

/** What of its organization a run changed. */
const partsOf = ({ cancels, change, deliveries, entry }: RunOutcome): ReadonlyArray<Part> => [
  ...(["runs", "monitors"] as const),
  ...(change === null ? [] : ["changes" as const]),
  ...(deliveries.length + cancels.length === 0 ? [] : ["deliveries" as const]),
  ...(entry === null ? [] : ["usage" as const])
]

/**
 * Decides and records, and again with the monitor as it is now when its owner changed it meanwhile, or when somebody was told
 * meanwhile of the change that this run would have taken back. None, with nothing recorded, when its owner says meanwhile that other
 * lines are told than those which the look compared: `lookAgain` has the monitor with which the next is to be made.
 */
const conclude = Effect.fnUntraced(function* (
  claim: RunClaim,
  look: Look,
  maker: DayOfMaker,
  lookAgain: ((stored: StoredMonitor) => void) | null
) {
  const recorder = yield* RunRecorder
  let stored = claim.stored
  let takesBack = yield* findTakenBack(stored.monitor, look.verdict)
  for (;;) {
    const outcome = yield* outcomeOf(claim, stored, look, takesBack)
    yield* maker.recording
    const recorded = yield* recorder.record(outcome)
    if (recorded._tag === "Outdated") {
      stored = recorded.stored
      if (lookAgain === null || !comparedOtherLines(look, claim.stored, stored)) continue
      lookAgain(stored)
      return null
    }
    if (recorded._tag === "Told") {
      takesBack = null
      continue
    }
    const wakeups = yield* Wakeups
    if (outcome.deliveries.length > 0) yield* wakeups.wake("deliveries")
    yield* wakeups.changed(stored.monitor.organizationId, partsOf(outcome))
    const concluded: Concluded = { recorded, outcome }
    return concluded
  }
})

/** A page that was acted on is acted on by no other look of the same run. */
const mayLookAgain = ({ target }: Monitor, looks: number): boolean =>
  looks < mostLooks && !("actions" in target && acts(target.actions))

const lookSafely = (monitor: Monitor) =>
  lookAtTarget(monitor).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError("run failed inside the server", defect).pipe(Effect.as(failedInside))
    )
  )

/** What the run of a claim sees, or why it does not look. */
const lookFor = (claim: RunClaim, maker: DayOfMaker) => {
  const { monitor } = claim.stored
  if (claim.funding !== "held") return Effect.succeed(unfunded[claim.funding])
  if (claim.run.targetVersion !== monitor.targetVersion) return Effect.succeed(noLook("superseded"))
  return maker.paying(lookSafely(monitor))
}

/**
 * The claim, paid for if it can be. What is due to the organization is brought by a hold and not by a claim, which takes
 * what is there: without this, those of many runs that no credits were left for would be skipped before any are bought.
 */
const funded = Effect.fnUntraced(function* (claim: RunClaim) {
  if (claim.funding !== "short") return claim
  const { organizationId, target } = claim.stored.monitor
  const { id } = claim.run
  const expiresAt = DateTime.addDuration(yield* DateTime.now, holdLifetime)
  const hold: Hold = { id, organizationId, cause: { kind: "run", id }, credits: runPrice(target), expiresAt }
  return yield* holdCredits(hold).pipe(
    Effect.as<RunClaim>({ ...claim, funding: "held" }),
    Effect.catchTags({
      OutOfCredits: () => Effect.succeed(claim),
      CollectionPaused: () => Effect.succeed<RunClaim>({ ...claim, funding: "paused" })
    })
  )
})

const outcomeOfStep = ({ trace }: Run, wanted: TraceStep["step"]): string | undefined =>
  trace.find(({ step }) => step === wanted)?.outcome

/** What a run did and told, for whoever asks the log: words of pages, which a judge quotes, stand in the run alone. */
const tracedFields = (run: Run) => ({
  steps:
    run.trace.length === 0 ? undefined : run.trace.map(({ durationMs, step }) => `${step} ${durationMs}`).join(", "),
  // Of a page, what was left out may be its words.
  leftOut: run.targetType === "sitemap" ? outcomeOfStep(run, "filter") : undefined,
  confirmed: outcomeOfStep(run, "confirm"),
  judged: /^[^:]+: [^:]+/.exec(outcomeOfStep(run, "judge") ?? "")?.[0],
  told: outcomeOfStep(run, "tell")
})

/** Most looks of one run: an owner who goes on saying which lines are told has them told by what the last one compared. */
const mostLooks = 3

const logLost = Effect.fnUntraced(function* (monitor: Monitor, runId: RunId) {
  const { id, organizationId } = monitor
  yield* countRuns.count("lost")
  yield* Effect.logInfo("run.lost").pipe(Effect.annotateLogs({ organizationId, monitorId: id, runId }))
})

const logRecorded = (monitor: Monitor, verdict: Verdict, { outcome, recorded }: Concluded) => {
  const { run } = outcome
  return Effect.logInfo("run.recorded").pipe(
    annotated({
      name: harmlessLabel(monitor.name),
      url: harmlessAddress(monitor.target.url, true),
      verdict: verdict._tag,
      status: run.status,
      skipReason: run.skipReason,
      errorCode: run.error?.code,
      error: run.error?.message,
      trigger: run.trigger,
      organizationId: monitor.organizationId,
      monitorId: monitor.id,
      runId: run.id,
      changeId: run.changeId,
      creditsCharged: run.creditsCharged,
      deliveries: outcome.deliveries.length,
      versionId: outcome.versions.at(-1)?.id,
      ...tracedFields(run),
      recorded: recorded._tag
    })
  )
}

const runWithin = Effect.fnUntraced(function* (
  claim: RunClaim,
  maker: DayOfMaker,
  lease: Duration.Duration,
  inTurn: InTurn
) {
  const { monitor } = claim.stored
  const runs = yield* RunStore
  const renew = Effect.map(runs.renew([claim], lease), ([held]) => held === true)
  let stored = claim.stored
  let next =
    claim.losses < mostLosses
      ? Effect.flatMap(funded(claim), (paid) => lookFor(paid, maker))
      : Effect.succeed(endsProcess)
  for (let looks = 1; ; looks += 1) {
    const { monitor: before } = stored
    const looked = yield* inTurn(next).pipe(
      // Before anybody is told: who is told and reads the page gets what he was told of. Under the lease, since there may be many.
      Effect.tap(({ verdict }) => noteChanged(changedAddresses(before, verdict))),
      Effect.provideService(WorksFor, monitor.organizationId),
      Effect.provideService(GivesWay, true),
      holdingLease(lease, renew)
    )
    if (Option.isNone(looked)) return yield* logLost(monitor, claim.run.id)
    const lookAgain = (changed: StoredMonitor) => {
      stored = changed
      next = lookSafely(changed.monitor)
    }
    const look = looked.value
    const concluded = yield* conclude(
      { ...claim, stored },
      look,
      maker,
      mayLookAgain(stored.monitor, looks) ? lookAgain : null
    )
    if (concluded === null) continue
    const { outcome, recorded } = concluded
    yield* maker.settle(recorded._tag === "ClaimLost" ? 0 : outcome.run.creditsCharged)
    yield* countRuns.count(recorded._tag === "ClaimLost" ? "lost" : verdictNames[look.verdict._tag])
    return yield* logRecorded(monitor, look.verdict, concluded)
  }
})

/**
 * Runs a claimed monitor once, when `inTurn` lets it, and records what came of it: alone among the `suspects`, where it was lost before. Who
 * is told to end gives the run back.
 */
export const runMonitor = Effect.fnUntraced(function* (
  claim: RunClaim,
  lease: Duration.Duration,
  suspects: Suspects,
  inTurn: InTurn = atOnce
) {
  const runs = yield* RunStore
  const { monitor } = claim.stored
  const maker = dayOfMaker(monitor)
  const renew = (time: Duration.Duration) => Effect.map(runs.renew([claim], time), ([held]) => held === true)
  const work = Effect.as(Effect.ensuring(runWithin(claim, maker, lease, inTurn), maker.release), true)
  const isSuspect = claim.losses >= aloneFrom && claim.losses < mostLosses
  const done = isSuspect ? alone(suspects, monitor.organizationId, lease, renew)(work) : work
  yield* Effect.onInterrupt(done, () => Effect.ignore(renew(Duration.zero)))
}, spanned("runMonitor"))
