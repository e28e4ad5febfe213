/**
 * Files that are read as they go out: so many at once, and their pieces in turns.
 *
 * **Model.** Each piece is read and unsealed when its reader has taken the one before. Three hundred readers have their pieces in one turn of the
 * event loop, of a quarter of a megabyte each, and whoever comes then waits for all of them.
 *
 * **Invariants**
 *
 * - Of one file, and from one network, so many are read at once as `fileLimits` says; who comes beyond is told to come again, and nothing is read.
 * - Of an organization's files no more are read at once than are left for others: of one alone half of all, so that there is always a place for
 *   whoever has none.
 * - Of all files so many pieces are on their way from where they are kept at once, and readers take turns; a place is handed on when others had the
 *   thread.
 */
import { leavesRoom, makePlaces } from "@kittiwake/core/internal/SharedPlaces"
import { TooBusy } from "@kittiwake/core/web/errors"
import { Effect, type Scope, Stream } from "effect"
import { Readers, type ReadersOf } from "../Readers.ts"

export const fileLimits = {
  ofFile: 64,
  /** Behind a proxy many have one address, so theirs are not counted. */
  ofNetwork: 16,
  ofAll: 256,
  pieces: 4
}

const tooMany = new TooBusy({
  message: "This file, others of who made it, or files from your address are read by many at once. Try again."
})

/** Whoever reads a file. */
export interface FileReader {
  readonly file: string
  /** Whose it is. */
  readonly organization: string
  /** From where, which is an address, or of IPv6 its network; null where many may come from there. */
  readonly network: string | null
}

const all = "all"

export class FileReaders {
  readonly #limits: typeof fileLimits
  readonly #readers = new Readers()
  readonly #ask: ReturnType<typeof makePlaces>

  constructor(limits = fileLimits) {
    this.#limits = limits
    this.#ask = makePlaces(limits.pieces)
  }

  /** Has a place until the scope ends. */
  enter({ network, file, organization }: FileReader): Effect.Effect<void, TooBusy, Scope.Scope> {
    const { ofAll, ofFile, ofNetwork } = this.#limits
    const owner = `organization ${organization}`
    const names: ReadonlyArray<ReadersOf> = [
      [all, ofAll],
      [owner, ofAll],
      [`file ${file}`, ofFile],
      ...(network === null ? [] : [[`network ${network}`, ofNetwork] as const])
    ]
    const enter = Effect.suspend(() => {
      const mayRead = leavesRoom(this.#readers.of(owner), ofAll - this.#readers.of(all))
      const leave = mayRead ? this.#readers.enter(names) : null
      return leave === null ? Effect.fail(tooMany) : Effect.succeed(leave)
    })
    return Effect.asVoid(Effect.acquireRelease(enter, (leave) => Effect.sync(leave)))
  }

  /** The same bytes, each piece of them in turn. */
  inTurns({ file, network }: Pick<FileReader, "file" | "network">) {
    const owner = network ?? ""
    return <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
      Stream.transformPull(bytes, (pull) =>
        Effect.succeed(
          Effect.acquireUseRelease(
            Effect.sync(() => this.#ask(owner, file)),
            ({ turn }) =>
              Effect.andThen(
                turn,
                Effect.tap(pull, () => Effect.yieldNow)
              ),
            ({ leave }) => Effect.sync(leave)
          )
        )
      )
  }
}
