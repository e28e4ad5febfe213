/** Why a run failed (contract/monitors.md §1.8). */
import { Schema } from "effect"

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
