/** Both databases as ends of a move, each empty when it is made. */
import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Stores } from "@kittiwake/core/Stores"
import * as postgres from "@kittiwake/postgres/postgres"
import * as postgresTransfer from "@kittiwake/postgres/transfer"
import * as embedded from "@kittiwake/sqlite/embedded"
import * as sqliteTransfer from "@kittiwake/sqlite/transfer"
import type { Transferred } from "@kittiwake/storage/transfer"
import { Effect, Layer, Redacted, type Scope } from "effect"
import pg from "pg"
import * as PostgresLeaseClock from "../../packages/adapters/postgres/src/LeaseClock.ts"
import { dataDirectoryAt } from "../../packages/adapters/sqlite/src/dataDirectory.ts"
import * as SqliteLeaseClock from "../../packages/adapters/sqlite/src/LeaseClock.ts"
import { postgresUrl } from "../setup/sharedServers.ts"

/** A real server, or null where there is none. */
export const serverUrl = await postgresUrl()

/** A folder that goes with the scope. */
export const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-transfer-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** A failure as both databases tell it. */
interface Failed {
  readonly message: string
}

/** A database that is opened for each use, so that a move finds it closed. */
export interface End {
  readonly name: string
  readonly use: <A, E>(work: Effect.Effect<A, E, Stores | Scope.Scope>) => Effect.Effect<A, E>
  readonly exportTo: (path: string) => Effect.Effect<Transferred, Failed>
  readonly importFrom: (path: string) => Effect.Effect<Transferred, Failed>
}

/** Makes an end; it goes with the scope. */
export type MakeEnd = Effect.Effect<End, never, Scope.Scope>

const using =
  (stores: Layer.Layer<Stores, unknown>): End["use"] =>
  (work) =>
    Effect.scoped(Effect.provide(work, Layer.orDie(stores)))

/** An embedded database in a folder of its own. */
export const sqlite: MakeEnd = Effect.map(folder, (root): End => {
  const { database: file } = dataDirectoryAt(root)
  const options = { dataDirectory: root, synchronous: "off", snapshots: { every: null } } as const
  return {
    name: "SQLite",
    use: using(embedded.layer(options).pipe(Layer.provide(SqliteLeaseClock.layerEffectClock))),
    exportTo: (path) => sqliteTransfer.exportTo({ file, path }),
    importFrom: (path) => sqliteTransfer.importFrom({ file, path })
  }
})

const admin = (statement: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: serverUrl! })
    await client.connect()
    await client.query(statement)
    await client.end()
  })

/** The address of a new database on the server, which goes with the scope. */
export const newDatabase = Effect.acquireRelease(
  Effect.suspend(() => {
    const name = `kittiwake_${randomUUID().replaceAll("-", "")}`
    return Effect.as(admin(`create database ${name}`), name)
  }),
  (name) => admin(`drop database if exists ${name} with (force)`)
).pipe(
  Effect.map((name) => {
    const url = new URL(serverUrl!)
    url.pathname = `/${name}`
    return Redacted.make(url.href)
  })
)

/** A database of its own on a real server. */
export const onServer: MakeEnd = Effect.map(newDatabase, (url): End => {
  const layer = postgres.layer({ url })
  const opened = Layer.orDie(layer)
  return {
    name: "Postgres",
    use: using(layer.pipe(Layer.provide(PostgresLeaseClock.layerEffectClock))),
    exportTo: (path) => Effect.provide(postgresTransfer.exportTo(path), opened) as Effect.Effect<Transferred, Failed>,
    importFrom: (path) =>
      Effect.provide(
        postgresTransfer.importFrom(path, { tablesAt: sqliteTransfer.temporaryTables }),
        opened
      ) as Effect.Effect<Transferred, Failed>
  }
})
