import { assert, describe, it } from "@effect/vitest"
import pg from "pg"
import { needing } from "../../../test/setup/needs.ts"
import { postgresUrl } from "../../../test/setup/sharedServers.ts"
import { beside, run, serve, temporaryDirectory } from "./support/command.ts"
import { page } from "./support/site.ts"

const server = await postgresUrl()

const execute = async (connectionString: string, statement: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const admin = (statement: string) => execute(server ?? "", statement)

/** A database of its own, which is gone after the test. */
const database = async () => {
  const name = `kittiwake_cli_${process.pid}`
  await admin(`create database ${name}`)
  const url = new URL(server ?? "")
  url.pathname = `/${name}`
  return { url: url.href, [Symbol.asyncDispose]: () => admin(`drop database ${name} with (force)`) }
}

const token = "a-token-for-metrics-that-nobody-guesses"

/** The lines of `GET /metrics`. */
const metrics = async (url: string) => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, connection: "close" } })
  assert.strictEqual(response.status, 200)
  return (await response.text()).split("\n")
}

describe("processes that share a Postgres", { timeout: 180_000, ...needing({ Postgres: server !== null }) }, () => {
  it("serve the API in one process and run the monitors in another", async () => {
    await using shared = await database()
    await using directory = await temporaryDirectory()
    await using watched = await page("Open")
    const env = {
      DATABASE_URL: shared.url,
      KITTIWAKE_DATA_DIR: directory.path,
      KITTIWAKE_API_KEY: "sk_of_all_processes",
      KITTIWAKE_METRICS_TOKEN: token,
      KITTIWAKE_EGRESS_ALLOW: watched.address
    }
    const migrated = await run(["migrate"], env)
    assert.deepStrictEqual([migrated.exitCode, migrated.stdout], [0, "The tables are up to date.\n"])

    await using http = await serve(["start"], { ...env, KITTIWAKE_ROLE: "http" })
    const here = beside(http, env)
    const { id } = JSON.parse((await run(["monitor", "add", watched.url, "--background", "--json"], here)).stdout)
    assert.isFalse(http.log.some(({ message }) => message === "run.recorded"))

    // Nobody is there who would look, which whoever asks is told, and the doctor once that lasts.
    const why = await run(["monitor", "why", id], here)
    assert.match(why.stderr, /^Run run_\w+ has not begun for 5 s: .*no worker runs \("kittiwake worker"\)/)
    assert.match(why.stdout, /queued/)
    const young = await run(["doctor", "--quick"], here)
    assert.match(young.stdout, /^ok +work: nothing that is due waits for a worker$/m)
    await execute(shared.url, "update monitors set queued_at = queued_at - interval '5 minutes'")
    const old = await run(["doctor", "--quick"], here)
    assert.match(old.stdout, /^BROKEN +work: 1 run due, the oldest for 5 minutes, and nobody takes them/m)
    assert.strictEqual(old.exitCode, 1)

    await using worker = await serve(["worker"], { ...env, KITTIWAKE_METRICS_PORT: "0" }, "worker.started")
    const { annotations } = await worker.logged("metrics.served")
    await worker.logged("run.recorded")
    watched.change("Closed")
    const looked = await run(["monitor", "run", id], here)
    assert.include(looked.stdout, "-Open\n+Closed")

    // Each counts what it did itself; what waits is the same to both.
    const [worked, served] = [await metrics(String(annotations?.url)), await metrics(`${http.url}/metrics`)]
    assert.include(worked, 'kittiwake_runs_total{verdict="changed"} 1')
    assert.include(served, 'kittiwake_runs_total{verdict="changed"} 0')
    for (const lines of [worked, served]) {
      assert.include(lines, 'kittiwake_work_due{work="runs"} 0')
      assert.include(lines, 'kittiwake_ready{check="database"} 1')
    }
    const elsewhere = await fetch(String(annotations?.url).replace("/metrics", "/v1/monitors"))
    assert.strictEqual(elsewhere.status, 401)

    const names = JSON.parse((await run(["key", "list", "--json"], env)).stdout)
    assert.deepStrictEqual(
      names.map((key: { readonly name: string }) => key.name),
      ["first"]
    )
    assert.strictEqual((await run(["doctor"], here)).exitCode, 0)
    await Promise.all([worker.askToStop(), http.askToStop()])
    assert.deepStrictEqual([(await worker.ended).exitCode, (await http.ended).exitCode], [0, 0])
  })
})
