import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { suite } from "@kittiwake/core/testing/wakeupsSuite"
import { parts, Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Context, Duration, Effect, Fiber, Layer, Redacted } from "effect"
import pg from "pg"
import * as PostgresWakeups from "../src/Wakeups.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

/** A process that shares the server with others. */
const startProcess = (url: Redacted.Redacted) =>
  Effect.map(Layer.build(Layer.fresh(PostgresWakeups.layer({ url }))), (context) => Context.get(context, Wakeups))

/** A look at the server from outside. */
const openAdmin = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: Redacted.value(url) })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

const listeners = `
  from pg_stat_activity where datname = current_database() and query like 'LISTEN%' and pid <> pg_backend_pid()`

/** Waits until so many connections listen. */
const untilListening = (admin: pg.Client, count: number) =>
  Effect.repeat(
    Effect.promise(() => admin.query(`select count(*)::integer as n ${listeners}`)),
    { until: ({ rows }) => rows[0].n === count }
  )

const untilHeard = ({ hears }: Wakeups["Service"]) => Effect.repeat(hears, { until: (heard) => heard })

/** A pooler as seen from here: it tells a number of its own for the server's process, since it lends several of them. */
const poolerBefore = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const target = new URL(Redacted.value(url))
      const { hostname, port } = target
      const server = createServer((socket) => {
        const onward = connect(Number(port), hostname)
        socket.pipe(onward)
        onward.on("data", (answer) => {
          // BackendKeyData: its letter, its length, the number, and the key.
          const at = answer.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
          if (at >= 0) answer.writeInt32BE(1, at + 5)
          socket.write(answer)
        })
        for (const one of [socket, onward]) one.on("error", () => {}).on("close", () => onward.destroy())
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      target.port = String((server.address() as AddressInfo).port)
      return { url: Redacted.make(target.href), close: () => server.close() }
    }),
    ({ close }) => Effect.sync(close)
  )

/** A way to the server that can stop to lead back from there, without an end to what is connected; also from a statement on. */
const proxyTo = (url: Redacted.Redacted, lastStatement?: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const target = new URL(Redacted.value(url))
      const { hostname, port } = target
      const sockets: Array<Socket> = []
      const server = createServer((socket) => {
        const onward = connect(Number(port), hostname)
        sockets.push(socket, onward)
        socket.pipe(onward)
        onward.pipe(socket)
        if (lastStatement !== undefined) {
          socket.on("data", (sent) => {
            if (sent.includes(lastStatement)) onward.unpipe().pause()
          })
        }
        for (const one of [socket, onward]) one.on("error", () => {})
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      target.port = String((server.address() as AddressInfo).port)
      const freeze = () => {
        for (const socket of sockets) socket.unpipe().pause()
      }
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      return { url: Redacted.make(target.href), freeze, close }
    }),
    ({ close }) => Effect.sync(close)
  )

const isOpen = (fiber: Fiber.Fiber<void>) => fiber.pollUnsafe() === undefined

describe("on a server", needsServer, () =>
  suite("Postgres", Layer.unwrap(Effect.map(emptyDatabase, (url) => PostgresWakeups.layer({ url }))))
)

describe("wake-ups without a server", () => {
  it.live("reach the loops of this process, and nobody waits", () =>
    Effect.gen(function* () {
      const { subscribe, wake } = yield* startProcess(Redacted.make("postgres://nobody@127.0.0.1:1/none"))
      const wait = yield* subscribe("runs")
      for (let n = 0; n < 100; n++) yield* wake("runs")
      yield* wait
    }).pipe(Effect.scoped)
  )
})

