/** Why a run failed (contract/monitors.md §1.8). */
import { Schema } from "effect"

/** With `internal_error` the installation failed and not the target, such as for want of a browser: it counts in no row of failures, unless it was the end of its process. */
export const RunErrorCode = Schema.Literals([
  "fetch_failed",
  "blocked",
  "not_found",
  "timeout",
  "empty_content",
  "extraction_failed",
  "internal_error"
])
export type RunErrorCode = typeof RunErrorCode.Type

/** @internal */
export const RunErrorFields = { code: RunErrorCode, message: Schema.String }

export const RunError = Schema.Struct(RunErrorFields)
export type RunError = typeof RunError.Type
