import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted, Stream } from "effect"
import { fileObjects } from "../src/files/files.ts"
import type { Objects } from "../src/Objects.ts"
import { objectsOf, services } from "./bucketServices.ts"
import { needsBucket, newBucket } from "./buckets.ts"
import { endlessPath, type Place } from "./puttingProcess.ts"

/** Pieces of 3 MB that were taken when the process is killed: more than one part went up. */
const piecesTaken = 9

/** Puts in a process of its own, and kills it meanwhile. */
const putAndKill = (place: Place) =>
  Effect.callback<void>((resume) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "puttingProcess.ts"), JSON.stringify(place)], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let taken = 0
    child.stdout.on("data", (data) => {
      taken += String(data).split("\n").length - 1
      if (taken >= piecesTaken) child.kill("SIGKILL")
    })
    child.once("exit", (_, signal) =>
      resume(signal === "SIGKILL" ? Effect.void : Effect.die(new Error("the process ended by itself")))
    )
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

const leavesNothing = Effect.fnUntraced(function* (place: Place, objects: Objects) {
  const bytes = new TextEncoder().encode("whole")
  yield* putAndKill(place)
  assert.isTrue(Option.isNone(yield* objects.end(endlessPath, 10)))
  assert.deepStrictEqual(yield* objects.list({ within: "", after: "", limit: 10 }), [])
  // Its name is as free as if nobody had ever put there.
  assert.isTrue(yield* objects.put(endlessPath, Stream.succeed(bytes)))
  assert.strictEqual(yield* objects.dropUnfinished(DateTime.makeUnsafe("9999-01-01T00:00:00Z"), 10), 1)
  assert.strictEqual(yield* objects.dropUnfinished(DateTime.makeUnsafe("9999-01-01T00:00:00Z"), 10), 0)
  assert.deepStrictEqual(
    Option.map(yield* objects.end(endlessPath, 10), ({ size }) => size),
    Option.some(5)
  )
})

describe("a put whose process is killed", () => {
  it.live("leaves nothing to read in files, and what the sweep drops", () =>
    Effect.gen(function* () {
      const directory = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-killed-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
      )
      yield* leavesNothing({ _tag: "Files", directory }, fileObjects(directory))
    }).pipe(Effect.scoped)
  )

  describe("on a store of S3", needsBucket, () => {
    it.live("leaves nothing to read in a bucket, and what the sweep drops", () =>
      Effect.gen(function* () {
        const bucket = newBucket()
        const place: Place = { _tag: "Bucket", bucket, secret: Redacted.value(bucket.secret) }
        yield* leavesNothing(place, yield* objectsOf(bucket))
      }).pipe(Effect.provide(services))
    )
  })
})
