/** The product with Redis beside Postgres: what users see, from several processes, and while Redis is killed under load. */
import { setTimeout as wait } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../setup/needs.ts"
import { startOwnRedis } from "../setup/ownRedis.ts"
import { postgresUrl, redisUrl } from "../setup/sharedServers.ts"
import { eventually } from "./eventually.ts"
import { openReceiver } from "./Receiver.ts"
import { type Server, startServer } from "./Server.ts"
import { openSite } from "./Site.ts"
import { change, openStage, watch } from "./Stage.ts"
import { besideRedis, openPostgresAt, withSettings } from "./storages.ts"

const [postgres, redis] = [await postgresUrl(), await redisUrl()]

const operatorToken = "of_the_operator_of_these_end_to_end_tests"

/** Has nobody refused for asking too often: whoever watches would wait for the next minute beside the load. */
const liftLimit = async ({ url }: Server) => {
  const headers = { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" }
  const listed = await fetch(`${url}/admin/organizations`, { headers })
  const { data } = (await listed.json()) as { readonly data: ReadonlyArray<{ readonly id: string }> }
  const body = JSON.stringify({ overrides: { requests_per_minute: 1_000_000 } })
  const changed = await fetch(`${url}/admin/organizations/${data[0]!.id}`, { method: "PATCH", headers, body })
  assert.strictEqual(changed.status, 200)
}

/** Four at once, and a moment for everybody else on the machine. */
const ofLoad = { atOnce: 4, betweenMillis: 20 }

/** A request whose status counts, and what the headers say is left. */
const ask = async ({ headers, url }: Server) => {
  const reply = await fetch(`${url}/v1/monitors/limits`, { headers })
  await reply.text()
  return reply.status
}

describe("with Redis beside Postgres", needing({ Postgres: postgres !== null, Redis: redis !== null }), () => {
  const open = besideRedis(openPostgresAt(postgres ?? ""), redis ?? "")

  it("a page changes, and that is told, while Redis is killed and comes back", { timeout: 180_000 }, async () => {
    const own = await startOwnRedis()
    await using things = new AsyncDisposableStack()
    things.defer(own.stop)
    await using stage = await openStage(
      withSettings(openPostgresAt(postgres ?? ""), { REDIS_URL: own.url, KITTIWAKE_ADMIN_TOKEN: operatorToken })
    )
    await liftLimit(stage.server)
    const monitor = await watch(stage, "page", "One")
    // Requests all the while, so that Redis dies under load; whatever becomes of it, each is answered.
    let isOver = false
    const statuses: Array<number> = []
    const load = (async () => {
      while (!isOver) {
        statuses.push(...(await Promise.all(Array.from({ length: ofLoad.atOnce }, () => ask(stage.server)))))
        await wait(ofLoad.betweenMillis)
      }
    })()
    await change(stage, monitor, "page", "Two")
    await own.kill()
    await change(stage, monitor, "page", "Three")
    const ready = async () => (await (await fetch(`${stage.server.url}/ready`)).json()) as { degraded?: unknown }
    assert.deepStrictEqual((await ready()).degraded, [{ check: "redis", message: "does not answer" }])
    await own.startAgain()
    await eventually(ready, ({ degraded }) => degraded === undefined)
    await change(stage, monitor, "page", "Four")
    isOver = true
    await load
    assert.isAbove(statuses.length, 100)
    assert.deepStrictEqual(
      statuses.filter((status) => status !== 200),
      []
    )
    const { data } = await stage.server.client.monitors.listChanges(monitor.id)
    assert.lengthOf(data, 3)
  })

  it("doors count requests together, and a worker begins what a door queued", { timeout: 180_000 }, async () => {
    await using things = new AsyncDisposableStack()
    const site = things.use(await openSite())
    const receiver = things.use(await openReceiver())
    const storage = things.use(await open())
    const start = async (role: string) =>
      things.use(await startServer({ ...storage, env: { ...storage.env, KITTIWAKE_ROLE: role } }, [site, receiver]))
    const [door, worker] = [await start("http"), await start("all")]
    site.show("page", "One")
    const { id } = await door.client.monitors.create({
      name: "page",
      target: { type: "page", url: site.pageUrl("page") },
      schedule: { type: "interval", frequency: 1, unit: "hours" },
      webhook: { url: `${receiver.url}/page`, events: ["run.completed"] }
    })
    // Only the worker runs, and nobody but the door told it: in its log the run comes after its start, before any look by itself.
    await receiver.arrived("/page", ({ event }) => event === "run.completed")
    const recorded = await worker.logged(({ message }) => message === "run.recorded")
    assert.strictEqual(recorded.annotations.monitorId, id)
    // A thousand a minute for all processes; a window may end meanwhile, so that two of them are drawn on at most.
    const replies = await Promise.all(Array.from({ length: 2_400 }, (_, n) => ask(n % 2 === 0 ? door : worker)))
    const answered = replies.filter((status) => status === 200).length
    assert.isAtMost(answered, 2_000)
    assert.include(replies, 429)
  })
})
