/** A hundred hostile pages, files, requests and readers, one after the other, and what each costs everybody else. */
import { loadavg } from "node:os"
import { setTimeout as wait } from "node:timers/promises"
import { blobFolder } from "../blobFolder.ts"
import { type Child, startChild } from "../children.ts"
import { seeded } from "../http/seeded.ts"
import { type RunningServer, startServer } from "../http/server.ts"
import { type BenchOptions, type Finding, tell } from "../report.ts"
import { megabytesOf, ownMegabytesOf } from "../start/processTree.ts"
import { withStorage } from "../storages.ts"
import { aborts } from "./aborts.ts"
import { type Attack, ask, callTool, reading, type Told, type World } from "./asking.ts"
import { browsed } from "./browsed.ts"
import { data } from "./data.ts"
import { extracts } from "./extracts.ts"
import { files } from "./files.ts"
import { heldMillis, watched } from "./held.ts"
import { keptAtOnce } from "./kept.ts"
import { crowds, listsAtOnce } from "./lists.ts"
import { pages } from "./pages.ts"
import { readers } from "./readers.ts"
import { tellings } from "./receivers.ts"
import { requests } from "./requests.ts"
import { secureServers } from "./secureServers.ts"
import { sites } from "./sites.ts"

/** What no attack may cost. */
const limits = { seconds: 10, megabytes: 64, healthMillis: 100 }

interface Row {
  readonly name: string
  readonly answer: string
  readonly seconds: number
  readonly megabytes: number
  readonly healthMillis: number
  /** Of a bare server that was asked at the same moments: what the machine adds. */
  readonly bareMillis: number
  /** Longest time for which the main thread did nothing else, by its own processor time. */
  readonly heldMillis: number
  /** Whether the attack says itself that it cost others too much. */
  readonly isOver: boolean
}

const sitePage =
  (index: number): Attack =>
  (world) =>
    ask(world, "GET", reading("markdown", `http://localhost:${world.sitePort}/page/${index}`))

/** Of what a browser shows, on a server that has one; what the browser takes for itself is the page's. */
const screenshot =
  (index: number): Attack =>
  (world) =>
    ask(world, "GET", reading("screenshot", `http://localhost:${world.sitePort}/page/${index}`))

const isBrowsed = (name: string): boolean => name.startsWith("browser: ")

/** Lists, which are also asked of a server of Postgres. */
const isListed = (name: string): boolean => name.startsWith("list: ")

const named = (kind: string, given: Readonly<Record<string, Attack>>) =>
  Object.entries(given).map(([name, attack]) => [`${kind}: ${name}`, attack] as const)

const attacks: ReadonlyArray<readonly [name: string, attack: Attack]> = [
  ...Object.keys({ ...pages, ...data }).map((name, index) => [`page: ${name}`, sitePage(index)] as const),
  ...Object.keys(browsed).map(
    (name, index) => [`browser: ${name}`, screenshot(Object.keys({ ...pages, ...data }).length + index)] as const
  ),
  ...named("site", sites),
  ...named("tls", secureServers),
  ...named("request", requests),
  ...named("data", extracts),
  ...named("file", files),
  ...named("receiver", tellings),
  ...named("left", aborts),
  ...named("many", readers),
  ...named("list", listsAtOnce),
  ...named("list", keptAtOnce),
  ...named("crowd", crowds)
]

/** The most memory that there is while `work` goes on. */
const peakDuring = async <A>(
  memory: () => Promise<number>,
  work: Promise<A>
): Promise<readonly [value: A, peak: number]> => {
  let peak = 0
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    peak = Math.max(peak, await memory())
    await wait(25)
  }
  return [await done, Math.max(peak, await memory())]
}

