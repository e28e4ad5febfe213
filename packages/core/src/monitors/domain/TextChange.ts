/** A difference as people read it, short whatever the texts are. */
import { Schema } from "effect"

/** Lines that came, or lines that went. */
const SideOfChange = Schema.Struct({
  count: Schema.Int,
  /** The first ones. */
  lines: Schema.Array(Schema.String),
  excerpt: Schema.String
})
export type SideOfChange = typeof SideOfChange.Type

export const TextChange = Schema.Struct({
  /** Unified diff, three lines of context. */
  diff: Schema.String,
  /** More changed than the diff shows. What it shows is a patch by itself. */
  isDiffCut: Schema.Boolean,
  /** Lines that both texts have may be told as changed: the search for the smallest difference was ended early. */
  isCoarse: Schema.Boolean,
  added: SideOfChange,
  removed: SideOfChange
})
export type TextChange = typeof TextChange.Type
