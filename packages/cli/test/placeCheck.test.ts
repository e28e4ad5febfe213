/** Processes of one Postgres that keep large bytes in folders of their own. Observed: their logs, `GET /ready` and the doctor. */
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Kittiwake, type LogEntry } from "kittiwake"
import pg from "pg"
import { needing } from "../../../test/setup/needs.ts"
import { postgresUrl } from "../../../test/setup/sharedServers.ts"
import { problems } from "../src/placeCheck.ts"
import { run, serve, temporaryDirectory } from "./support/command.ts"

const server = await postgresUrl()

const statement = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

const database = async (what: string) => {
  const name = `kittiwake_places_${what}_${process.pid}`
  await statement(server ?? "", `create database ${name}`)
  const url = new URL(server ?? "")
  url.pathname = `/${name}`
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => statement(server ?? "", `drop database ${name} with (force)`)
  }
}

const degraded = async (url: string) => {
  const response = await fetch(`${url}/ready`, { headers: { connection: "close" } })
  assert.strictEqual(response.status, 200)
  const body = (await response.json()) as { degraded?: ReadonlyArray<{ check: string; message: string }> }
  return body.degraded ?? []
}

/** What a process says of large bytes by itself. */
const warnings = (log: ReadonlyArray<{ readonly message: unknown }>) =>
  log.map(({ message }) => String(message)).filter((message) => message.startsWith("Large bytes"))

it("say so, each of them, and the doctor does", {
  timeout: 180_000,
  ...needing({ Postgres: server !== null })
}, async () => {
  await using shared = await database("rows")
  await using directory = await temporaryDirectory()
  const env = { DATABASE_URL: shared.url, KITTIWAKE_API_KEY: "sk_of_all_processes" }
  const [ofApi, ofWorker] = [join(directory.path, "a"), join(directory.path, "b")]
  await using http = await serve(["start"], { ...env, KITTIWAKE_DATA_DIR: ofApi, KITTIWAKE_ROLE: "http" })
  assert.deepStrictEqual(await degraded(http.url), [])
  await statement(
    shared.url,
    "insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes, small) values ('b', 's', 'o', 1, 1, 1, false)"
  )
  await using worker = await serve(["worker"], { ...env, KITTIWAKE_DATA_DIR: ofWorker }, "worker.started")
  const { message } = worker.log.find(({ message: said }) => String(said).startsWith("Large bytes"))!
  assert.include(String(message), problems.elsewhere)
  assert.include(String(message), join(ofWorker, "blobs"))
  const began = worker.log.findIndex(({ message: said }) => said === "worker.started")
  assert.isBelow(
    worker.log.findIndex(({ message: said }) => said === message),
    began
  )
  let found = await degraded(http.url)
  while (found.length === 0) found = await degraded(http.url)
  assert.deepStrictEqual(found, [{ check: "large_bytes", message: problems.apart }])
  for (const [place, problem] of [
    [ofApi, problems.apart],
    [ofWorker, problems.elsewhere]
  ] as const) {
    const doctor = await run(["doctor", "--quick", "--json"], { ...env, KITTIWAKE_DATA_DIR: place })
    const large = JSON.parse(doctor.stdout).find(
      ({ subject }: { readonly subject: string }) => subject === "large bytes"
    )
    assert.strictEqual(large.state, "broken")
    assert.include(large.message, problem)
  }
})

it("take the place over at their start alone while no row names anything, and say nothing where they are alone", {
  timeout: 180_000,
  ...needing({ Postgres: server !== null })
}, async () => {
  await using shared = await database("bare")
  await using directory = await temporaryDirectory()
  const env = { DATABASE_URL: shared.url, KITTIWAKE_API_KEY: "sk_of_all_processes", KITTIWAKE_ROLE: "http" }
  const inFolder = (name: string) => serve(["start"], { ...env, KITTIWAKE_DATA_DIR: join(directory.path, name) })
  {
    await using gone = await inFolder("gone")
    assert.deepStrictEqual(await degraded(gone.url), [])
  }
  await using before = await inFolder("before")
  await using now = await inFolder("now")
  for (const one of [before, now]) assert.deepStrictEqual(warnings(one.log), [])
  assert.deepStrictEqual(await degraded(now.url), [])
  let found = await degraded(before.url)
  while (found.length === 0) found = await degraded(before.url)
  assert.deepStrictEqual(found, [{ check: "large_bytes", message: problems.elsewhere }])
  found = await degraded(now.url)
  while (found.length === 0) found = await degraded(now.url)
  assert.deepStrictEqual(found, [{ check: "large_bytes", message: problems.apart }])
})

it("take nothing over while the database does not tell what rows name, and are looked at in a program too", {
  timeout: 180_000,
  ...needing({ Postgres: server !== null })
}, async () => {
  await using shared = await database("silent")
  await using directory = await temporaryDirectory()
  const folder = (name: string) => join(directory.path, name)
  const open = async (url: string, name: string) => {
    const log: Array<LogEntry> = []
    const onLog = (entry: LogEntry) => void log.push(entry)
    const program = await Kittiwake.open({ databaseUrl: url, blobsDirectory: folder(name), worker: false, onLog })
    const answer = await program.handler(new Request("http://localhost/ready"))
    const { degraded: found = [] } = (await answer.json()) as { readonly degraded?: ReadonlyArray<unknown> }
    await program.close()
    return { found, warned: warnings(log) }
  }
  assert.deepStrictEqual(await open(shared.url, "a"), { found: [], warned: [] })
  await statement(shared.url, "alter table batch_segments rename to segments_elsewhere")
  const apart = await open(shared.url, "b")
  assert.deepStrictEqual(apart.found, [{ check: "large_bytes", message: problems.elsewhere }])
  assert.lengthOf(apart.warned, 1)
  await statement(shared.url, "alter table segments_elsewhere rename to batch_segments")
  assert.deepStrictEqual((await open(shared.url, "b")).warned, [])
})
