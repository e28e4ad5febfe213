/**
 * Refuses writes while the disk is nearly full.
 *
 * A full disk makes PGlite fail one statement and then spin for ever. Refused in time, writes fail like those of any
 * store that does not answer, reads go on, and writing goes on too once there is room again.
 */
import { statfs } from "node:fs/promises"
import { Clock, Duration, Effect, Layer, Ref, Schedule } from "effect"
import { mayWrite } from "./mayWrite.ts"
import { Admission } from "./PgliteClient.ts"
import { sqlUnreachable } from "./sqlFailure.ts"

/** The room on a disk, in bytes. */
export interface Space {
  readonly freeBytes: number
  readonly totalBytes: number
}

const mebibyte = 1_048_576

/** Room that must stay free: 256 MiB, and on larger disks a twentieth, but never more than 2 GiB. */
export const reserveBytes = (totalBytes: number): number =>
  Math.max(256 * mebibyte, Math.min(totalBytes / 20, 2_048 * mebibyte))

/** How often the disk is looked at. The reserve is more than can be written in between. */
const lookEvery = Duration.seconds(1)

const diskOf = (directory: string): Effect.Effect<Space> =>
  Effect.promise(async () => {
    const { bavail, blocks, bsize } = await statfs(directory)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  })

/** Admits writes to a database in `directory` while there is room. `measure` stands in for the disk in tests. */
export const layer = (directory: string, measure: Effect.Effect<Space> = diskOf(directory)): Layer.Layer<never> =>
  Layer.effect(
    Admission,
    Effect.gen(function* () {
      const latest = yield* Ref.make(yield* measure)
      yield* measure.pipe(
        Effect.flatMap((space) => Ref.set(latest, space)),
        Effect.ignoreCause,
        Effect.repeat(Schedule.spaced(lookEvery)),
        // The disk fills by the machine's clock, not by the one that a test moves.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.forkScoped
      )
      return (text: string) =>
        Effect.flatMap(Ref.get(latest), (space) =>
          space.freeBytes >= reserveBytes(space.totalBytes) || !mayWrite(text)
            ? Effect.void
            : Effect.fail(
                sqlUnreachable(
                  `only ${Math.floor(space.freeBytes / mebibyte)} MiB are free in ${directory}; ` +
                    `nothing is written below ${Math.ceil(reserveBytes(space.totalBytes) / mebibyte)} MiB`,
                  text.slice(0, 200)
                )
              )
        )
    })
  )
