/** Whether what processes share can be used. */
import { Context, type Effect } from "effect"

/**
 * Looks whether what processes share beside their storage takes writes; it fails with a sentence without secrets. Null where nothing
 * is shared.
 */
export class SharingCheck extends Context.Reference<Effect.Effect<void, string> | null>(
  "@kittiwake/core/sharing/SharingCheck",
  { defaultValue: () => null }
) {}
