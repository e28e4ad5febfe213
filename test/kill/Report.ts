/** Everything that an installation holds, as one JSON value. */
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { ChangeStore } from "@kittiwake/core/monitors/ChangeStore"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { RunStore } from "@kittiwake/core/monitors/RunStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { DateTime, Effect, Option } from "effect"

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

const deliveriesOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const deliveries = yield* (yield* DeliveryStore).list(organizationId, { type: "monitor" }, everything)
  return yield* Effect.forEach(
    deliveries,
    Effect.fnUntraced(function* (delivery) {
      return {
        id: delivery.id,
        event: delivery.event,
        eventId: delivery.eventId,
        runId: delivery.source.type === "monitor" ? delivery.source.runId : "",
        monitorId: delivery.source.type === "monitor" ? delivery.source.monitorId : "",
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
    yield* store.list(organizationId, {}, everything),
    Effect.fnUntraced(function* ({ id, name, status, subscription }) {
      const baseline = yield* store.baseline(organizationId, id)
      return {
        id,
        name,
        status,
        secret: subscription?.secret ?? "",
        baseline: Option.getOrNull(Option.map(baseline, ({ text }) => text))
      }
    })
  )
})

/** Reads everything that the organization has. */
export const makeReport = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const runs = yield* (yield* RunStore).list(organizationId, {}, everything)
  const changes = yield* (yield* ChangeStore).list(organizationId, {}, everything)
  const ledger = yield* CreditLedger
  const entries = yield* ledger.entries(organizationId, everything)
  return {
    monitors: yield* monitorsOf(organizationId),
    runs: runs.map(({ changeDetected, changeId, creditsCharged, error, id, monitorId, skipReason, status }) => ({
      ...{ id, monitorId, status, changeDetected, changeId, creditsCharged, skipReason },
      errorCode: error?.code ?? null
    })),
    changeIds: changes.map(({ id }) => id),
    entries: entries.map(({ cause, credits }) => ({ cause, credits })),
    account: yield* ledger.account(organizationId),
    deliveries: yield* deliveriesOf(organizationId)
  }
})

/** What a process reports at its end. */
export type Report = Effect.Success<ReturnType<typeof makeReport>>
