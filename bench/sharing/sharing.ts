/** What processes share over Redis: how soon one begins what another queued, and what a shared count costs. */
import { setTimeout as sleep } from "node:timers/promises"
import { Redis } from "ioredis"
import pg from "pg"
import { type Server, startServer } from "../../test/endToEnd/Server.ts"
import { openSite } from "../../test/endToEnd/Site.ts"
import { startOwnRedis } from "../../test/setup/ownRedis.ts"
import { startChild } from "../children.ts"
import { median } from "../measure.ts"
import { openPostgres } from "../postgres.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"

/** Between two monitors, so that the loops rest again. */
const pauseMillis = 400

const sorted = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)

const percentile = (values: ReadonlyArray<number>, share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Milliseconds from the answer of the door that took a monitor to the request for its page that the worker makes. */
const untilBegun = async (door: Server, site: Awaited<ReturnType<typeof openSite>>, n: number) => {
  const name = `page-${n}`
  site.show(name, "One")
  const asked = site.asked(name).then(() => performance.now())
  await door.client.monitors.create({
    name,
    target: { type: "page", url: site.pageUrl(name) },
    schedule: { type: "interval", frequency: 1, unit: "hours" }
  })
  const answeredMillis = performance.now()
  // The worker may be sooner than the answer is here.
  const waited = Math.max(0, (await asked) - answeredMillis)
  await sleep(pauseMillis)
  return waited
}

type Site = Awaited<ReturnType<typeof openSite>>

/** The same of a loop that does nothing else: a row, a word, and a process that waits for it. What it takes is the machine's. */
const startBare = async (databaseUrl: string, redisUrl: string | null) => {
  const other = await startChild(new URL("./bare.ts", import.meta.url))
  const own = new pg.Client({ connectionString: databaseUrl })
  await own.connect()
  await own.query("create table bench_queue (url text not null)")
  await other.call("hear", { databaseUrl, redisUrl })
  const redis = redisUrl === null ? null : new Redis(redisUrl)
  const untilBegun = async (site: Site, n: number) => {
    const name = `bare-${n}`
    site.show(name, "One")
    const asked = site.asked(name).then(() => performance.now())
    await own.query("insert into bench_queue values ($1)", [site.pageUrl(name)])
    const writtenMillis = performance.now()
    await (redis === null ? own.query("notify bench_bare") : redis.publish("bench_bare", "runs"))
    return Math.max(0, (await asked) - writtenMillis)
  }
  const end = async () => {
    redis?.disconnect()
    await own.end()
    await other.end()
  }
  return { untilBegun, [Symbol.asyncDispose]: end }
}

const startsOnAnother = async (databaseUrl: string, redisUrl: string | null, count: number) => {
  await using things = new AsyncDisposableStack()
  const site = things.use(await openSite())
  const env = { DATABASE_URL: databaseUrl, ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }) }
  const start = async (role: string) =>
    things.use(
      await startServer(
        { directory: "", env: { ...env, KITTIWAKE_ROLE: role }, [Symbol.asyncDispose]: async () => {} },
        [site]
      )
    )
  const [door] = [await start("http"), await start("all")]
  const bare = things.use(await startBare(databaseUrl, redisUrl))
  await untilBegun(door, site, 0)
  await bare.untilBegun(site, 0)
  const waits: { readonly ours: Array<number>; readonly bare: Array<number> } = { ours: [], bare: [] }
  for (let n = 1; n <= count; n++) {
    waits.ours.push(await untilBegun(door, site, n))
    waits.bare.push(await bare.untilBegun(site, n))
  }
  return waits
}

const eachMillis = async (count: number, ask: () => Promise<unknown>) => {
  const waits: Array<number> = []
  for (let n = 0; n < count; n++) {
    const before = performance.now()
    await ask()
    waits.push(performance.now() - before)
  }
  return median(waits.slice(count / 10))
}

/** A point read of each, as the reading of a key would be. */
const pointReads = async (databaseUrl: string, redisUrl: string, count: number) => {
  const postgres = new pg.Client({ connectionString: databaseUrl })
  await postgres.connect()
  const redis = new Redis(redisUrl)
  await redis.set("key", "x".repeat(500))
  await postgres.query("create table bench_point (id text primary key, value text)")
  await postgres.query("insert into bench_point select n::text, repeat('x', 500) from generate_series(1, 10000) n")
  const read = { name: "point", text: "select value from bench_point where id = $1", values: ["77"] }
  const found = {
    postgres: await eachMillis(count, () => postgres.query(read)),
    redis: await eachMillis(count, () => redis.get("key"))
  }
  await postgres.end()
  redis.disconnect()
  return found
}

/** The bench. */
export const sharing = async ({ databaseUrl, isQuick }: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const count = isQuick ? 15 : 60
  const postgres = await openPostgres(databaseUrl)
  const redis = await startOwnRedis()
  try {
    tell("a monitor that one process takes is begun by another, over Redis")
    const overRedis = await startsOnAnother(await postgres.database(), redis.url, count)
    tell("the same, over LISTEN")
    const overListen = await startsOnAnother(await postgres.database(), null, count)
    tell("point reads")
    const reads = await pointReads(await postgres.database(), redis.url, isQuick ? 2_000 : 10_000)
    const told = (waits: ReadonlyArray<number>) =>
      `nine of ten within ${percentile(waits, 0.9).toFixed(1)} ms, the longest of ${waits.length} after ${Math.max(...waits).toFixed(1)} ms`
    const notesOf = ({ bare, ours }: Awaited<ReturnType<typeof startsOnAnother>>) => [
      told(ours),
      `a bare loop in turns with it: ${told(bare)}`
    ]
    return [
      {
        what: "a monitor is taken by one process and its page asked for by another, over Redis",
        target: "100 ms",
        unit: "ms",
        ours: median(overRedis.ours),
        yardstick: median(overRedis.bare),
        notes: notesOf(overRedis)
      },
      {
        what: "the same over LISTEN of Postgres",
        target: "100 ms",
        unit: "ms",
        ours: median(overListen.ours),
        yardstick: median(overListen.bare),
        notes: notesOf(overListen)
      },
      {
        what: "a point read of 500 bytes from Redis, beside one from Postgres",
        target: null,
        unit: "ms",
        ours: reads.redis,
        yardstick: reads.postgres,
        notes: ["what reading keys and balances from Redis would save of a read that is not remembered in the process"]
      }
    ]
  } finally {
    await redis.stop()
    await postgres.end()
  }
}
