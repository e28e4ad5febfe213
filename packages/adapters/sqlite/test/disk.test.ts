/** Disks that run full under the database, or are read-only. They are real ones, in memory; only root can make them. */
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Context, Effect, Layer } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { canMount, mount, mountDisk, unmountDisk } from "../../../../test/setup/smallDisk.ts"
import * as embedded from "../src/embedded.ts"
import { inspectDatabase } from "../src/inspectDatabase.ts"
import { temporaryDirectory } from "./databases.ts"

/** A disk of a few megabytes, as a folder. */
const disk = (megabytes: number) =>
  Effect.gen(function* () {
    const folder = yield* temporaryDirectory
    yield* Effect.acquireRelease(
      Effect.sync(() => mountDisk(folder, megabytes)),
      () => Effect.sync(() => unmountDisk(folder))
    )
    return folder
  })

const open = (dataDirectory: string) =>
  Effect.map(Layer.build(embedded.layer({ dataDirectory, snapshots: { every: null } })), (context) =>
    Context.get(context, InstanceSecretStore)
  )

const long = "x".repeat(20_000)

describe("a disk that", { timeout: 60_000, ...needing({ mounting: canMount() }) }, () => {
  it.live("is full refuses what does not fit, keeps what did, and goes on when there is room", () =>
    Effect.gen(function* () {
      const folder = yield* disk(6)
      const ballast = join(folder, "ballast")
      yield* Effect.promise(() => writeFile(ballast, Buffer.alloc(2_000_000)))
      const store = yield* open(join(folder, "data"))
      let kept = 0
      const error = yield* Effect.flip(
        Effect.forever(
          Effect.tap(
            Effect.suspend(() => store.getOrKeep(`secret ${kept}`, long)),
            () => Effect.sync(() => (kept += 1))
          )
        )
      )
      assert.deepInclude(error, { _tag: "StoreUnavailable", isDiskFull: true })
      assert.isAbove(kept, 10)
      assert.strictEqual(yield* store.getOrKeep("secret 0", "another"), long)
      // Still full, and still no more than an answer that says so.
      assert.strictEqual((yield* Effect.flip(store.getOrKeep("one more", long)))._tag, "StoreUnavailable")

      yield* Effect.promise(() => rm(ballast))
      assert.strictEqual(yield* store.getOrKeep("one more", long), long)
      for (let n = 0; n < kept; n++) assert.strictEqual(yield* store.getOrKeep(`secret ${n}`, "another"), long)
      assert.deepInclude(yield* inspectDatabase(join(folder, "data")), { faults: [] })
    }).pipe(Effect.scoped)
  )

  it.live("is read-only from the start is named", () =>
    Effect.gen(function* () {
      const folder = yield* disk(20)
      const root = join(folder, "data")
      yield* Effect.scoped(open(root))
      mount("-o", "remount,ro", folder)
      const error = yield* Effect.flip(open(root))
      assert.strictEqual(error._tag, "DataDirectoryUnusable")
      assert.match(error.message, /read-?only|EROFS/i)
    }).pipe(Effect.scoped)
  )
})
