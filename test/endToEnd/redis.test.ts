/** The product with Redis beside Postgres: what users see, from several processes, and while Redis is killed under load. */
import { assert, describe, it } from "@effect/vitest"
import { needing } from "../setup/needs.ts"
import { startOwnRedis } from "../setup/ownRedis.ts"
import { postgresUrl, redisUrl } from "../setup/sharedServers.ts"
import { eventually } from "./eventually.ts"
import { openReceiver } from "./Receiver.ts"
import { type Server, startServer } from "./Server.ts"
import { openSite } from "./Site.ts"
import { change, openStage, watch } from "./Stage.ts"
import { besideRedis, openPostgresAt } from "./storages.ts"

const [postgres, redis] = [await postgresUrl(), await redisUrl()]

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
    await using stage = await openStage(besideRedis(openPostgresAt(postgres ?? ""), own.url))
    const monitor = await watch(stage, "page", "One")
    // Requests all the while, so that Redis dies under load; whatever becomes of it, each is answered.
    let isOver = false
    const statuses: Array<number> = []
    const load = (async () => {
      while (!isOver) statuses.push(...(await Promise.all(Array.from({ length: 4 }, () => ask(stage.server)))))
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
    assert.deepStrictEqual(
      statuses.filter((status) => status !== 200 && status !== 429),
      []
    )
    assert.include(statuses, 200)
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
