/** Observed: processes of this machine by their parents, and directories for temporary files. */
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { getPriority, tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, Fiber } from "effect"
import { hasBrowser } from "../../../../test/setup/browser.ts"
import { needing } from "../../../../test/setup/needs.ts"
import { killGroup, usesOf } from "../src/processes.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

interface Living {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

const living = (): ReadonlyArray<Living> =>
  readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8")
        const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
        return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }]
      } catch {
        return []
      }
    })

/** Groups of processes that a process has started: each browser leads one. */
const groupsOf = (parent: number): ReadonlyArray<number> =>
  living().flatMap((one) => (one.parent === parent && one.pid === one.group ? [one.group] : []))

const membersOf = (groups: ReadonlyArray<number>): ReadonlyArray<number> =>
  living().flatMap(({ group, pid }) => (groups.includes(group) ? [pid] : []))

/** The processes of a browser that are of a kind. */
const ofType = (type: string, groups: ReadonlyArray<number>): ReadonlyArray<number> =>
  membersOf(groups).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`--type=${type}`)
    } catch {
      return false
    }
  })

/** Those that show its pages. */
const renderersOf = (groups: ReadonlyArray<number>) => ofType("renderer", groups)

/** How many steps a process, or a thread of one, goes behind this process. */
const stepsBehind = (thread: number): number => {
  try {
    return getPriority(thread) - getPriority()
  } catch {
    return 0
  }
}

const folders = (owner: number): ReadonlyArray<string> =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`kittiwake-browser-${owner}-`))

/** The profile directories that the work folders of a process name. */
const profiles = (owner: number): ReadonlyArray<string> =>
  folders(owner).map((name) => readFileSync(`${tmpdir()}/${name}/profile`, "utf8"))

/** Where a process puts temporary files. */
const temporaryOf = (pid: number): string | undefined =>
  readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .find((variable) => variable.startsWith("TMPDIR="))
    ?.slice("TMPDIR=".length)

const exists = (path: string): boolean => readdirSync(tmpdir()).includes(path.split("/").pop() ?? "")

const until = (holds: () => boolean) =>
  Effect.suspend(() => (holds() ? Effect.succeed(true) : Effect.as(Effect.sleep("20 millis"), false))).pipe(
    Effect.repeat({ until: (isDone) => isDone }),
    Effect.timeout("30 seconds")
  )

/** Asked of pages that are silent when they are asked the first time, and of those that always are. */
const asked: Array<string> = []

/** Forty that compute without end. */
const startsWorkers =
  "const url = URL.createObjectURL(new Blob(['for(;;){}'])); for (let i = 0; i < 40; i++) new Worker(url)"

const site = serve((request, response) => {
  const url = request.url ?? ""
  const isFirst = !asked.includes(url)
  asked.push(url)
  if (url.startsWith("/silent") || (url.startsWith("/late") && isFirst)) return
  if (url.startsWith("/shop")) {
    const pay = `fetch("${url.replace("shop", "pay")}", { method: "POST" }); this.textContent = "Paid"`
    response.writeHead(200, { "content-type": "text/html" }).end(`<p>fine</p><button onclick='${pay}'>Pay</button>`)
    return
  }
  if (url === "/workers") {
    response.writeHead(200, { "content-type": "text/html" }).end(`<p>fine</p><script>${startsWorkers}</script>`)
    return
  }
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(request.url === "/loop" ? "<script>while(true){}</script>" : "<p>fine</p>")
})

/** Acts on a page, and gives it time to be lost. */
const pays = [
  { do: "click", selector: "button" },
  { do: "wait", timeMs: 10_000 }
] as const

const needs = needing({ Linux: process.platform === "linux", browser: hasBrowser })

/** Each list of features that the command line of a process switches off. */
const featuresOffIn = (pid: number): ReadonlyArray<ReadonlyArray<string>> =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8")
    .split("\0")
    .filter((argument) => argument.startsWith("--disable-features="))
    .map((argument) => argument.slice("--disable-features=".length).split(","))

