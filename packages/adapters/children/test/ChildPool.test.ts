/** Observed: answers, reasons, and the processes of this machine. */
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { getPriority } from "node:os"
import { fileURLToPath } from "node:url"
import { assert, describe, it, vi } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Result } from "effect"
import { needing } from "../../../../test/setup/needs.ts"
import { type ChildPool, makeChildPool, type Work } from "../src/ChildPool.ts"
import { limits, workOf } from "./pools.ts"

// Children share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

const valueOf = (pool: ChildPool, work: Work) =>
  Effect.map(pool.run(work), ({ head }) => (head as { value: unknown }).value)

const pidOf = (pool: ChildPool) => Effect.map(valueOf(pool, workOf("pid")), Number)

const reasonOf = (pool: ChildPool, work: Work) =>
  Effect.map(Effect.flip(pool.run(work)), (error) => ("reason" in error ? error.reason : error._tag))

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

const untilGone = (pid: number) =>
  Effect.suspend(() => (isAlive(pid) ? Effect.as(Effect.sleep("10 millis"), false) : Effect.succeed(true))).pipe(
    Effect.repeat({ until: (isGone) => isGone }),
    Effect.timeout("20 seconds")
  )

describe("work in a child", () => {
  it.live("has its bytes and its answer, and the next has the same child", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool(limits)
      const bytes = new Uint8Array(20_000_000).map((_, index) => index % 251)
      const echo = yield* pool.run({ ...workOf("echo", { name: "ä\u2028\0" }), bytes })
      assert.deepStrictEqual(echo.head, { value: "ä\u2028\0" })
      assert.isTrue(Buffer.from(bytes).equals(echo.bytes))
      const pid = yield* pidOf(pool)
      assert.notStrictEqual(pid, process.pid)
      assert.strictEqual(yield* pidOf(pool), pid)
      assert.strictEqual(yield* valueOf(pool, workOf("print", { name: "silent" })), "silent")
    })
  )

  it.live("knows nothing of our environment", () =>
    Effect.gen(function* () {
      vi.stubEnv("KITTIWAKE_SEALING_KEY", "secret")
      const pool = yield* makeChildPool(limits)
      const environment = JSON.stringify(yield* valueOf(pool, workOf("environment")))
      vi.unstubAllEnvs()
      assert.notMatch(environment, /secret|VITEST|npm_|"PATH"|"HOME"/)
    })
  )

  it.live("ends when it has taken its time of the processor, however long it waits and whatever it asks for", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool(limits)
      const second = { processor: Duration.millis(500), processorAtMost: Duration.seconds(1) }
      assert.strictEqual(yield* valueOf(pool, { ...workOf("wait", { amount: 1_000 }), ...second }), null)
      assert.strictEqual(yield* reasonOf(pool, { ...workOf("burn", { amount: 5_000 }), ...second }), "processor")
      assert.strictEqual(yield* valueOf(pool, { ...workOf("more", { amount: 700 }), ...second }), null)
      assert.strictEqual(yield* reasonOf(pool, { ...workOf("more", { amount: 60_000 }), ...second }), "processor")
    })
  )

  it.live("ends when it takes too much memory of any kind, or answers with more than is taken", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool(limits)
      for (const what of ["buffers", "heap", "wasm"]) {
        assert.strictEqual(yield* reasonOf(pool, workOf(what)), "memory", what)
      }
      assert.strictEqual(yield* reasonOf(pool, workOf("answer", { amount: limits.answerBytes + 1 })), "memory")
      assert.strictEqual(yield* valueOf(pool, workOf("answer", { amount: limits.answerBytes })), null)
    })
  )

  it.live("ends when its work adds more to its memory than that work may, whatever it had before", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool(limits)
      const first = yield* pidOf(pool)
      const hold = (megabytes: number, addedMegabytes: number) => ({
        ...workOf("hold", { amount: megabytes * 1024 * 1024 }),
        addedMegabytes
      })
      for (let done = 0; done < 2; done++) assert.strictEqual(yield* valueOf(pool, hold(100, 150)), null)
      assert.strictEqual(yield* pidOf(pool), first)
      assert.strictEqual(yield* reasonOf(pool, hold(100, 50)), "memory")
    })
  )

  it.live("ends when the memory of all its works is too much, however little each adds", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool(limits)
      const little = { ...workOf("hold", { amount: 100 * 1024 * 1024 }), addedMegabytes: 200 }
      const ends: Array<string> = []
      // Four hold as much as it may have at all, beside what it has without any.
      for (let done = 0; done < 5; done++) {
        const end = yield* Effect.result(pool.run(little))
        ends.push(Result.isSuccess(end) ? "done" : end.failure._tag)
      }
      assert.strictEqual(ends[0], "done")
      assert.include(ends, "WorkStopped")
    })
  )

  it.live("ends with whoever wanted it, and when it breaks; the next has a new child", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool(limits)
      const first = yield* pidOf(pool)
      const looping = yield* Effect.forkChild(pool.run(workOf("loop")))
      yield* Effect.sleep("100 millis")
      yield* Fiber.interrupt(looping)
      assert.isFalse(isAlive(first))
      assert.strictEqual(yield* reasonOf(pool, { ...workOf("loop"), timeout: Duration.millis(200) }), "time")
      assert.strictEqual(yield* reasonOf(pool, workOf("throw")), "broken")
      assert.strictEqual(yield* reasonOf(pool, workOf("abort")), "broken")
      const idle = yield* pidOf(pool)
      process.kill(idle, "SIGKILL")
      yield* untilGone(idle)
      assert.notStrictEqual(yield* pidOf(pool), idle)
    })
  )

  it.live("goes to another child where the system does not let the first go on, at nobody's cost", () =>
    Effect.gen(function* () {
      const losses = { millis: 0, forgivenInMillis: 600_000 }
      const pool = yield* makeChildPool({ ...limits, losses, maxSilence: Duration.seconds(3) })
      const stopped = yield* pidOf(pool)
      // A work that takes longer than the silence ends no child.
      assert.strictEqual(yield* valueOf(pool, workOf("wait", { amount: 5_000 })), null)
      assert.strictEqual(yield* pidOf(pool), stopped)
      process.kill(stopped, "SIGSTOP")
      assert.notStrictEqual(yield* pidOf(pool), stopped)
      assert.isFalse(isAlive(stopped))
      assert.isNumber(yield* pidOf(pool))
    })
  )
})

