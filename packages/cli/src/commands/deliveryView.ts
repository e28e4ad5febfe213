/** How deliveries look to a person. */

import type { CancelReason } from "@kittiwake/core/webhooks/domain/Delivery"
import type {
  AttemptRecord,
  DeliveryRecord,
  DeliverySummaryRecord
} from "@kittiwake/http/internal/deliveries/DeliveryRecord"
import { fields, table } from "../output.ts"
import { type MonitorNames, namedMonitor } from "./monitorNames.ts"
import { forOutput } from "./terminal.ts"

/** Why a delivery was cancelled, in words. */
export const cancelReasons: { readonly [R in CancelReason]: string } = {
  webhook_removed: "its webhook was removed",
  change_undone: "the change was taken back before anybody was told"
}

const problemOf = ({ error, http_status }: Pick<AttemptRecord, "error" | "http_status">): string =>
  error === null ? `${http_status ?? ""}` : forOutput(`${error.code}: ${error.message}`)

/** Deliveries as a table. */
export const deliveriesText = (deliveries: ReadonlyArray<DeliverySummaryRecord>, names: MonitorNames): string =>
  table(
    ["id", "made", "event", "of", "status", "url", "last error"],
    deliveries.map((delivery) => [
      delivery.id,
      delivery.created_at,
      delivery.event,
      delivery.source.type === "monitor" ? namedMonitor(names, delivery.source.monitor_id) : delivery.source.batch_id,
      delivery.status,
      forOutput(delivery.url),
      delivery.last_error === null ? "-" : problemOf({ error: delivery.last_error, http_status: null })
    ]),
    "No deliveries."
  )

/** A delivery in full. */
export const deliveryText = (delivery: DeliveryRecord & { readonly attempts: ReadonlyArray<AttemptRecord> }): string =>
  [
    fields([
      ["id", delivery.id],
      ["event", `${delivery.event} (${delivery.event_id})`],
      ["status", delivery.status],
      ["because", delivery.cancel_reason === undefined ? null : cancelReasons[delivery.cancel_reason]],
      ["url", forOutput(delivery.url)],
      ...(delivery.source.type === "monitor"
        ? ([
            ["monitor", delivery.source.monitor_id],
            ["run", delivery.source.run_id]
          ] as const)
        : ([["batch", delivery.source.batch_id]] as const)),
      ["made", delivery.created_at],
      ["delivered", delivery.delivered_at],
      ["next attempt", delivery.next_attempt_at],
      ["may be retried until", delivery.retry_expires_at]
    ]),
    table(
      ["attempt", "by", "started", "ended", "answer"],
      delivery.attempts.map((attempt) => [
        String(attempt.attempt),
        attempt.trigger,
        attempt.started_at,
        attempt.completed_at ?? "-",
        problemOf(attempt)
      ]),
      "Nothing was attempted yet."
    )
  ].join("\n\n")