describe("the processes of the browser", needs, () => {
  it.live(
    "lack every feature that Playwright switches off, though a browser follows the last list alone",
    () =>
      Effect.gen(function* () {
        const before = groupsOf(process.pid)
        yield* render(`http://localhost:${yield* site}/`)
        const [leader] = groupsOf(process.pid).filter((group) => !before.includes(group))
        const lists = featuresOffIn(leader ?? 0)
        assert.isAbove(lists.length, 1)
        assert.includeMembers([...(lists.at(-1) ?? [])], lists.flat())
      }).pipe(Effect.provide(browserLayer()), Effect.scoped),
    120_000
  )

  it.live(
    "hold what is theirs and the program that all of them run, each told by itself",
    () =>
      Effect.gen(function* () {
        const before = groupsOf(process.pid)
        const url = `http://localhost:${yield* site}`
        // While a page is shown: what showed one that was read may have ended.
        yield* Effect.forkScoped(Effect.result(render(`${url}/silent-2`)))
        yield* until(() => asked.includes("/silent-2"))
        const [leader = 0] = groupsOf(process.pid).filter((group) => !before.includes(group))
        const sizes = usesOf(leader)
        assert.isTrue(sizes.some(({ isRenderer }) => isRenderer))
        const megabyte = 1024 ** 2
        for (const { bytes, fileBytes } of sizes.filter(({ isRenderer }) => isRenderer)) {
          assert.isAbove(bytes, megabyte)
          assert.isAbove(fileBytes, 10 * megabyte)
        }
      }).pipe(Effect.provide(browserLayer()), Effect.scoped),
    120_000
  )

  it.live(
    "go behind this one where they show pages, and behind each other where one computes while another is shown",
    () =>
      Effect.gen(function* () {
        const before = groupsOf(process.pid)
        const url = `http://localhost:${yield* site}`
        const mine = () => groupsOf(process.pid).filter((group) => !before.includes(group))
        yield* Effect.forkScoped(Effect.result(render(`${url}/workers`, { wait: Duration.seconds(60) })))
        yield* until(() =>
          renderersOf(mine()).some((pid) => (usesOf(mine()[0]!).find((one) => one.pid === pid)?.threads ?? 0) > 40)
        )
        // What starts processes that show pages has their claim by the first look, and the browser itself has ours.
        assert.isAbove(ofType("zygote", mine()).length, 0)
        yield* until(() => ofType("zygote", mine()).every((pid) => stepsBehind(pid) === 5))
        assert.isBelow(stepsBehind(mine()[0]!), 5)
        const furthest = () => Math.max(...renderersOf(mine()).map(stepsBehind))
        yield* Effect.sleep("1500 millis")
        assert.isAtMost(furthest(), 5)
        yield* Effect.forkScoped(Effect.result(render(`${url}/silent-7`)))
        yield* until(() => furthest() >= 11)
      }).pipe(Effect.provide(browserLayer()), Effect.scoped),
    120_000
  )

  it.live(
    "are none before the first page and none after the end, though a page still computes",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const before = groupsOf(process.pid)
        const started = yield* Effect.scoped(
          Effect.gen(function* () {
            assert.strictEqual(groupsOf(process.pid).length, before.length)
            yield* render(`${url}/`)
            const groups = groupsOf(process.pid).filter((group) => !before.includes(group))
            assert.lengthOf(groups, 1)
            assert.lengthOf(folders(process.pid), 1)
            assert.strictEqual(temporaryOf(groups[0]!), `${tmpdir()}/${folders(process.pid)[0]}`)
            yield* failureOf(`${url}/loop`, { timeout: Duration.seconds(2) })
            yield* Effect.forkScoped(render(`${url}/loop`))
            yield* Effect.sleep("300 millis")
            return groups
          }).pipe(Effect.provide(browserLayer()))
        )
        assert.deepStrictEqual(membersOf(started), [])
        assert.deepStrictEqual(folders(process.pid), [])
      }),
    120_000
  )

  it.live(
    "are replaced when they die, without whom they had noticing, and after as many renderings as they may do",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const before = groupsOf(process.pid)
        const mine = () => groupsOf(process.pid).filter((group) => !before.includes(group))
        yield* Effect.gen(function* () {
          yield* render(`${url}/`)
          const [first = 0] = mine()
          const reading = yield* Effect.forkChild(render(`${url}/late`))
          yield* until(() => asked.includes("/late"))
          killGroup(first)
          assert.include((yield* Fiber.join(reading)).html, "fine")
          // It had one for itself, which ends with it.
          yield* render(`${url}/`)
          yield* until(() => mine().length === 1)
          const [second = 0] = mine()
          assert.notStrictEqual(second, first)
          yield* render(`${url}/`)
          yield* render(`${url}/`)
          yield* until(() => membersOf([second]).length === 0)
          assert.lengthOf(mine(), 1)
        }).pipe(Effect.provide(browserLayer({ limits: { maxRenderings: 2 } })))
        assert.deepStrictEqual(mine(), [])
      }),
    120_000
  )

  it.live(
    "are blamed on a page with which two of them end, and left alone by one that may have acted",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const before = groupsOf(process.pid)
        const mine = () => groupsOf(process.pid).filter((group) => !before.includes(group))
        const isAsked = (path: string, times: number) =>
          until(() => asked.filter((one) => one === path).length === times && mine().length > 0)
        yield* Effect.gen(function* () {
          const fatal = yield* Effect.forkChild(failureOf(`${url}/silent-1`))
          for (const times of [1, 2]) {
            yield* isAsked("/silent-1", times)
            for (const group of mine()) killGroup(group)
          }
          assert.strictEqual(yield* Fiber.join(fatal), "bad_response")
          const acting = yield* Effect.forkChild(failureOf(`${url}/shop-2`, { actions: pays }))
          yield* isAsked("/pay-2", 1)
          for (const group of mine()) killGroup(group)
          assert.strictEqual(yield* Fiber.join(acting), "may_have_acted")
          assert.lengthOf(
            asked.filter((one) => one === "/pay-2"),
            1
          )
        }).pipe(Effect.provide(browserLayer()))
      }),
    120_000
  )

  it.live(
    "are blamed on none that was beside a page with which they end, however often",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const before = groupsOf(process.pid)
        const mine = () => groupsOf(process.pid).filter((group) => !before.includes(group))
        const times = (path: string) => asked.filter((one) => one === path).length
        yield* Effect.gen(function* () {
          const innocent = yield* Effect.forkChild(render(`${url}/late-8`))
          const fatal = yield* Effect.forkChild(failureOf(`${url}/silent-8`))
          yield* until(() => times("/late-8") === 1 && times("/silent-8") === 1)
          const [shared = 0, ...others] = mine()
          assert.deepStrictEqual(others, [])
          killGroup(shared)
          assert.include((yield* Fiber.join(innocent)).html, "fine")
          yield* until(() => times("/silent-8") === 2)
          for (const group of mine()) killGroup(group)
          assert.strictEqual(yield* Fiber.join(fatal), "bad_response")
        }).pipe(Effect.provide(browserLayer()))
      }),
    120_000
  )

  it.live(
    "that end while they show a page are replaced for it once, without blame for its server",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const before = groupsOf(process.pid)
        const mine = () => groupsOf(process.pid).filter((group) => !before.includes(group))
        const killWhenAsked = (path: string, times: number) =>
          Effect.andThen(
            until(() => asked.filter((one) => one === path).length === times),
            Effect.sync(() => {
              for (const pid of renderersOf(mine())) process.kill(pid, "SIGKILL")
            })
          )
        yield* Effect.gen(function* () {
          const reading = yield* Effect.forkChild(render(`${url}/late-3`))
          yield* killWhenAsked("/late-3", 1)
          assert.include((yield* Fiber.join(reading)).html, "fine")
          const fatal = yield* Effect.forkChild(failureOf(`${url}/silent-3`))
          for (const times of [1, 2]) yield* killWhenAsked("/silent-3", times)
          assert.strictEqual(yield* Fiber.join(fatal), "bad_response")
          const acting = yield* Effect.forkChild(failureOf(`${url}/shop-4`, { actions: pays }))
          yield* killWhenAsked("/pay-4", 1)
          assert.strictEqual(yield* Fiber.join(acting), "may_have_acted")
          assert.lengthOf(
            asked.filter((one) => one === "/pay-4"),
            1
          )
          // Nothing was done on a page that never came, and nothing is by a wait.
          for (const actions of [pays, [{ do: "wait" as const, timeMs: 10 }]]) {
            const path = `/late-${actions[0]!.do}`
            const waiting = yield* Effect.forkChild(render(`${url}${path}`, { actions: actions.slice(0, 1) }))
            yield* killWhenAsked(path, 1)
            assert.include((yield* Fiber.join(waiting)).html, "fine")
          }
          assert.lengthOf(mine(), 1)
        }).pipe(Effect.provide(browserLayer()))
      }),
    120_000
  )

  it.live(
    "are given up by a page that holds one for long, which is done again by nobody once it has acted",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const ofOrganization = (id: string) => Effect.provideService(WorksFor, id as never)
        yield* Effect.gen(function* () {
          const acting = yield* Effect.forkChild(
            failureOf(`${url}/shop-6`, { actions: pays }).pipe(ofOrganization("a"))
          )
          yield* until(() => asked.includes("/pay-6"))
          assert.include((yield* render(`${url}/other-6`).pipe(ofOrganization("b"))).html, "fine")
          assert.strictEqual(yield* Fiber.join(acting), "may_have_acted")
        }).pipe(
          Effect.provide(
            browserLayer({
              limits: { concurrency: 1, maxHeld: Duration.millis(100), maxActing: Duration.millis(100) }
            })
          )
        )
      }),
    120_000
  )

  it.live(
    "are replaced for whoever had one before those who wait are served",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const before = groupsOf(process.pid)
        yield* Effect.gen(function* () {
          const reading = yield* Effect.forkChild(render(`${url}/late-5`))
          yield* until(() => asked.includes("/late-5"))
          const behind = yield* Effect.forkChild(render(`${url}/behind`), { startImmediately: true })
          for (const group of groupsOf(process.pid)) if (!before.includes(group)) killGroup(group)
          yield* Fiber.join(reading)
          yield* Fiber.join(behind)
          assert.isBelow(asked.lastIndexOf("/late-5"), asked.indexOf("/behind"))
        }).pipe(Effect.provide(browserLayer({ limits: { concurrency: 1 } })))
      }),
    120_000
  )

  it.live(
    "end with a process that is killed, whose directories the next start removes",
    () =>
      Effect.gen(function* () {
        const url = `http://localhost:${yield* site}`
        const fixture = fileURLToPath(new URL("./fixtures/renderForever.ts", import.meta.url))
        const child = spawn(process.execPath, [fixture, `${url}/silent`], {
          stdio: "ignore",
          env: { ...process.env, VITEST: "" }
        })
        const pid = child.pid ?? 0
        yield* until(() => folders(pid).length > 0 && groupsOf(pid).length > 0 && profileIsNoted(pid))
        const groups = groupsOf(pid)
        const [profile = ""] = profiles(pid)
        child.kill("SIGKILL")
        yield* until(() => membersOf(groups).length === 0)
        assert.lengthOf(folders(pid), 1)
        yield* render(`${url}/`).pipe(Effect.provide(browserLayer()))
        assert.deepStrictEqual([folders(pid), exists(profile)], [[], false])
      }),
    120_000
  )
})

const profileIsNoted = (owner: number): boolean => {
  try {
    return profiles(owner).length > 0
  } catch {
    return false
  }
}
