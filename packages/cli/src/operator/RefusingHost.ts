/** A host that has not taken events at several attempts, and is asked again. */
import type { RefusingReceiver } from "@kittiwake/core/measures/BacklogStore"
import { DateTime, Schema } from "effect"

export const RefusingHost = Schema.Struct({
  host: Schema.String,
  /** Events that wait for another attempt. */
  deliveries: Schema.Int,
  /** When the oldest of them was stored. */
  since: Schema.String
})
export type RefusingHost = typeof RefusingHost.Type

/** As commands tell it. */
export const refusingHost = ({ since, ...receiver }: RefusingReceiver): RefusingHost => ({
  ...receiver,
  since: DateTime.formatIso(since)
})