describe("the children of a pool", () => {
  it.live("that do not start are nobody's fault who sent work: there is no turn for it", () =>
    Effect.gen(function* () {
      const program = new URL("./fixtures/none.ts", import.meta.url)
      const pool = yield* makeChildPool({ ...limits, program, losses: { millis: 0, forgivenInMillis: 1 } })
      assert.strictEqual(yield* reasonOf(pool, workOf("pid")), "no_child")
      assert.strictEqual(yield* reasonOf(pool, workOf("pid")), "no_child")
    })
  )

  it.live("end when nobody needs them, though the clock was ahead when they were used", () =>
    Effect.gen(function* () {
      const own = yield* Clock.Clock
      let aheadMillis = 86_400_000
      const millis = () => own.currentTimeMillisUnsafe() + aheadMillis
      const clock = Object.assign(Object.create(own) as Clock.Clock, {
        currentTimeMillisUnsafe: millis,
        currentTimeMillis: Effect.sync(millis)
      })
      const pool = yield* Effect.provideService(
        makeChildPool({ ...limits, maxIdle: Duration.millis(300) }),
        Clock.Clock,
        clock
      )
      const pid = yield* pidOf(pool)
      aheadMillis = 0
      yield* untilGone(pid)
    })
  )

  it.live("are none before the first work, and none when nobody needs them or the pool is closed", () =>
    Effect.gen(function* () {
      const pids = yield* Effect.scoped(
        Effect.gen(function* () {
          const pool = yield* makeChildPool({ ...limits, maxIdle: Duration.millis(300) })
          const brief = yield* pidOf(pool)
          yield* untilGone(brief)
          const lasting = yield* pidOf(pool)
          yield* Effect.forkScoped(pool.run(workOf("loop")))
          yield* Effect.sleep("50 millis")
          return [brief, lasting]
        })
      )
      assert.deepStrictEqual(pids.filter(isAlive), [])
    })
  )

  it.live("end with a process that is killed, though they compute", () =>
    Effect.gen(function* () {
      const parent = spawn(process.execPath, [fileURLToPath(new URL("./fixtures/parent.ts", import.meta.url))], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      const child = yield* Effect.promise(
        () => new Promise<number>((resolve) => parent.stdout.once("data", (data) => resolve(Number(data))))
      )
      assert.isTrue(isAlive(child))
      parent.kill("SIGKILL")
      yield* untilGone(child)
    })
  )

  it.live(
    "give way to those who answer, with all of their threads",
    () =>
      Effect.gen(function* () {
        const pool = yield* makeChildPool(limits)
        const pid = yield* pidOf(pool)
        const niceness = readdirSync(`/proc/${pid}/task`).map((thread) =>
          Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8").split(") ")[1]?.split(" ")[16])
        )
        assert.isAbove(niceness.length, 4)
        assert.isTrue(niceness.every((nice) => nice >= 10 && nice > getPriority()))
        assert.strictEqual(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim(), "1000")
      }),
    needing({ Linux: process.platform === "linux", priority: getPriority() < 10 })
  )
})

