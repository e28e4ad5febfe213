/** What the doctor says of a Postgres that answers and takes no writes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import pg from "pg"
import { needing } from "../../../test/setup/needs.ts"
import { postgresTables, postgresUrl } from "../../../test/setup/sharedServers.ts"
import type { Settings } from "../src/config.ts"
import { database } from "../src/doctor/database.ts"

const server = await postgresUrl()

const needsServer = needing({ Postgres: server !== null })

const statement = async (text: string) => {
  const client = new pg.Client({ connectionString: server ?? "" })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** The address of a database with its tables, which goes with the scope. */
const newDatabase = Effect.gen(function* () {
  const name = `kittiwake_doctor_${process.pid}_${Date.now()}`
  const tables = yield* Effect.promise(postgresTables)
  yield* Effect.acquireRelease(
    Effect.promise(() => statement(`create database ${name} template ${tables} strategy file_copy`)),
    () => Effect.promise(() => statement(`drop database if exists ${name} with (force)`))
  )
  const url = new URL(server ?? "")
  url.pathname = `/${name}`
  return url.href
})

describe("kittiwake doctor beside Postgres", needsServer, () => {
  /** What it says with settings of the server for its own connections alone. */
  const saidWith = Effect.fnUntraced(function* (address: string, ...settings: ReadonlyArray<string>) {
    const url = new URL(address)
    if (settings.length > 0) url.searchParams.set("options", settings.map((one) => `-c ${one}`).join(" "))
    const storage = { _tag: "Postgres", url: Redacted.make(url.href) } as const
    return yield* database({ storage } as unknown as Settings, false)
  })

  it.live("finds one that works in order, and one that takes no writes broken, with what to do", () =>
    Effect.gen(function* () {
      const address = yield* newDatabase
      const works = yield* saidWith(address)
      assert.strictEqual(works.state, "ok", works.message)
      const readOnly = yield* saidWith(address, "default_transaction_read_only=on")
      assert.strictEqual(readOnly.state, "broken")
      assert.match(readOnly.message, /^Postgres answers, but it takes no writes: set default_transaction_read_only/)
      assert.match(readOnly.mend ?? "", /deploy\.md#health/)
      const limited = yield* saidWith(address, "temp_file_limit=1024")
      assert.strictEqual(limited.state, "broken")
      assert.match(limited.message, /^Postgres answers, but what it was to write to its disk failed: .*temp_file_limit/)
    }).pipe(Effect.scoped)
  )
})
