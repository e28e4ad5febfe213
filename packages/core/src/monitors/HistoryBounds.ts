/** What an operator says of how long versions are kept. */
import { Context } from "effect"
import { type HistoryRetention, historyRetentionDefaults } from "./domain/HistoryRetention.ts"

/** How long versions of what monitors watch are kept. */
export const HistoryBounds = Context.Reference<HistoryRetention>("@kittiwake/core/monitors/HistoryBounds", {
  defaultValue: () => historyRetentionDefaults
})