const attacked = async (
  name: string,
  attack: Attack,
  world: World,
  server: RunningServer,
  health: Child
): Promise<Row> => {
  await attack.prepare?.(world)
  // What the last attack left under way is not this one's.
  await wait(300)
  await health.call("begin")
  await heldMillis(server.pid)
  const memory = () => (isBrowsed(name) ? ownMegabytesOf : megabytesOf)(server.pid, "VmRSS")
  const before = await memory()
  const began = performance.now()
  const [told, peak] = await peakDuring(memory, attack(world))
  const { answer, isOver }: Told = typeof told === "string" ? { answer: told, isOver: false } : told
  const seconds = (performance.now() - began) / 1_000
  if (/^(page|site): /.test(name) && answer.includes("INPUT_VALIDATION_ERROR")) {
    throw new Error(`${name}: the request was not taken, so that nothing was attacked.`)
  }
  await wait(100)
  const [healthMillis = 0, bareMillis = 0] = await health.call<ReadonlyArray<number>>("p99")
  const held = await heldMillis(server.pid)
  const megabytes = Math.max(0, peak - before)
  return { name, answer, seconds, megabytes, healthMillis, bareMillis, heldMillis: held, isOver }
}

/** What the machine holds up is nobody's here. */
const isWithin = ({ answer, bareMillis, healthMillis, isOver, megabytes, seconds }: Row): boolean =>
  answer !== "no answer" &&
  !isOver &&
  seconds <= limits.seconds &&
  megabytes <= limits.megabytes &&
  healthMillis - bareMillis <= limits.healthMillis

const line = (row: Row): string =>
  `| ${isWithin(row) ? "" : "**over** "}${row.name} | ${row.answer} | ${row.seconds.toFixed(2)} s | +${row.megabytes.toFixed(0)} MB | ${row.healthMillis.toFixed(0)} ms | ${row.bareMillis.toFixed(0)} ms | ${row.heldMillis.toFixed(0)} ms |`

const worst = (rows: ReadonlyArray<Row>, field: "seconds" | "megabytes" | "healthMillis" | "heldMillis") =>
  Math.max(...rows.map((row) => row[field]))

/** How a server is told its storage: a directory, or the address of a database. */
const placeOf = (storage: string): Readonly<Record<string, string>> =>
  storage.includes("://")
    ? { DATABASE_URL: storage, KITTIWAKE_DATA_DIR: blobFolder(storage), KITTIWAKE_BLOBS: blobFolder(storage) }
    : { KITTIWAKE_DATA_DIR: storage, DATABASE_URL: "" }

/** Every attack on a server with this heap. */
const runWith = async (
  heap: string,
  nodeArguments: ReadonlyArray<string>,
  storage: string,
  [key = "", otherKey = ""]: ReadonlyArray<string>,
  chosen: typeof attacks,
  settings: Readonly<Record<string, string>>
): Promise<ReadonlyArray<Finding>> => {
  const server = await startServer({ ...placeOf(storage), KITTIWAKE_EGRESS_ALLOW: "127.0.0.0/8", ...settings }, [
    ...nodeArguments,
    ...watched
  ])
  const [site, health, bare] = await Promise.all(
    ["./site.ts", "./health.ts", "../http/bare.ts"].map((file) => startChild(new URL(file, import.meta.url)))
  )
  const world: World = {
    port: server.port,
    pid: server.pid,
    key,
    otherKey,
    sitePort: await site!.call<number>("listen")
  }
  // Threads, processes that read files, compiled code and the first growth of the heap are no attack's.
  for (let warm = 0; warm < 5; warm++) {
    await Promise.all(
      Array.from({ length: 4 }, (_, at) => [
        ask(world, "GET", reading("markdown", `http://localhost:${world.sitePort}/large/${at}`)),
        ask(world, "POST", "/v1/parse?extension=csv", "a,b\nc,d\n")
      ]).flat()
    )
    await ask(world, "GET", `/v1/web/scrape/sitemap?domain=honest.localhost:${world.sitePort}`)
    await callTool(world, "monitor_get", { monitor_id: "none" })
  }
  // What speaks to browsers is loaded with the first of them.
  if (chosen.some(([name]) => isBrowsed(name))) {
    await ask(world, "GET", reading("screenshot", `http://localhost:${world.sitePort}/honest`))
  }
  await health!.call("start", [server.port, await bare!.call<number>("listen", [])])
  const rows: Array<Row> = []
  for (const [name, attack] of chosen) {
    if (!server.isAlive()) break
    const row = await attacked(name, attack, world, server, health!)
    rows.push(row)
    tell(line(row))
  }
  await health!.call("stop")
  const isAlive = server.isAlive() && (await ask(world, "GET", "/v1/monitors")) === "200"
  const over = rows.filter((row) => !isWithin(row))
  if (over.length > 0 || !isAlive) process.exitCode = 1
  await Promise.all([isAlive ? server.end() : null, site!.end(), health!.end(), bare!.end()])

  console.log(`\n${rows.length} attacks, ${heap}: the process is ${isAlive ? "alive" : "DEAD"}\n`)
  console.log(
    [
      "| Attack | Answer | Time | Memory | p99 of /health | Of a bare server | Main thread held |",
      "|---|---|---:|---:|---:|---:|---:|",
      ...rows.map(line),
      ""
    ].join("\n")
  )
  const finding = (what: string, target: string, ours: number, unit: "s" | "MB" | "ms"): Finding => ({
    ...{ what: `${what} of ${rows.length} attacks, ${heap}`, target, ours, yardstick: null, unit },
    notes: []
  })
  return [
    finding("longest", `≤ ${limits.seconds} s`, worst(rows, "seconds"), "s"),
    finding("most memory added", `≤ ${limits.megabytes} MB`, worst(rows, "megabytes"), "MB"),
    finding("longest turn of the main thread", "–", worst(rows, "heldMillis"), "ms"),
    {
      ...finding("worst p99 of /health", `≤ ${limits.healthMillis} ms`, worst(rows, "healthMillis"), "ms"),
      notes: [
        `the process is ${isAlive ? "alive" : "dead"}`,
        `${over.length} attacks over a limit`,
        `load of the machine ${loadavg()[0]!.toFixed(1)}`
      ]
    }
  ]
}

