/** Histories of usage, and calls that are looked for. */
import { usageHistory } from "./usageHistory.ts"
import { usageLogs } from "./usageLogs.ts"

export const usageReads = {
  /** Usage in a stretch of time by bucket and value, or in the first part of the stretch. */
  "UsageStore.history": usageHistory,

  /** A part of a list of logged calls. */
  "UsageStore.logs": usageLogs
}
