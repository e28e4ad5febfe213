/** A difference as people read it, short whatever the texts are. */
import { Schema } from "effect"

/** Lines that came, or lines that went. */
const SideOfChange = Schema.Struct({
  count: Schema.Int,
  /** Long lines are cut around what differs. */
  excerpt: Schema.String
})

/** Words as they were and as they are. */
const Words = Schema.Struct({ before: Schema.String, after: Schema.String })

/** Lines that came or went together. */
const Block = {
  /** What they are part of; null when nothing says. */
  about: Schema.NullOr(Schema.String),
  /** The first line of each entry, of the first ones. */
  names: Schema.Array(Schema.String),
  /** How many entries of a list they are. */
  count: Schema.Int,
  /** A heading and what stands below it. */
  isSection: Schema.Boolean,
  /** The first lines. */
  quotes: Schema.Array(Schema.String),
  lines: Schema.Int
}

export const ToldEdit = Schema.TaggedUnion({
  /** A line that was written otherwise. Without `words`, only spaces or what nobody sees differ. */
  Changed: { about: Schema.NullOr(Schema.String), words: Schema.Array(Words), quotes: Words },
  Added: Block,
  Removed: Block,
  Moved: Block
})
export type ToldEdit = typeof ToldEdit.Type

export const TextChange = Schema.Struct({
  /** Unified diff, three lines of context. */
  diff: Schema.String,
  /** More changed than the diff shows. What it shows is a patch by itself. */
  isDiffCut: Schema.Boolean,
  /** Lines that both texts have may be told as changed: the search for the smallest difference was ended early. */
  isCoarse: Schema.Boolean,
  added: SideOfChange,
  removed: SideOfChange,
  /** What happened, what matters most first; of many, the first ones. */
  edits: Schema.Array(ToldEdit),
  /** How often each kind of thing happened, those that are not in `edits` too; entries are counted, not lines. */
  counts: Schema.Struct({ changed: Schema.Int, added: Schema.Int, removed: Schema.Int, moved: Schema.Int }),
  /** There was too much to be looked into: `counts` is of the first of it. */
  isMore: Schema.Boolean,
  /** Little of what the text said stands in it still. */
  isRewritten: Schema.Boolean
})
export type TextChange = typeof TextChange.Type