describe("owners of work", () => {
  it.live("who lose too much of the processor wait, and others do not", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool({ ...limits, losses: { millis: 500, forgivenInMillis: 3_600_000 } })
      const stopped = { ...workOf("loop"), processor: Duration.millis(300), processorAtMost: Duration.millis(300) }
      assert.strictEqual(yield* reasonOf(pool, stopped), "processor")
      assert.strictEqual(yield* valueOf(pool, workOf("burn", { amount: 300 })), null)
      const useless = yield* Effect.result(pool.run({ ...workOf("burn", { amount: 300 }), isLost: () => true }))
      assert.isTrue(Result.isSuccess(useless))
      const refused = yield* Effect.flip(pool.run(workOf("pid")))
      assert.strictEqual(refused._tag, "LossesTooHigh")
      assert.isAbove((refused as { retryAfterMillis: number }).retryAfterMillis, 60_000)
      assert.isNumber(yield* valueOf(pool, { ...workOf("pid"), owner: "b" }))
    })
  )

  it.live("who go away lose what was done for them", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool({ ...limits, losses: { millis: 200, forgivenInMillis: 3_600_000 } })
      yield* pidOf(pool)
      const looping = yield* Effect.forkChild(pool.run(workOf("loop")))
      yield* Effect.sleep("400 millis")
      yield* Fiber.interrupt(looping)
      assert.strictEqual((yield* Effect.flip(pool.run(workOf("pid"))))._tag, "LossesTooHigh")
    })
  )

  it.live("lose and are forgiven by no clock that somebody sets", () =>
    Effect.gen(function* () {
      const pool = yield* makeChildPool({ ...limits, losses: { millis: 200, forgivenInMillis: 3_600_000 } })
      yield* pidOf(pool)
      const clock = yield* Clock.Clock
      let setByMillis = 0
      const wall = () => clock.currentTimeMillisUnsafe() + setByMillis
      const set: Clock.Clock = Object.create(clock, {
        currentTimeMillisUnsafe: { value: wall },
        currentTimeMillis: { value: Effect.sync(wall) }
      })
      yield* Effect.gen(function* () {
        const looping = yield* Effect.forkChild(pool.run(workOf("loop")))
        yield* Effect.sleep("400 millis")
        setByMillis = -3_600_000
        yield* Fiber.interrupt(looping)
        const refused = yield* Effect.flip(pool.run(workOf("pid")))
        assert.strictEqual(refused._tag, "LossesTooHigh")
        assert.isBelow((refused as { retryAfterMillis: number }).retryAfterMillis, 3_600_000 * 10)
        setByMillis = 36_000_000
        assert.strictEqual((yield* Effect.flip(pool.run(workOf("pid"))))._tag, "LossesTooHigh")
      }).pipe(Effect.provideService(Clock.Clock, set))
    })
  )
})
