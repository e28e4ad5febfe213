/**
 * Files for whoever knows their address: loaded once for all who ask for the same, counted before, and a few at a time.
 *
 * **Model.** Nothing limits how many somebody without a key asks for, and each takes milliseconds of the thread and all its bytes of the memory
 * before there is anything that is read slowly, or cut. So who asks waits for a place, and what he asks for is loaded when there is room for it.
 *
 * **Invariants**
 *
 * - Of one file one load is under way, and what somebody still reads is loaded for nobody else.
 * - Of all files so many loads are under way as `publicFileLimits` says, and readers take turns.
 * - Who finds no room, or no place in time, is told to come again, and nothing was loaded for him.
 */
import { makeFlights } from "@kittiwake/core/internal/budget/makeFlights"
import type { ContentTooLarge, TooBusy } from "@kittiwake/core/web/errors"
import { Duration, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ExchangeState } from "./Exchange.ts"
import { countedFromBytes, takeForStranger } from "./requestMemory.ts"
import { makeStrangerTurns } from "./strangerTurns.ts"

export const publicFileLimits = {
  /** Loads under way: while one is read and unsealed by other threads, another is put together. */
  loads: 2,
  /** Files that may still be read by somebody; who was loaded first is forgotten first. */
  remembered: 256
}

/** A file as it is answered. */
export interface PublicFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** What is asked for, by whom. */
export interface FileAsked {
  readonly key: string
  readonly exchange: ExchangeState
  readonly request: HttpServerRequest.HttpServerRequest
  /** Its bytes; null where that is not known before it is loaded. */
  readonly bytes: number | null
}

type Loaded = PublicFile | null

type LoadFile<E> = (
  asked: FileAsked,
  load: Effect.Effect<Loaded, E>
) => Effect.Effect<Loaded, E | ContentTooLarge | TooBusy>

/** Files that somebody still reads. */
class FilesRead {
  readonly #max: number
  readonly #files = new Map<string, { readonly bytes: WeakRef<Uint8Array>; readonly mediaType: string }>()

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Loaded {
    const file = this.#files.get(key)
    const bytes = file?.bytes.deref()
    if (file !== undefined && bytes !== undefined) return { bytes, mediaType: file.mediaType }
    this.#files.delete(key)
    return null
  }

  add(key: string, { bytes, mediaType }: PublicFile): void {
    this.#files.delete(key)
    for (const first of this.#files.keys()) {
      if (this.#files.size < this.#max) break
      this.#files.delete(first)
    }
    this.#files.set(key, { bytes: new WeakRef(bytes), mediaType })
  }
}

/** Gives a function that loads files of one kind. Where `shares`, one that somebody still reads is not loaded again. */
export const makePublicFiles = Effect.fnUntraced(function* <E>(
  { shares }: { readonly shares: boolean },
  limits: typeof publicFileLimits = publicFileLimits
) {
  const join = yield* makeFlights<Loaded, E | ContentTooLarge | TooBusy>({ lingers: Duration.zero })
  const inTurn = makeStrangerTurns(limits.loads)
  const read = new FilesRead(limits.remembered)

  const counted = ({ bytes, exchange, key, request }: FileAsked, load: Effect.Effect<Loaded, E>) =>
    Effect.acquireUseRelease(
      takeForStranger(exchange, request, bytes ?? 0),
      () =>
        Effect.map(load, (file) => {
          if (shares && file !== null) read.add(key, file)
          return file
        }),
      ({ close }) => Effect.sync(close)
    )

  const loadFile: LoadFile<E> = (asked, load) =>
    Effect.suspend(() => {
      const same = shares ? read.get(asked.key) : null
      if (same !== null) return Effect.succeed(same)
      return asked.bytes !== null && asked.bytes < countedFromBytes
        ? load
        : join(asked.key, () => inTurn(asked.request)(counted(asked, load)))
    })
  return loadFile
})
