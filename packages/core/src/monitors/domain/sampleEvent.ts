/**
 * An event that tests a receiver: made as those of runs are, of a change that nobody found. Its ids have `_test_` in them and its
 * words say what it is; no field is added that other events have not (contract/webhooks.md §3).
 */
import type { DateTime } from "effect"
import type { MonitorEventType } from "../../webhooks/domain/Event.ts"
import { type Change, ChangeId } from "./Change.ts"
import { textChange } from "./Diff.ts"
import { describeFinding, nameLength } from "./describeFinding.ts"
import type { Finding } from "./Finding.ts"
import type { Judgement } from "./Judgement.ts"
import { type Monitor, MonitorId } from "./Monitor.ts"
import { eventBody } from "./MonitorEvent.ts"
import type { Run } from "./Run.ts"
import { RunId } from "./RunId.ts"
import { clip } from "./readable.ts"
import type { PageTarget } from "./Target.ts"

/** The monitor whose event it seems to be. */
export type Sampled = Pick<Monitor, "changeDetection" | "id" | "name" | "organizationId" | "status" | "tags" | "target">

const page: PageTarget = {
  type: "page",
  url: "https://example.com/",
  instructions: null,
  normalizeWhitespace: true,
  includeSelectors: [],
  excludeSelectors: [],
  actions: []
}

/** A monitor that nobody made, for an address that no monitor has yet. `mark` is in its id. */
export const sampleMonitor = (organizationId: Monitor["organizationId"], mark: string): Sampled => ({
  id: MonitorId.make(`mon_test_${mark}`),
  organizationId,
  name: "Test",
  status: "active",
  target: page,
  changeDetection: { type: "exact" },
  tags: []
})

const summary = "This is a test that somebody asked for: nothing has changed."

const texts = { before: "A line as it was before this test.", after: "A line as it is after this test." } as const

const judgement: Judgement = {
  isRelevant: true,
  importance: "low",
  confidence: 1,
  title: "Test of the webhook",
  summary,
  evidence: [texts],
  by: "rules",
  reasons: []
}

const findingOf = ({ target }: Sampled): Finding => {
  const change = textChange(texts.before, texts.after)
  switch (target.type) {
    case "page":
      return { type: "page", change }
    case "extract":
      return { type: "extract", change, matchedUrls: [target.url] }
    case "sitemap":
      return {
        type: "sitemap",
        change: { added: [target.url], addedCount: 1, removed: [], removedCount: 0, moved: [] }
      }
  }
}

interface Making {
  readonly event: MonitorEventType
  /** In every id, so that no two tests have one. */
  readonly mark: string
  readonly at: DateTime.Utc
}

const runOf = (monitor: Sampled, { at, event, mark }: Making): Run => {
  const isFailing = event === "monitor.failing"
  return {
    id: RunId.make(`run_test_${mark}`),
    organizationId: monitor.organizationId,
    monitorId: monitor.id,
    status: isFailing ? "failed" : "completed",
    runType: "scheduled",
    trigger: "manual",
    targetType: monitor.target.type,
    changeDetectionType: monitor.changeDetection.type,
    targetVersion: 1,
    queuedAt: at,
    startedAt: at,
    completedAt: at,
    changeDetected: !isFailing,
    baselineCreated: false,
    creditsCharged: 0,
    changeId: isFailing ? null : ChangeId.make(`chg_test_${mark}`),
    skipReason: null,
    error: isFailing
      ? { code: "fetch_failed", message: "This is a test that somebody asked for: nothing failed." }
      : null,
    trace: []
  }
}

const changeOf = (monitor: Sampled, run: Run, { at, mark }: Making): Change => {
  const { changeDetection, id: monitorId, name, organizationId, tags, target } = monitor
  return {
    id: ChangeId.make(`chg_test_${mark}`),
    organizationId,
    monitorId,
    runId: run.id,
    targetType: target.type,
    changeDetectionType: changeDetection.type,
    detectedAt: at,
    url: target.url,
    tags,
    ...describeFinding(
      { name, url: target.url },
      findingOf(monitor),
      changeDetection.type === "semantic" ? judgement : null
    ),
    title: `${clip(name, nameLength)} – ${judgement.title}`,
    summary
  }
}

/** In this order, the first that a webhook is told of tests it. */
const order: ReadonlyArray<MonitorEventType> = [
  "change.detected",
  "run.completed",
  "monitor.failing",
  "monitor.recovered"
]

/** The event that tests a webhook which is told of these. */
export const sampleType = (events: ReadonlyArray<string>): MonitorEventType =>
  order.find((event) => events.includes(event)) ?? "change.detected"

/** An event of this monitor, with the JSON of it. */
export const sampleEvent = (monitor: Sampled, making: Making) => {
  const { at, event, mark } = making
  const run = runOf(monitor, making)
  const eventId = `evt_test_${mark}`
  const isOfOutage = event.startsWith("monitor.")
  const lastError = isOfOutage
    ? { code: "fetch_failed" as const, message: "This is a test.", sinceMillis: at.epochMilliseconds }
    : null
  // An outage is told of the monitor while it lasted.
  const status = isOfOutage && monitor.status !== "paused" ? "failed" : monitor.status
  const change = run.status === "completed" ? changeOf(monitor, run, making) : null
  const told = { run, change, outage: null, takesBack: null, monitor: { ...monitor, lastError, status } }
  return { event, eventId, body: eventBody({ event, eventId, createdAt: at, ...told }) }
}
