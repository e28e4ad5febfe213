import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { emptyPglite } from "../../../../test/setup/sharedServers.ts"
import type { DataDirectory } from "../src/dataDirectory.ts"
import * as embedded from "../src/embedded.ts"
import { listSnapshots, restoreSnapshot, takeSnapshot } from "../src/snapshots.ts"
import { temporaryDirectory } from "./processes.ts"

const timeout = 120_000

const directoryOf = (root: string): DataDirectory => ({
  root,
  database: join(root, "database"),
  snapshots: join(root, "snapshots")
})

const secret = (name: string, candidate: string) =>
  Effect.flatMap(InstanceSecretStore, (store) => store.getOrKeep(name, candidate))

describe("snapshots", () => {
  it.effect(
    "bring the database back as it was, and keep what they replace",
    () =>
      Effect.gen(function* () {
        const dataDirectory = yield* temporaryDirectory
        const directory = directoryOf(dataDirectory)
        const snapshot = yield* Effect.promise(emptyPglite)
        const path = yield* Effect.gen(function* () {
          yield* secret("one", "before")
          const taken = yield* takeSnapshot(directory)
          yield* secret("two", "after")
          return taken
        }).pipe(Effect.provide(embedded.layer({ dataDirectory, snapshot })))

        const aside = yield* restoreSnapshot({ dataDirectory, snapshot: path })
        assert.isNotNull(aside)
        assert.include(yield* Effect.promise(() => readdir(aside!)), "PG_VERSION")
        yield* Effect.gen(function* () {
          assert.strictEqual(yield* secret("one", "anew"), "before")
          assert.strictEqual(yield* secret("two", "anew"), "anew")
        }).pipe(Effect.provide(embedded.layer({ dataDirectory })))
      }).pipe(Effect.scoped),
    timeout
  )

  it.effect(
    "are taken from time to time, and only the newest are kept",
    () =>
      Effect.gen(function* () {
        const dataDirectory = yield* temporaryDirectory
        const directory = directoryOf(dataDirectory)
        const snapshot = yield* Effect.promise(emptyPglite)
        const snapshots = { every: Duration.minutes(10), keep: 2 }
        yield* Effect.gen(function* () {
          const taken = new Set<string>()
          const look = Effect.map(listSnapshots(directory), (paths) => {
            for (const path of paths) taken.add(path)
            return paths
          })
          yield* Effect.repeat(Effect.andThen(TestClock.adjust("10 minutes"), look), { until: () => taken.size >= 3 })
          const kept = yield* Effect.repeat(look, { until: ({ length }) => length === 2 })
          const [first] = taken
          assert.notInclude(kept, first)
        }).pipe(Effect.provide(embedded.layer({ dataDirectory, snapshot, snapshots })))
      }).pipe(Effect.scoped),
    timeout
  )
})
