/** What the operator sees of an installation over HTTP. */
import { stat, statfs } from "node:fs/promises"
import { MemoryBudget } from "@kittiwake/core/budget/MemoryBudget"
import type { Waiting } from "@kittiwake/core/measures/BacklogStore"
import { Measures } from "@kittiwake/core/measures/Measures"
import type { SystemRecord } from "@kittiwake/http/internal/system/records"
import { Installation } from "@kittiwake/http/system/Installation"
import { Readiness, type ReadinessCheck } from "@kittiwake/http/system/Readiness"
import { databaseBytes as inPostgres } from "@kittiwake/postgres/internal/databaseBytes"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { Pulse } from "@kittiwake/worker/Pulse"
import { DateTime, Duration, Effect, Layer } from "effect"
import { blobPlace } from "../blobPlace.ts"
import { CommandFile } from "../CommandFile.ts"
import type { Settings } from "../config.ts"
import { silence } from "../readiness.ts"
import { version } from "../version.ts"
import { examineBeside } from "./examineBeside.ts"
import { folderBytes } from "./folderBytes.ts"
import { shared } from "./shared.ts"

/** For how long what was seen is told again: what is dear to see, longer. */
const lasts = {
  look: Duration.seconds(5),
  database: Duration.seconds(30),
  blobs: Duration.minutes(5),
  doctor: Duration.minutes(1)
}

/** Longest time for one check, and for asking the database how large it is. */
const checkMillis = 1_000
const databaseMillis = 5_000

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0
  )

/** What the database takes; null where it does not say. */
const databaseBytes = ({ storage }: Settings): Effect.Effect<number | null> => {
  if (storage._tag === "Embedded") {
    const { database } = dataDirectoryAt(storage.dataDirectory)
    return Effect.promise(async () => (await sizeOf(database)) + (await sizeOf(`${database}-wal`)))
  }
  return inPostgres.pipe(
    Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
    Effect.timeout(databaseMillis),
    // That the database does not answer is told by the check of it.
    Effect.catchCause(() => Effect.succeed(null))
  )
}

const blobBytes = ({
  blobs
}: Settings): Effect.Effect<{ readonly bytes: number | null; readonly has_more: boolean }> =>
  blobs._tag === "Files"
    ? Effect.map(
        Effect.clockWith((clock) =>
          Effect.promise(() => folderBytes(blobs.directory, () => clock.currentTimeMillisUnsafe()))
        ),
        ({ bytes, isMore }) => ({ bytes, has_more: isMore })
      )
    : Effect.succeed({ bytes: null, has_more: false })

const diskFree = ({ dataDirectory }: Settings): Effect.Effect<number | null> =>
  Effect.promise(() =>
    statfs(dataDirectory).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null
    )
  )

const checked = ({ check, isNeeded = true, name }: ReadinessCheck) =>
  check.pipe(
    Effect.timeoutOrElse({ duration: checkMillis, orElse: () => Effect.fail("did not answer in a second") }),
    Effect.match({ onSuccess: () => null, onFailure: (problem) => problem }),
    Effect.catchCause(() => Effect.succeed("broke")),
    Effect.map((problem) => ({ name, problem, is_needed: isNeeded }))
  )

const waiting = (name: "runs" | "deliveries" | "pages", { due, since }: Waiting) => ({
  name,
  due,
  since: since === null ? null : DateTime.formatIso(since)
})

/** What is told of a server that these settings started. */
export const layer = (settings: Settings) =>
  Layer.effect(
    Installation,
    Effect.gen(function* () {
      const { backlog } = yield* Measures
      const memory = yield* MemoryBudget
      const { checks } = yield* Readiness
      const { silences } = yield* Pulse
      const startedAt = DateTime.subtract(yield* DateTime.now, { milliseconds: Math.round(process.uptime() * 1_000) })
      const database = yield* shared(databaseBytes(settings), lasts.database)
      const blobs = yield* shared(blobBytes(settings), lasts.blobs)
      const work = Effect.match(backlog, {
        onSuccess: ({ deliveries, pages, runs }) => [
          waiting("runs", runs),
          waiting("deliveries", deliveries),
          waiting("pages", pages)
        ],
        onFailure: () => null
      })
      const seen = Effect.all(
        {
          checks: Effect.forEach(checks, checked, { concurrency: "unbounded" }),
          loops: silences,
          work,
          database,
          blobs,
          free: diskFree(settings)
        },
        { concurrency: "unbounded" }
      )
      const look = Effect.map(
        seen,
        ({ blobs: large, checks: told, database: bytes, free, loops, work: due }): SystemRecord => ({
          version,
          node: process.versions.node,
          role: settings.role,
          started_at: DateTime.formatIso(startedAt),
          memory: {
            resident_bytes: process.memoryUsage.rss(),
            budget_bytes: memory.capacityBytes,
            held_bytes: memory.usedBytes,
            is_short: memory.isShort
          },
          checks: told,
          loops: loops.map(({ loop, millis }) => ({
            name: loop,
            is_alive: millis <= silence,
            silent_seconds: Math.round(millis / 1_000)
          })),
          work: due,
          database: { kind: settings.storage._tag === "Embedded" ? "sqlite" : "postgres", bytes },
          blobs: {
            kind: settings.blobs._tag === "Files" ? "folder" : "bucket",
            place: blobPlace(settings.blobs),
            ...large
          },
          disk_free_bytes: free,
          settings: { set: settings.named, unread: settings.unused }
        })
      )
      return {
        look: yield* shared(look, lasts.look),
        examine: yield* shared(examineBeside(yield* CommandFile), lasts.doctor)
      }
    })
  )
