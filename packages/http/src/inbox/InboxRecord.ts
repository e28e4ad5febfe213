/** What arrived in an inbox, on the wire. Beyond the contract. */
import { addressInside, inboxAddress, ownInboxAddress } from "@kittiwake/core/inbox/domain/InboxAddress"
import { type InboxEvent, InboxVerdict } from "@kittiwake/core/inbox/domain/InboxEvent"
import { Timestamp } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { DateTime, Schema } from "effect"

/** Words of others, which no log keeps. */
const Foreign = Schema.String.annotate({ logged: "never" })

export const InboxEventRecord = Schema.Struct({
  id: Schema.String,
  received_at: Timestamp,
  /** What it says that it tells of; null where it says nothing. */
  event: Schema.NullOr(Foreign),
  /** The same on every attempt. */
  event_id: Schema.NullOr(Foreign),
  monitor_id: Schema.NullOr(Foreign),
  batch_id: Schema.NullOr(Foreign),
  change_id: Schema.NullOr(Foreign),
  verdict: InboxVerdict,
  headers: Schema.Record(Schema.String, Foreign),
  /** In a list, its beginning. */
  body: Foreign,
  /** Bytes of the whole body. */
  size: Schema.Int
})
export type InboxEventRecord = typeof InboxEventRecord.Type

export const InboxAddressRecord = Schema.Struct({
  /** Takes what anybody posts who knows it; null for a key that may not change monitors. */
  address: Schema.NullOr(Foreign),
  /** For the webhooks of the organization's own monitors and batches. */
  webhook_url: Schema.String.annotate({ logged: "receiver" })
})
export type InboxAddressRecord = typeof InboxAddressRecord.Type

/** One event as it arrived. */
export const inboxEventRecord = (event: InboxEvent): InboxEventRecord => ({
  id: event.id,
  received_at: DateTime.formatIso(event.receivedAt),
  event: event.event,
  event_id: event.eventId,
  monitor_id: event.monitorId,
  batch_id: event.batchId,
  change_id: event.changeId,
  verdict: event.verdict,
  headers: event.headers,
  body: event.body,
  size: event.size
})

/** Where an inbox is, below the address of the installation; where that is not known, as it is known within. */
export const inboxAddressRecord = (base: string, token: string | null): InboxAddressRecord => {
  const known = base === "" ? addressInside : base
  return { address: token === null ? null : inboxAddress(known, token), webhook_url: ownInboxAddress(known) }
}
