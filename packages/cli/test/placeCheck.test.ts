/** Processes of one Postgres that keep large bytes in folders of their own. Observed: their logs, `GET /ready` and the doctor. */
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
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

const database = async () => {
  const name = `kittiwake_places_${process.pid}`
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

it("say so, each of them, and the doctor does", {
  timeout: 180_000,
  ...needing({ Postgres: server !== null })
}, async () => {
  await using shared = await database()
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