describe("wake-ups between processes", needsServer, () => {
  it.live("reach all the others, and the own process once", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const [one, two, three] = [yield* startProcess(url), yield* startProcess(url), yield* startProcess(url)]
      const own = yield* one.subscribe("runs")
      const waits = [yield* two.subscribe("runs"), yield* three.subscribe("runs")]
      const answer = yield* one.subscribe("deliveries")
      yield* untilListening(admin, 3)

      yield* one.wake("runs")
      yield* own
      yield* Effect.all(waits, { concurrency: "unbounded" })
      const again = yield* Effect.forkChild(own)
      // What comes after a notification is heard after it.
      yield* two.wake("deliveries")
      yield* answer
      assert.isTrue(isOpen(again))
    }).pipe(Effect.scoped)
  )

  it.live("are not counted on behind a pooler, which may lend the connection to others", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const pooler = yield* poolerBefore(url)
      const [one, two] = [yield* startProcess(pooler.url), yield* startProcess(url)]
      yield* one.subscribe("runs")
      yield* two.subscribe("runs")
      yield* untilListening(admin, 2)
      yield* untilHeard(two)
      assert.isFalse(yield* one.hears)
    }).pipe(Effect.scoped)
  )

  it.live("are told together when many come", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const heard: Array<string | undefined> = []
      admin.on("notification", ({ payload }) => heard.push(payload))
      yield* Effect.promise(() => admin.query("listen kittiwake_wakeups"))
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      const wait = yield* two.subscribe("deliveries")
      yield* one.subscribe("runs")
      yield* untilListening(admin, 2)
      for (let n = 0; n < 10_000; n++) yield* one.wake("runs")
      yield* one.wake("deliveries")
      yield* wait
      yield* Effect.promise(() => admin.query("select 1"))
      assert.include(heard, "runs")
      assert.isBelow(heard.length, 100)
    }).pipe(Effect.scoped)
  )

  it.live("tell of organizations to those who watch them, in whichever process", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      const [own, theirs] = [yield* one.watch("org_1"), yield* two.watch("org_1")]
      const stranger = yield* two.watch("org_2")
      yield* untilListening(admin, 2)
      for (let n = 0; n < 1_000; n++) yield* one.changed("org_1", n % 2 === 0 ? ["runs"] : ["changes"])
      yield* own.wait
      assert.deepStrictEqual(yield* own.take, ["changes", "runs"])
      // The first is told at once, and what follows together.
      const heard = new Set<string>()
      while (heard.size < 2) {
        yield* theirs.wait
        for (const part of yield* theirs.take) heard.add(part)
      }
      assert.sameMembers([...heard], ["changes", "runs"])
      assert.deepStrictEqual(yield* stranger.take, [])
    }).pipe(Effect.scoped)
  )

  it.live("tell everybody of everything where too many organizations changed to be named", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const heard: Array<string | undefined> = []
      admin.on("notification", ({ payload }) => heard.push(payload))
      yield* Effect.promise(() => admin.query("listen kittiwake_wakeups"))
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      const [first, theirs] = [yield* two.watch("org_0"), yield* two.watch("org_other")]
      yield* one.watch("org_other")
      yield* untilListening(admin, 2)
      // The first is told at once, and what follows is gathered.
      yield* one.changed("org_0", ["runs"])
      yield* first.wait
      for (let n = 1; n < 1_000; n++) yield* one.changed(`org_${n}`, ["runs"])
      yield* theirs.wait
      assert.deepStrictEqual(yield* theirs.take, parts)
      yield* Effect.promise(() => admin.query("select 1"))
      assert.isBelow(heard.length, 10)
    }).pipe(Effect.scoped)
  )

  it.live("tell whoever watches that anything may have changed, when the connection was lost", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const one = yield* startProcess(url)
      const watch = yield* one.watch("org_1")
      yield* untilListening(admin, 1)
      yield* untilHeard(one)
      yield* Effect.promise(() => admin.query(`select pg_terminate_backend(pid) ${listeners}`))
      yield* watch.wait
      assert.deepStrictEqual(yield* watch.take, parts)
    }).pipe(Effect.scoped)
  )

  it.live("are heard again after the connection was lost, and what was missed meanwhile is looked for", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      const waits = [yield* two.subscribe("runs"), yield* two.subscribe("deliveries")]
      yield* one.subscribe("runs")
      yield* untilHeard(two)
      yield* untilListening(admin, 2)
      yield* Effect.promise(() => admin.query(`select pg_terminate_backend(pid) ${listeners}`))
      // Told of the loss first, which ends the rest of whoever relies on being woken.
      yield* Effect.all(waits, { concurrency: "unbounded" })
      assert.isFalse(yield* two.hears)
      yield* Effect.all(waits, { concurrency: "unbounded" })
      yield* untilListening(admin, 2)
      yield* untilHeard(two)

      const again = yield* Effect.forkChild(waits[0]!)
      yield* one.wake("runs")
      yield* Fiber.join(again)
    }).pipe(Effect.scoped)
  )

  it.live("reach the others from a process that wakes and ends at once", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const worker = yield* startProcess(url)
      const wait = yield* worker.subscribe("runs")
      yield* untilHeard(worker)
      const woken = yield* Effect.forkChild(wait)
      yield* Effect.scoped(Effect.flatMap(startProcess(url), ({ wake }) => wake("runs")))
      yield* Fiber.join(woken).pipe(Effect.timeout(Duration.seconds(4)))
    }).pipe(Effect.scoped)
  )

  it.live("end with their process, also where the server does not answer any more", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const between = yield* proxyTo(url)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { subscribe, wake } = yield* startProcess(between.url)
          yield* subscribe("runs")
          yield* untilListening(admin, 1)
          between.freeze()
          yield* wake("runs")
        })
      ).pipe(Effect.timeout(Duration.seconds(4)))
    }).pipe(Effect.scoped)
  )

  it.live("end with their process, also where the server does not answer that it listens", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const admin = yield* openAdmin(url)
      const between = yield* proxyTo(url, "LISTEN")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* (yield* startProcess(between.url)).subscribe("runs")
          yield* untilListening(admin, 1)
        })
      )
      yield* untilListening(admin, 0)
    }).pipe(Effect.scoped)
  )
})
