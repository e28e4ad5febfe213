/** JSON that is not looked at again: what a store parsed, or what was checked when it came in. */
import { Schema } from "effect"

/**
 * `Schema.Json` notes each list and object of a value, so that a circle ends: two milliseconds for a list of eighteen thousand empty lists, and as
 * many again to collect what was noted. What JSON was parsed from has no circles. In descriptions it is the same.
 */
export const StoredJson: Schema.Codec<Schema.Json> = Schema.declare((_: unknown): _ is Schema.Json => true, {
  representation: { id: "effect/schema/Json", payload: null },
  expected: "JSON value",
  toCodecJson: () => undefined
})

/** The same for objects. */
export const StoredJsonObject = Schema.Record(Schema.String, StoredJson)