const chosenAttacks = ({ isQuick, rows }: BenchOptions) => {
  const chosen = rows === undefined ? attacks : attacks.filter(([name]) => rows.some((part) => name.includes(part)))
  if (chosen.length === 0) throw new Error(`There is no row with ${rows?.join(" or ")} in its name.`)
  return isQuick ? chosen.filter((_, index) => index % 5 === 0) : chosen
}

const noBrowser = { KITTIWAKE_BROWSER: "off" }

/** Root has no sandbox to run one in. */
const withBrowser: Readonly<Record<string, string>> =
  process.getuid?.() === 0 ? { KITTIWAKE_BROWSER_SANDBOX: "off" } : {}

const isNotBrowsed = (name: string): boolean => !isBrowsed(name)

/** A server that is attacked. */
interface Attacked {
  readonly place: "SQLite" | "Postgres"
  readonly heap: string
  readonly nodeArguments: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, string>>
  readonly isTheirs: (name: string) => boolean
}

const attackedServers: ReadonlyArray<Attacked> = [
  {
    place: "SQLite",
    heap: "the heap that Node chooses",
    nodeArguments: [],
    settings: noBrowser,
    isTheirs: isNotBrowsed
  },
  {
    ...{ place: "SQLite", heap: "a heap of 2 GB", settings: noBrowser, isTheirs: isNotBrowsed },
    nodeArguments: ["--max-old-space-size=2048"]
  },
  { place: "SQLite", heap: "a browser", nodeArguments: [], settings: withBrowser, isTheirs: isBrowsed },
  { place: "Postgres", heap: "Postgres", nodeArguments: [], settings: noBrowser, isTheirs: isListed }
]

/** On the embedded database with the heap that Node chooses, with one of 2 GB and with a browser; and on Postgres. */
export const hostile = async (options: BenchOptions): Promise<ReadonlyArray<Finding>> => {
  const chosen = chosenAttacks(options)
  const found: Array<Finding> = []
  for (const { heap, isTheirs, nodeArguments, place, settings } of attackedServers) {
    const theirs = chosen.filter(([name]) => isTheirs(name))
    if (theirs.length === 0) continue
    await withStorage(place, options.databaseUrl, async (opened) => {
      const { keys, storage } = await seeded(opened, { organizations: 2, requests: "unlimited" })
      found.push(...(await runWith(heap, nodeArguments, storage, keys, theirs, settings)))
    })
  }
  return found
}
