/** Pages of a submission on their way to the store: gathered to pieces, of which one is written while the next is gathered. */
import { Effect, Fiber } from "effect"
import type { BatchItem } from "./domain/Item.ts"

/** Most pages handed on at once, and characters of them from which a piece is whole. */
const pieceSize = 5_000
const pieceLength = 1_048_576

/** What a page takes beside its texts, and how often it holds these: as they came, as a page, and as they are sent to the store. */
const itemBytes = 200
const copies = 3

const lengthOf = ({ itemId, meta, url }: BatchItem): number => url.length + (itemId?.length ?? 0) + (meta?.length ?? 0)

/** Gathers pages; what they take is told to `hold`, and to `give` when they are written. */
export const writePieces = <E, R>(
  { give, hold }: { readonly hold: (bytes: number) => void; readonly give: (bytes: number) => void },
  write: (items: ReadonlyArray<BatchItem>) => Effect.Effect<void, E, R>
) => {
  let piece: Array<BatchItem> = []
  let [length, held] = [0, 0]
  let writing: Fiber.Fiber<void, E> | null = null

  /** Waits for the write that is under way. */
  const written = Effect.suspend(() => (writing === null ? Effect.void : Fiber.join(writing)))

  /** Begins to write what was gathered, after what was before. */
  const flush = Effect.gen(function* () {
    yield* written
    const [items, bytes] = [piece, held]
    piece = []
    length = 0
    held = 0
    const giveBack = Effect.sync(() => give(bytes))
    writing = items.length === 0 ? null : yield* Effect.forkChild(Effect.ensuring(write(items), giveBack))
  })

  return {
    written,
    flush,
    /** Adds a page; tells whether the piece is to be flushed before the next. A hundred thousand go through here. */
    add: (item: BatchItem): boolean => {
      const own = lengthOf(item)
      piece.push(item)
      length += own
      held += itemBytes + copies * own
      hold(itemBytes + copies * own)
      return piece.length >= pieceSize || length >= pieceLength
    }
  }
}
