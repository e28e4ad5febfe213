/** Everything that an installation holds, as one JSON value. */

import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Effect, Option } from "effect"
import { storedState } from "../../packages/core/src/monitors/domain/storedState.ts"
import { rowsOf } from "../../packages/core/src/testing/arrangements.ts"
import { openSecret } from "../../packages/core/src/webhooks/sealedSecret.ts"
import { batchesOf } from "./batchReport.ts"
import { orphans } from "./orphans.ts"
import { spentBy } from "./spent.ts"

/** More rows than any test makes. */
const everything = { limit: 1_000, after: null }

const attemptsOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  delivery: { readonly id: Parameters<DeliveryStore["Service"]["attempts"]>[1] }
) {
  const attempts = yield* (yield* DeliveryStore).attempts(organizationId, delivery.id, { limit: 100, before: null })
  return attempts.toReversed().map(({ attempt, completedAt, error, httpStatus, trigger }) => ({
    attempt,
    trigger,
    httpStatus,
    completedAt: completedAt === null ? null : DateTime.formatIso(completedAt),
    errorCode: error?.code ?? null
  }))
})

const deliveriesOf = Effect.fnUntraced(function* (organizationId: OrganizationId, type: "monitor" | "batch") {
  const store = yield* DeliveryStore
  return yield* Effect.forEach(
    yield* rowsOf(store.list(organizationId, { type }, everything)),
    Effect.fnUntraced(function* ({ id }) {
      const { delivery } = Option.getOrThrow(yield* store.get(organizationId, id))
      return {
        id: delivery.id,
        event: delivery.event,
        eventId: delivery.eventId,
        runId: delivery.source.type === "monitor" ? delivery.source.runId : "",
        subscriptionId: delivery.subscriptionId,
        body: delivery.body,
        status: delivery.status,
        automaticFailures: delivery.automaticFailures,
        attempts: yield* attemptsOf(organizationId, delivery)
      }
    })
  )
})

const monitorsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const store = yield* MonitorStore
  return yield* Effect.forEach(
    yield* rowsOf(store.list(organizationId, {}, everything)),
    Effect.fnUntraced(function* ({ id, name, status, subscription }) {
      const baseline = yield* store.baseline(organizationId, id)
      return {
        id,
        name,
        status,
        secret: subscription === null ? "" : yield* openSecret(subscription.secret),
        baseline: Option.getOrNull(Option.map(baseline, (found) => storedState(found).body))
      }
    })
  )
})

const runOf = ({
  id,
  monitorId,
  status,
  targetType,
  changeDetected,
  changeId,
  baselineCreated,
  creditsCharged,
  skipReason
}: Omit<Run, "error">) => ({
  ...{ id, monitorId, status, targetType, changeDetected, changeId, baselineCreated, creditsCharged, skipReason }
})

/** What monitors kept, oldest first. */
const versionsOf = Effect.fnUntraced(function* (organizationId: OrganizationId, monitorId: MonitorId) {
  const store = yield* VersionStore
  const versions = yield* rowsOf(store.list(organizationId, monitorId, everything))
  return yield* Effect.forEach(
    versions.toReversed(),
    Effect.fnUntraced(function* ({ changeId, id, previousId, runId }) {
      const content = yield* store.part(organizationId, id, "content")
      const text = Option.getOrNull(Option.map(content, ({ bytes }) => new TextDecoder().decode(bytes)))
      return { id, monitorId, runId, changeId, previousId, text }
    })
  )
})

/** Reads everything that the organization has. */
export const makeReport = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const runs = yield* rowsOf((yield* RunStore).list(organizationId, {}, everything))
  const changes = yield* rowsOf((yield* ChangeStore).list(organizationId, {}, everything))
  const now = yield* DateTime.now
  const logs = yield* (yield* UsageStore).logs(
    organizationId,
    { from: DateTime.subtract(now, { hours: 6 }), to: now },
    { skip: 0, limit: everything.limit }
  )
  const monitors = yield* monitorsOf(organizationId)
  return {
    monitors,
    runs: runs.map(({ error, ...run }) => ({ ...runOf(run), errorCode: error?.code ?? null })),
    changeIds: changes.map(({ id }) => id),
    versions: (yield* Effect.forEach(monitors, ({ id }) => versionsOf(organizationId, id))).flat(),
    ...(yield* spentBy(organizationId)),
    loggedIds: logs.map(({ requestId }) => requestId),
    orphans: yield* orphans,
    // After the sweep: it took nothing that is needed.
    batches: yield* batchesOf(organizationId),
    deliveries: [...(yield* deliveriesOf(organizationId, "monitor")), ...(yield* deliveriesOf(organizationId, "batch"))]
  }
})

/** What a process reports at its end. */
export type Report = Effect.Success<ReturnType<typeof makeReport>>
