/** Databases for the suites, each empty and with its tables, in a directory that goes with it. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import * as LeaseClock from "../src/LeaseClock.ts"
import * as Sqlite from "../src/Sqlite.ts"
import * as Stores from "../src/Stores.ts"

/** A directory that goes with the scope. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-test-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** A database of its own. What is tested is not whether disks keep their promises, so nothing is synced. */
export const emptyDatabase = Layer.unwrap(
  Effect.map(temporaryDirectory, (directory) =>
    Sqlite.layer({ file: join(directory, "kittiwake.db"), synchronous: "off" })
  )
)

/** The stores on a database of their own. Leases end by Effect's clock. */
export const onSqlite = Layer.provideMerge(Stores.layer, emptyDatabase).pipe(Layer.provide(LeaseClock.layerEffectClock))
