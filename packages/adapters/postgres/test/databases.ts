/** The databases that the suites run on, each empty and with its tables. */
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { describe } from "vitest"
import { needing } from "../../../../test/setup/needs.ts"
import { postgresTables, postgresUrl } from "../../../../test/setup/sharedServers.ts"
import * as LeaseClock from "../src/LeaseClock.ts"
import * as postgres from "../src/postgres.ts"

/** A real server, or null where there is none. */
const serverUrl = await postgresUrl()

/** Options of a test that needs a real server. */
export const needsServer = needing({ Postgres: serverUrl !== null })

const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: serverUrl! })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const addressOf = (name: string) => {
  const url = new URL(serverUrl!)
  url.pathname = `/${name}`
  return Redacted.make(url.href)
}

let made = 0

const databaseMadeBy = (create: (name: string) => Promise<void>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      made += 1
      const name = `kittiwake_test_${process.pid}_${made}_${Date.now()}`
      await create(name)
      return name
    }),
    (name) => Effect.promise(() => admin(`drop database if exists ${name} with (force)`))
  ).pipe(Effect.map(addressOf))

/** A database without tables, which goes with the scope. */
export const emptyDatabase = databaseMadeBy((name) => admin(`create database ${name}`))

/** A database with its tables, which goes with the scope. It is copied as files, so that no block of it is logged. */
export const newDatabase = databaseMadeBy(async (name) =>
  admin(`create database ${name} template ${await postgresTables()} strategy file_copy`)
)

/** The stores on a database of their own on a real server. Leases end by Effect's clock. */
export const onPostgres = Layer.unwrap(Effect.map(newDatabase, (url) => postgres.layer({ url }))).pipe(
  Layer.provide(LeaseClock.layerEffectClock)
)

/** The stores with the connection beneath them. */
export type OnDatabase = typeof onPostgres

/** Declares a suite on a real server; where this machine has none, it is seen to be skipped. */
export const onServer = (suite: (name: string, stores: OnDatabase) => void) => {
  describe("on a server", needsServer, () => suite("Postgres", onPostgres))
}
