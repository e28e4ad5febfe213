/** `kittiwake blobs`: where large bytes lie, and how they go elsewhere. */
import { isOnePlace, type Moved, moveSome } from "@kittiwake/blobs/movingObjects"
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { loadObjects } from "../blobObjects.ts"
import { blobPlace } from "../blobPlace.ts"
import { CommandFailed, unavailable, wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { json, print } from "../output.ts"
import { progressLine } from "./terminal.ts"

/** Blobs that go over between two looks at what is left. */
const together = 100

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const wordsOf = ({ bytes, objects }: Moved): string =>
  `${objects} ${objects === 1 ? "blob" : "blobs"} (${megabytes(bytes)})`

const move = Command.make(
  "move",
  { json },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    if (Option.isNone(settings.blobsFrom)) {
      return yield* wrongUsage(
        "KITTIWAKE_BLOBS_FROM is not set: it says where large bytes are still, and KITTIWAKE_BLOBS where they are to be."
      )
    }
    const from = settings.blobsFrom.value
    const [fromPlace, toPlace] = [blobPlace(from), blobPlace(settings.blobs)]
    const { layer: doors } = yield* Effect.promise(() => import("../doors.ts"))
    const line = yield* progressLine
    let moved: Moved = { objects: 0, bytes: 0 }
    const all = Effect.gen(function* () {
      const places = { from: yield* loadObjects(from), to: yield* loadObjects(settings.blobs) }
      if (yield* isOnePlace(places)) {
        return yield* wrongUsage(
          `KITTIWAKE_BLOBS_FROM (${fromPlace}) and KITTIWAKE_BLOBS (${toPlace}) lead to one place: name another. Nothing was moved.`
        )
      }
      for (let isDone = false; !isDone; ) {
        const some = yield* moveSome(places, together)
        moved = { objects: moved.objects + some.objects, bytes: moved.bytes + some.bytes }
        isDone = some.isDone
        yield* line.show(`${wordsOf(moved)} moved`)
      }
    })
    yield* all.pipe(
      Effect.provide(doors(settings.egressAllow)),
      Effect.mapError((error) =>
        error instanceof CommandFailed
          ? error
          : unavailable(`${error.message} ${wordsOf(moved)} went over before that, and nothing is lost: run it again.`)
      ),
      Effect.ensuring(line.clear)
    )
    yield* print(flags.json, { ...moved, from: fromPlace, to: toPlace }, () =>
      [
        `Moved ${wordsOf(moved)} from ${fromPlace} to ${toPlace}.`,
        "Start every process without KITTIWAKE_BLOBS_FROM now."
      ].join("\n")
    )
  })
).pipe(
  Command.withDescription(
    "Move all large bytes from KITTIWAKE_BLOBS_FROM to KITTIWAKE_BLOBS, while servers run that were started with both. When it is broken off, run it again."
  ),
  Command.withShortDescription("Move all large bytes to another place, while servers run")
)

/** Large bytes. */
export const blobs = Command.make("blobs").pipe(
  Command.withDescription("What is too large for a row of the database: where it lies, and how it goes elsewhere"),
  Command.withShortDescription("Move what is too large for the database elsewhere"),
  Command.withSubcommands([move])
)
