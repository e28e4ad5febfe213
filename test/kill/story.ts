/** What a process does before it reports. Each part may have been done by an earlier process that died. */
import { BatchStore } from "@kittiwake/core/batches/BatchStore"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import type { RunId } from "@kittiwake/core/monitors/domain/RunId"
import type { Target } from "@kittiwake/core/monitors/domain/Target"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { Effect, Option } from "effect"
import { rowsOf } from "../../packages/core/src/testing/arrangements.ts"
import type { Journal } from "./Beat.ts"
import { pageOf, pageTarget, type StoryKind, type StoryTarget, storyTargets } from "./targets.ts"
import { until, untilAnswered } from "./until.ts"

/** Where the pages are and where the events go. */
export interface Outside {
  readonly siteUrl: string
  readonly receiverUrl: string
}

const everything = { limit: 1_000, after: null }
const finalRuns: ReadonlyArray<string> = ["completed", "failed", "skipped"]
const finalDeliveries: ReadonlyArray<string> = ["delivered", "failed", "cancelled"]

/** The organization of this installation, made unless it is there. */
export const ensureOrganization = Effect.gen(function* () {
  const organizations = yield* Organizations
  yield* organizations.ensureFirst({ plan: "scale", secret: Option.none() })
  const [organization] = yield* organizations.list
  return organization!
})

const edit = (url: string, init: RequestInit) =>
  Effect.promise(async () => {
    const { ok } = await fetch(url, init)
    if (!ok) throw new Error("the site did not take the edit")
  })

/** The monitor of this name, made unless it is there. What the journal has as accepted was acknowledged to a caller. */
const ensureMonitor = Effect.fnUntraced(function* (
  organization: Organization,
  name: string,
  target: Target,
  options: { readonly outside: Outside; readonly journal: Journal },
  before: Effect.Effect<void> = Effect.void
) {
  const monitors = yield* Monitors
  const stored = yield* rowsOf((yield* MonitorStore).list(organization.id, {}, everything))
  const known = stored.find((monitor) => monitor.name === name)
  if (known !== undefined) return known
  yield* before
  const { initialRunId, monitor } = yield* monitors.create(organization, {
    name,
    target,
    webhook: {
      url: `${options.outside.receiverUrl}/${name}`,
      events: ["change.detected", "run.completed"],
      retry: { delaysSeconds: [1, 1, 1, 1, 1] }
    }
  })
  options.journal.pass("monitor.accepted", [monitor.id])
  options.journal.pass("run.accepted", [initialRunId])
  return monitor
})

const runsOf = Effect.fnUntraced(function* (monitor: Monitor) {
  return yield* rowsOf((yield* RunStore).list(monitor.organizationId, { monitorId: monitor.id }, everything))
})

const queueRun = Effect.fnUntraced(function* (monitor: Monitor, journal: Journal) {
  const runId = yield* (yield* Monitors).runNow(monitor.organizationId, monitor.id)
  journal.pass("run.accepted", [runId])
  return runId
})

const put = (siteUrl: string, edits: ReadonlyArray<readonly [name: string, text: string]>) =>
  Effect.forEach(edits, ([name, body]) => edit(pageOf(siteUrl, name), { method: "PUT", body }), { discard: true })

/** One monitor, its baseline, one edit of what it watches, one run by hand. */
export const tellStory = Effect.fnUntraced(function* (
  organization: Organization,
  options: { readonly outside: Outside; readonly journal: Journal; readonly kind: StoryKind }
) {
  const { siteUrl } = options.outside
  const { first, second, target }: StoryTarget = storyTargets[options.kind]
  const monitor = yield* ensureMonitor(organization, "story", target(siteUrl), options, put(siteUrl, first(siteUrl)))
  const store = yield* MonitorStore
  yield* until("a baseline", Effect.map(store.baseline(organization.id, monitor.id), Option.isSome))
  yield* put(siteUrl, second(siteUrl))
  yield* untilAnswered(
    Effect.gen(function* () {
      if ((yield* runsOf(monitor)).length === 1) yield* queueRun(monitor, options.journal)
    })
  )
})

/** Edits the page of a monitor and runs it, again and again, until the process dies. */
export const workForever = Effect.fnUntraced(function* (
  organization: Organization,
  name: string,
  options: { readonly outside: Outside; readonly journal: Journal }
) {
  const url = pageOf(options.outside.siteUrl, name)
  const monitor = yield* ensureMonitor(organization, name, pageTarget(url), options)
  const isFinal = (runId: RunId) =>
    Effect.map(runsOf(monitor), (runs) => runs.some(({ id, status }) => id === runId && finalRuns.includes(status)))
  return yield* Effect.forever(
    Effect.gen(function* () {
      yield* edit(url, { method: "POST" })
      const runId = yield* queueRun(monitor, options.journal)
      yield* until("the end of a run", isFinal(runId))
    })
  )
})

/** Waits until no run, no batch and no delivery is under way. */
export const comeToRest = Effect.fnUntraced(function* (organization: Organization) {
  const runs = yield* RunStore
  const batches = yield* BatchStore
  const deliveries = yield* DeliveryStore
  const isAtRest = Effect.gen(function* () {
    // Runs and batches first: what ends makes its deliveries in the same moment.
    const allRuns = yield* rowsOf(runs.list(organization.id, {}, everything))
    const allBatches = yield* rowsOf(batches.list(organization.id, {}, everything))
    const ofMonitors = yield* rowsOf(deliveries.list(organization.id, { type: "monitor" }, everything))
    const ofBatches = yield* rowsOf(deliveries.list(organization.id, { type: "batch" }, everything))
    return (
      allRuns.every(({ status }) => finalRuns.includes(status)) &&
      allBatches.every(({ batch }) => batch.end !== null) &&
      [...ofMonitors, ...ofBatches].every(({ status }) => finalDeliveries.includes(status))
    )
  })
  yield* until("rest", isAtRest)
})

/** When all is at rest, edits the page of every monitor and runs it. */
export const editOnceMore = Effect.fnUntraced(function* (
  organization: Organization,
  options: { readonly outside: Outside; readonly journal: Journal }
) {
  yield* comeToRest(organization)
  const monitors = yield* rowsOf((yield* MonitorStore).list(organization.id, {}, everything))
  yield* Effect.forEach(monitors, (monitor) =>
    Effect.andThen(edit(monitor.target.url, { method: "POST" }), queueRun(monitor, options.journal))
  )
})
