/** The databases that the suites run on, each empty and with its tables. */
import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { describe } from "vitest"
import { needing } from "../../../../test/setup/needs.ts"
import { postgresUrl } from "../../../../test/setup/sharedServers.ts"
import * as LeaseClock from "../src/LeaseClock.ts"
import * as postgres from "../src/postgres.ts"

/** A real server, or null where there is none. */
const serverUrl = await postgresUrl()

/** Options of a test that needs a real server. */
export const needsServer = needing({ Postgres: serverUrl !== null })

let made = 0

const admin = (statement: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: serverUrl! })
    await client.connect()
    await client.query(statement)
    await client.end()
  })

/** A database of its own on the server, which goes with the scope. */
export const newDatabase = Effect.acquireRelease(
  Effect.suspend(() => {
    made += 1
    const name = `kittiwake_test_${process.pid}_${made}_${Date.now()}`
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
