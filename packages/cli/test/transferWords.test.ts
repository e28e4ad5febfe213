/** Observed: what export and import say when their Postgres fails, and what they leave. */
import { randomUUID } from "node:crypto"
import { mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import pg from "pg"
import { needing } from "../../../test/setup/needs.ts"
import { postgresUrl } from "../../../test/setup/sharedServers.ts"
import { temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const serverUrl = await postgresUrl()

const asked = async (url: string, ...statements: ReadonlyArray<string>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database, and the address of somebody who may read all of it but accounts; both go with the scope. */
const database = async () => {
  const name = `kittiwake_${randomUUID().replaceAll("-", "")}`
  await asked(serverUrl!, `create database ${name}`, `create role ${name} login password 'secret'`)
  const own = new URL(serverUrl!)
  own.pathname = `/${name}`
  const reader = new URL(own)
  reader.username = name
  reader.password = "secret"
  return {
    name,
    own: own.href,
    reader: reader.href,
    [Symbol.asyncDispose]: () => asked(serverUrl!, `drop database if exists ${name} with (force)`, `drop role ${name}`)
  }
}

describe("with a server", { timeout: 180_000, ...needing({ Postgres: serverUrl !== null }) }, () => {
  it("a database that takes or gives no rows is told with what it says, in one line, and leaves nothing", async () => {
    await using directory = await temporaryDirectory()
    await using made = await database()
    const env = (url: string) => ({
      DATABASE_URL: url,
      KITTIWAKE_DATA_DIR: directory.path,
      KITTIWAKE_SEALING_KEY: "k".repeat(32)
    })
    assert.strictEqual((await runHere(["migrate"], env(made.own))).exitCode, 0)
    await asked(
      made.own,
      `grant select on all tables in schema public to ${made.name}`,
      `revoke select on accounts from ${made.name}`,
      "insert into instance_secrets (name, secret) values ('cursor', 'of a test')"
    )
    const out = join(directory.path, "out")
    await mkdir(out)
    const file = join(out, "all.ndjson")
    const kept = await runHere(["export", file], env(made.reader))
    assert.deepInclude(kept, { exitCode: 3, stdout: "" })
    assert.include(
      kept.stderr,
      "kittiwake: The database did not answer (exportTo: permission denied for table accounts). Nothing was written.\n"
    )
    assert.deepStrictEqual(await readdir(out), [])

    assert.strictEqual((await runHere(["export", file], env(made.own))).exitCode, 0)
    assert.deepStrictEqual(await readdir(out), ["all.ndjson"])
    await asked(
      made.own,
      "delete from instance_secrets",
      `alter database ${made.name} set default_transaction_read_only = on`
    )
    const refused = await runHere(["import", file], env(made.own))
    assert.deepInclude(refused, { exitCode: 3, stdout: "" })
    assert.include(
      refused.stderr,
      "kittiwake: The database did not answer (importFrom: cannot execute INSERT in a read-only transaction). All of the file was imported, or nothing of it: run it again, which says which.\n"
    )
  })
})
