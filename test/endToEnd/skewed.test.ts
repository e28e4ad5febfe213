/** Observed: what a whole server does, says and answers on a machine whose clock disagrees with the database's. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { run } from "../../scripts/run.ts"
import { needing } from "../setup/needs.ts"
import { postgresUrl } from "../setup/sharedServers.ts"
import { startServer } from "./Server.ts"
import { openStage, watch } from "./Stage.ts"
import { type OpenStorage, openPostgresAt, withSettings } from "./storages.ts"

const url = await postgresUrl()
const main = join(import.meta.dirname, "../../packages/cli/src/main.ts")

/** Settings of a process whose clock is ahead of every other's. */
const aheadBy = (seconds: number) => ({
  NODE_OPTIONS: `--import=${new URL("skewedClock.ts", import.meta.url).href}`,
  TEST_SKEW_MILLIS: String(seconds * 1_000)
})

/** The same storage, for processes on such a machine. */
const onMachineAhead = (seconds: number): OpenStorage => withSettings(openPostgresAt(url ?? ""), aheadBy(seconds))

/** What a moment may be rounded by, or read from another clock of this machine. */
const roughlyMillis = 1_000

/** That a moment lies between one that was seen here and now: a clock that is ahead tells of the future. */
const isSince = (from: number, moment: number, what: string) => {
  assert.isAtLeast(moment, from - roughlyMillis, `${what} is of the past`)
  assert.isAtMost(moment, Date.now() + roughlyMillis, `${what} is of the future`)
}

const clockSaid = ({ message }: { readonly message: unknown }) =>
  typeof message === "string" && message.startsWith("This machine's clock")

describe("a server whose machine has another time than its database", needing({ Postgres: url !== null }), () => {
  it.concurrent("says so, and plans and signs by the database's time, when it is 10 seconds ahead", {
    timeout: 90_000
  }, async () => {
    const began = Date.now()
    await using stage = await openStage(onMachineAhead(10))
    const { receiver, server } = stage
    const { message } = await server.logged(clockSaid)
    assert.match(
      message,
      /^This machine's clock is (9|10|11) seconds ahead of the database's clock; the database's is used\./
    )
    assert.strictEqual((await fetch(`${server.url}/ready`)).status, 200)

    const { id } = await watch(stage, "ahead", "Pro costs 10")
    const arrival = await receiver.arrived("/ahead", ({ event }) => event === "run.completed")
    isSince(began, Number(arrival.headers["webhook-timestamp"]) * 1_000, "the signature")
    const monitor = await server.client.monitors.retrieve(id)
    isSince(began, Date.parse(monitor.created_at), "the monitor")
    const { data } = await server.client.monitors.listRuns(id)
    assert.lengthOf(data, 1)
    isSince(began, Date.parse(data[0]!.started_at ?? ""), "the run")
  })

  it.concurrent("is not ready and leaves all work to others when it is 90 seconds ahead, and the doctor tells", {
    timeout: 90_000
  }, async () => {
    const began = Date.now()
    await using stage = await openStage(onMachineAhead(90))
    const { receiver, server, site, storage } = stage
    const { message } = await server.logged(clockSaid)
    assert.match(message, /^This machine's clock is (89|90|91) seconds ahead .* and no work is taken\. Set the clock/)
    const ready = await fetch(`${server.url}/ready`)
    assert.strictEqual(ready.status, 503)
    assert.match(await ready.text(), /clock.*(89|90|91) seconds ahead of the database's clock/)

    site.show("late", "Pro costs 10")
    const created = await server.client.monitors.create({
      name: "late",
      target: { type: "page", url: site.pageUrl("late") },
      schedule: { type: "interval", frequency: 1, unit: "hours" },
      webhook: { url: `${receiver.url}/late`, events: ["run.completed"] }
    })
    isSince(began, Date.parse(created.created_at), "what callers are answered")
    const doctor = await run(process.execPath, [main, "doctor"], {
      env: { PATH: process.env.PATH, NO_COLOR: "1", ...storage.env }
    })
    assert.match(doctor.output, /this machine's clock is (89|90|91) seconds ahead of the database's clock/)
    assert.notStrictEqual(doctor.code, 0)

    // It has looked for work every second since.
    const otherCame = Date.now()
    const { NODE_OPTIONS: _, ...env } = storage.env
    await using _other = await startServer(
      { ...storage, env: { ...env, KITTIWAKE_DATA_DIR: join(storage.directory, "other") } },
      [site, receiver]
    )
    await receiver.arrived("/late", ({ event }) => event === "run.completed")
    const { data } = await server.client.monitors.listRuns(created.id)
    assert.strictEqual(data[0]?.status, "completed")
    assert.isAtLeast(Date.parse(data[0]?.started_at ?? ""), otherCame, "a process without the time took work")
  })
})
