/** Domain values for tests: complete, valid, and each with ids of its own. */
import { DateTime } from "effect"
import type { Batch, BatchId } from "../batches/domain/Batch.ts"
import { defaultBatchOptions } from "../batches/domain/BatchOptions.ts"
import type { Cause, Entry, Hold, Origin } from "../credits/domain/Ledger.ts"
import { type Change, ChangeId } from "../monitors/domain/Change.ts"
import { type Monitor, MonitorId } from "../monitors/domain/Monitor.ts"
import type { Run } from "../monitors/domain/Run.ts"
import { RunId } from "../monitors/domain/RunId.ts"
import type { PageTarget } from "../monitors/domain/Target.ts"
import { type ApiKey, ApiKeyId } from "../organizations/domain/ApiKey.ts"
import { newOrganization, type Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import { type Delivery, DeliveryId } from "../webhooks/domain/Delivery.ts"
import type { Subscription } from "../webhooks/domain/Subscription.ts"

let made = 0

/** An id that no other call gave. Later ids sort after earlier ones. */
export const freshId = (prefix: string): string => {
  made += 1
  return `${prefix}_${made.toString(16).padStart(32, "0")}`
}

/** 64 hex digits that no other call gave. */
export const freshDigest = (): string => freshId("").slice(1).padStart(64, "0")

/** When the tests' history begins. */
export const epoch: DateTime.Utc = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

/** An organization on the largest plan, whose credits come by grants alone unless `billing` says otherwise. */
export const organizationOf = (given: Partial<Organization> = {}): Organization => ({
  ...newOrganization({ id: OrganizationId.make(freshId("org")), name: "Harbour", plan: "scale", createdAt: epoch }),
  billing: null,
  ...given
})

/** A key that may do everything. */
export const keyOf = (organizationId: OrganizationId, given: Partial<ApiKey> = {}): ApiKey => ({
  id: ApiKeyId.make(freshId("key")),
  organizationId,
  name: "key",
  digest: freshDigest(),
  last4: "abcd",
  scopes: null,
  createdAt: epoch,
  revokedAt: null,
  ...given
})

/** A cause that has moved no credits yet. */
export const freshCause = (kind: Cause["kind"] = "request"): Cause => ({ kind, id: freshId("cause") })

/** An entry for a cause of its own. */
export const entryOf = (organizationId: OrganizationId, credits: number, given: Partial<Entry> = {}): Entry => ({
  id: freshId("ent"),
  organizationId,
  cause: freshCause(),
  credits,
  at: epoch,
  ...given
})

/** Where the history of usage counts what tests are charged, unless they say otherwise. */
export const anyOrigin: Origin = { route: "/web/scrape/markdown", caller: "key_a" }

/** A hold for a cause of its own, which outlives every test unless an end is given. */
export const holdOf = (organizationId: OrganizationId, credits: number, given: Partial<Hold> = {}): Hold => ({
  id: freshId("hold"),
  organizationId,
  cause: freshCause(),
  credits,
  expiresAt: DateTime.add(epoch, { days: 3_650 }),
  ...given
})

/** A page with no browser steps, which costs one credit a run. */
export const targetOf = (given: Partial<PageTarget> = {}): PageTarget => ({
  type: "page",
  url: "https://example.com/pricing",
  instructions: null,
  normalizeWhitespace: true,
  includeSelectors: [],
  excludeSelectors: [],
  actions: [],
  ...given
})

/** A monitor made at `at`, due for its first slot an hour later. */
export const monitorOf = (organizationId: OrganizationId, at: DateTime.Utc, given: Partial<Monitor> = {}): Monitor => ({
  id: MonitorId.make(freshId("mon")),
  organizationId,
  name: "Prices",
  target: targetOf(),
  changeDetection: { type: "exact" },
  schedule: { type: "interval", frequency: 1, unit: "hours" },
  tags: [],
  subscription: null,
  status: "active",
  baseline: null,
  targetVersion: 1,
  anchorAt: at,
  nextRunAt: DateTime.add(at, { hours: 1 }),
  lastRunAt: null,
  lastChangeAt: null,
  lastError: null,
  failuresInARow: 0,
  skipsInARow: 0,
  createdAt: at,
  updatedAt: at,
  ...given
})

/** The subscription of a monitor, with two automatic retries. */
export const subscriptionOf = (
  monitor: Pick<Monitor, "id" | "organizationId">,
  given: Partial<Subscription> = {}
): Subscription => ({
  id: monitor.id,
  organizationId: monitor.organizationId,
  url: "https://receiver.example/hook",
  events: ["change.detected", "run.completed"],
  retry: { delaysSeconds: [60, 300] },
  secret: `whsec_${freshDigest()}`,
  failure: null,
  ...given
})

/** A run of the monitor that waits since `at`. */
export const queuedRunOf = (monitor: Monitor, at: DateTime.Utc, given: Partial<Run> = {}): Run => ({
  id: RunId.make(freshId("run")),
  organizationId: monitor.organizationId,
  monitorId: monitor.id,
  status: "queued",
  runType: monitor.baseline === null ? "baseline" : "scheduled",
  trigger: "manual",
  targetType: monitor.target.type,
  changeDetectionType: monitor.changeDetection.type,
  targetVersion: monitor.targetVersion,
  queuedAt: at,
  startedAt: null,
  completedAt: null,
  changeDetected: false,
  baselineCreated: false,
  creditsCharged: 0,
  changeId: null,
  skipReason: null,
  error: null,
  trace: [],
  ...given
})

const changedTexts = { diff: "@@ -1 +1 @@\n-10 €\n+12 €\n", beforeTextExcerpt: "10 €", afterTextExcerpt: "12 €" }

/** A change that a run found at `at`; it has texts where the target is a page. */
export const changeOf = (run: Run, at: DateTime.Utc, given: Partial<Change> = {}): Change => ({
  id: ChangeId.make(freshId("chg")),
  organizationId: run.organizationId,
  monitorId: run.monitorId,
  runId: run.id,
  targetType: run.targetType,
  changeDetectionType: run.changeDetectionType,
  title: "Prices changed",
  summary: "The price rose from 10 to 12.",
  detectedAt: at,
  url: "https://example.com/pricing",
  tags: [],
  ...((given.targetType ?? run.targetType) === "page" ? changedTexts : {}),
  ...given
})

/** A delivery of an event of a run, due at `at`. */
export const deliveryOf = (run: Run, at: DateTime.Utc, given: Partial<Delivery> = {}): Delivery => {
  const eventId = freshId("evt")
  return {
    id: DeliveryId.make(freshId("whd")),
    organizationId: run.organizationId,
    subscriptionId: run.monitorId,
    source: { type: "monitor", monitorId: run.monitorId, runId: run.id },
    event: "change.detected",
    eventId,
    body: JSON.stringify({ event: "change.detected", id: eventId, note: "été ☂" }),
    url: "https://receiver.example/hook",
    delaysSeconds: [60, 300],
    status: "pending",
    cancelReason: null,
    createdAt: at,
    deliveredAt: null,
    nextAttemptAt: at,
    trigger: "initial",
    attempts: 0,
    automaticFailures: 0,
    lastAttempt: null,
    ...given
  }
}

/** A batch of a list of one page, queued at `at`. */
export const batchOf = (
  organizationId: OrganizationId,
  id: BatchId,
  at: DateTime.Utc,
  given: Partial<Batch> = {}
): Batch => ({
  id,
  organizationId,
  status: "queued",
  format: "markdown",
  options: defaultBatchOptions,
  tags: [],
  crawl: null,
  intake: { reserved: 1, reservedIsCeiling: false, submitted: 1, duplicates: 0, invalid: 0 },
  invalidUrls: [],
  subscription: null,
  origin: { requestId: freshId("req"), route: "/batch/submit", caller: "key_a" },
  createdAt: at,
  startedAt: null,
  end: null,
  ...given
})
