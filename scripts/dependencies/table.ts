/**
 * The dependency rule as a table: folder → what its files may import.
 *
 * Arrows point inward, `cli → {http, worker, adapters} → core → domain`. A folder that no row names may not hold code:
 * whoever adds one says here what it may know.
 */
import { type CoreFile, common, coreFileOf, isKnown, knows } from "./core.ts"
import { isStableEffect } from "./effectStability.ts"
import { manifestAt, packageFolderOf, type Target } from "./target.ts"

/** Says whether a file at `from` may import `target`. */
export type Allowed = (target: Target, from: string) => boolean

/** One row: the files it is about, in words and as a pattern, and what they may import. */
export interface Row {
  readonly folder: string
  readonly matches: RegExp
  readonly may: ReadonlyArray<Allowed>
  /** Whether it ships: clocks, timers and dice then come from Effect's services. */
  readonly product: boolean
}

const effect =
  (...modules: ReadonlyArray<string>): Allowed =>
  (target) =>
    target.kind === "npm" && modules.some((name) => target.name === `effect/${name}`)

/** The modules of effect that only make and compare values: a rule needs no more. */
const pureEffect = effect(
  ...["Schema", "DateTime", "Duration", "Option", "Result", "Cron", "Equal"],
  ...["encoding/Hex", "encoding/Base64", "encoding/Base64Url"]
)

const stableEffect: Allowed = (target) =>
  target.kind === "npm" && target.package === "effect" && isStableEffect(target.name)

const anyEffect: Allowed = (target) => target.kind === "npm" && target.package === "effect"

const npm =
  (...packages: ReadonlyArray<string>): Allowed =>
  (target) =>
    target.kind === "npm" && packages.includes(target.package)

/** Libraries that open connections, each kept to the one adapter that answers for where they lead. */
const kept: Readonly<Record<string, string>> = {
  undici: "packages/adapters/fetch",
  "playwright-core": "packages/adapters/playwright",
  pg: "packages/adapters/postgres",
  "@effect/sql-pg": "packages/adapters/postgres",
  ioredis: "packages/adapters/redis"
}

/** What the package's own package.json declares: an adapter may use any library it stands up for. */
const declared: Allowed = (target, from) => {
  const folder = packageFolderOf(from)
  if (target.kind !== "npm" || folder === undefined) return false
  const keeper = kept[target.package]
  const manifest = manifestAt(folder)
  const isDeclared = target.package in { ...manifest?.dependencies, ...manifest?.peerDependencies }
  return isDeclared && (keeper === undefined || keeper === folder)
}

const node =
  (...modules: ReadonlyArray<string>): Allowed =>
  (target) =>
    target.kind === "node" && modules.includes(target.name)

const nodeTypes =
  (...modules: ReadonlyArray<string>): Allowed =>
  (target) =>
    target.kind === "node" && target.typeOnly && modules.includes(target.name)

const core =
  (allows: (file: CoreFile, from: CoreFile | undefined, takesSubject: boolean) => boolean): Allowed =>
  (target, from) => {
    if (target.kind !== "file") return false
    const file = coreFileOf(target.path)
    return file !== undefined && allows(file, coreFileOf(from), target.takesSubject)
  }

const inside =
  (...folders: ReadonlyArray<string>): Allowed =>
  (target) =>
    target.kind === "file" && !target.byName && folders.some((folder) => target.path.startsWith(`${folder}/`))

const publishedName: Allowed = (target) => target.kind === "file" && target.byName

/** A name that is for everybody, and not one that our own packages have for each other. */
const publicName: Allowed = (target) => target.kind === "file" && target.byName && !target.isInternal

/** What packages do not export, which tests and benches may look at where it stands. */
const sources: Allowed = (target) =>
  target.kind === "file" && !target.byName && /^packages\/.*\/src\//.test(target.path)

/** Doors to the network: only the fetch adapter has them all. No row of product code names `timers`. */
const network = ["http", "https", "http2", "net", "tls", "dns", "dns/promises", "dgram"]
const local = ["assert", "buffer", "crypto", "events", "fs", "fs/promises", "module", "os", "path", "process", "stream"]
const threads = ["child_process", "url", "util", "worker_threads", "zlib"]

const domainOfKnown = core(
  (file, from) => file.part === "domain" && from !== undefined && knows(from.concept, file.concept)
)

const coreOfKnown = core(
  (file, from) =>
    from !== undefined &&
    !["memory", "testing"].includes(file.concept) &&
    knows(from.concept, file.concept) &&
    // The stores that are common: the paging cursors keep their secret in security's, large bytes lie in that of blobs.
    (file.part !== "store" || file.concept === from.concept || ["blobs", "security"].includes(file.concept))
)

/** A door calls facades; of a port it knows only the types, schemas and errors that a facade speaks of. */
const coreOfDoors = core(
  (file, _, takesSubject) =>
    ["root", "domain", "facade", "errors"].includes(file.part) ||
    common.includes(file.concept) ||
    (!takesSubject && !["memory", "testing"].includes(file.part))
)

/** An adapter implements ports: it runs no use case and calls no facade. */
const coreOfAdapters = core(
  (file, _, takesSubject) =>
    ["root", "domain", "store", "port", "errors"].includes(file.part) || common.includes(file.concept) || !takesSubject
)

const adapter = (name: string, ...also: ReadonlyArray<Allowed>): Row => ({
  folder: `packages/adapters/${name}/src`,
  matches: new RegExp(`^packages/adapters/${name}/src/`),
  may: [anyEffect, declared, coreOfAdapters, inside(`packages/adapters/${name}/src`), ...also],
  product: true
})

/** What both databases have in common. */
const storage: Allowed = (target) =>
  target.kind === "file" && target.byName && target.path.startsWith("packages/adapters/storage/src/")

/** Processes for work on strangers' files. */
const children: Allowed = (target) =>
  target.kind === "file" && target.byName && target.path.startsWith("packages/adapters/children/src/")

/** Threads for work that grows with its input. */
const pooled: Allowed = (target) =>
  target.kind === "file" && target.byName && target.path === "packages/adapters/threads/src/ThreadPool.ts"

/** What a text without a charset is in, the same for who fetches a page and for a browser. */
const charsets: Allowed = (target) =>
  target.kind === "file" && target.byName && target.path === "packages/adapters/fetch/src/undeclaredCharset.ts"

/** The parts of the embedded database that run in its threads. Effect there would cost each of them 60 MB. */
const sqliteThreads =
  /^packages\/adapters\/sqlite\/src\/(?:(?:migrations|reads|writes)\/[^/]+|checkpoints|checkThread|Connection|generations|groupCommit|indexToken|messages|migrate|newestFirst|openConnection|prepare|reads|readerThread|sqliteFailure|writes)\.ts$/

const free: Allowed = (target) => target.kind === "npm" || target.kind === "node"
/** Benches fill a database with what the adapter's tests fill it with. */
const manyRows: Allowed = (target) =>
  target.kind === "file" && /^packages\/adapters\/[a-z]+\/test\/many\w+Rows\.ts$/.test(target.path)
/** Tests that run tests do it with the configuration of all. */
const testConfiguration: Allowed = (target) => target.kind === "file" && target.path === "vitest.config.ts"
/** What shares out the thread in the fetch adapter. */
const fetchTurns = /^packages\/adapters\/fetch\/src\/(?:inTurns|inTurnsByCost|waitingPieces|LatestCosts)\.ts$/

/** Who comes next, for whoever shares something out. */
const latestTurns: Allowed = (target) => target.kind === "file" && target.path === "packages/core/src/LatestTurns.ts"
/** What bounds and shares the work of a door, which belongs to no concept. */
const sharingOfDoors: Allowed = (target) =>
  target.kind === "file" &&
  ["budget/MemoryBudget.ts", "organizations/inThreadTurns.ts", "SharedPlaces.ts"].some(
    (path) => target.path === `packages/core/src/${path}`
  )
const testTools: Allowed = npm("@effect/vitest", "vitest", "fast-check")

/** Every row, looked up from the top: the first that matches is the one. */
export const table: ReadonlyArray<Row> = [
  {
    folder: "packages/core/src/monitors/domain/matchLines.ts, the one file that may use the experimental TextDiff",
    matches: /^packages\/core\/src\/monitors\/domain\/matchLines\.ts$/,
    may: [pureEffect, effect("TextDiff"), domainOfKnown],
    product: true
  },
  {
    folder: "packages/core/src/monitors/domain/judging/stems.ts, one of the two files that use stemmers",
    matches: /^packages\/core\/src\/monitors\/domain\/judging\/stems\.ts$/,
    may: [npm("@orama/stemmers")],
    product: true
  },
  {
    folder: "packages/core/src/industries/domain/stems.ts, the other one",
    matches: /^packages\/core\/src\/industries\/domain\/stems\.ts$/,
    may: [npm("@orama/stemmers")],
    product: true
  },
  {
    folder: "packages/core/src/monitors/domain/judging, the rules that say what a difference means",
    matches: /^packages\/core\/src\/monitors\/domain\/judging\/[^/]+\.ts$/,
    may: [pureEffect, domainOfKnown],
    product: true
  },
  {
    folder: "packages/core/src/<concept>/domain",
    matches: /^packages\/core\/src\/[a-z]+\/domain\/[^/]+\.ts$/,
    // By how much clocks are ordinarily corrected is one number for leases and plans.
    may: [
      pureEffect,
      domainOfKnown,
      (target) => target.kind === "file" && target.path === "packages/core/src/leaseHorizon.ts"
    ],
    product: true
  },
  {
    folder: "packages/core/src/Stores.ts, the list of every store",
    matches: /^packages\/core\/src\/Stores\.ts$/,
    may: [stableEffect, core((file) => file.part === "store")],
    product: true
  },
  {
    folder: "packages/core/src",
    matches: /^packages\/core\/src\/[^/]+\.ts$/,
    may: [
      stableEffect,
      core((file) => file.part === "root" || (file.concept === "security" && file.part === "domain"))
    ],
    product: true
  },
  {
    folder: "packages/core/src/memory",
    matches: /^packages\/core\/src\/memory\/[^/]+\.ts$/,
    may: [stableEffect, npm("@noble/hashes"), core((file) => file.part !== "testing")],
    product: true
  },
  {
    folder: "packages/core/src/testing",
    matches: /^packages\/core\/src\/testing\/([^/]+\/)?[^/]+\.ts$/,
    may: [stableEffect, testTools, core(() => true)],
    product: true
  },
  {
    folder: "packages/core/src/<concept>",
    matches: /^packages\/core\/src\/[a-z]+\/[^/]+\.ts$/,
    may: [stableEffect, coreOfKnown],
    product: true
  },
  adapter("blobs", node("crypto", "fs", "fs/promises", "path")),
  adapter("crypto", node("crypto", "buffer")),
  // Threads, so that a page which costs much to read holds up nobody.
  adapter("html", node("module", "path", "url", "worker_threads")),
  {
    folder: "packages/adapters/children/src, the guard of a child, where there is no clock of Effect's",
    matches: /^packages\/adapters\/children\/src\/childWorker\.ts$/,
    may: [node("fs", "module", "net", "os", "worker_threads"), inside("packages/adapters/children/src")],
    product: false
  },
  {
    folder: "packages/adapters/children/src, what runs in children or in front of them",
    matches: /^packages\/adapters\/children\/src\/(?:answerRequests|Message|protocol|Losses)\.ts$/,
    may: [node("module", "worker_threads"), inside("packages/adapters/children/src")],
    product: true
  },
  adapter("children", node("child_process", "module", "path", "url"), nodeTypes("net")),
  adapter("documents", node(...local, ...threads), children, pooled),
  adapter("email"),
  adapter("industries", node("fs/promises", "module", "path", "util", "zlib")),
  adapter("images", node("buffer", "module", "url", "util"), children),
  adapter("patterns"),
  adapter("openai"),
  adapter("people"),
  adapter("searching"),
  adapter("threads", node("module", "path")),
  // The network for the proxy that all traffic of the browser goes through.
  adapter("playwright", node(...network, ...local, ...threads), charsets),
  {
    folder:
      "packages/adapters/fetch/src/inTurns.ts and what is beside it, which share out the thread itself: its turns are those of the event loop",
    matches: fetchTurns,
    may: [latestTurns, (target) => target.kind === "file" && fetchTurns.test(target.path)],
    product: false
  },
  adapter("fetch", node(...network, ...local, ...threads)),
  adapter("storage", node(...local, ...threads, "readline", "stream/promises")),
  {
    folder: "packages/adapters/sqlite/src, what bounds its time in a thread, where there is no clock of Effect's",
    matches: /^packages\/adapters\/sqlite\/src\/(?:writerThread|reads\/usageLogs)\.ts$/,
    may: [node("worker_threads"), (target) => target.kind === "file" && sqliteThreads.test(target.path)],
    product: false
  },
  {
    folder: "packages/adapters/sqlite/src, what runs in threads",
    matches: sqliteThreads,
    may: [
      node("fs", "fs/promises", "path", "sqlite", "worker_threads"),
      (target) => target.kind === "file" && sqliteThreads.test(target.path),
      (target) =>
        target.kind === "file" &&
        /^packages\/adapters\/storage\/src\/(?:brandSearchSteps|indexSpaces|ownBytes|regularFile)\.ts$/.test(
          target.path
        ),
      // Arithmetic on values, which loads nothing: a claim is cut to its shares within its transaction, and a list to what a page has room for.
      (target) =>
        target.kind === "file" &&
        /^packages\/core\/src\/(?:Shares|leaseHorizon|batches\/(?:LongLooks|turns)|paging\/domain\/Page|webhooks\/domain\/bodyBytes)\.ts$/.test(
          target.path
        ),
      // Words of brands, their typos and their turns, which load nothing either: a search that looks at many does so beside the main thread.
      (target) =>
        target.kind === "file" &&
        /^packages\/core\/src\/brands\/domain\/(?:companyName|indexedWords|meetListed|mergeBrands|pictureIds|refreshing|typos)\.ts$/.test(
          target.path
        ),
      // Which articles tell one story is found within the transaction that puts them.
      (target) =>
        target.kind === "file" &&
        /^packages\/core\/src\/news\/domain\/(?:hashOf|matchWeight|namesIn|NewsEntry|roomForSources|stories)\.ts$/.test(
          target.path
        ),
      // Types are gone when it runs.
      (target) => target.kind === "file" && target.typeOnly
    ],
    product: true
  },
  adapter("redis"),
  adapter("sqlite", node(...local, ...threads, "sqlite"), storage),
  adapter("postgres", node(...local, ...threads, "readline", "sqlite", "stream/promises", "v8"), storage),
  {
    folder:
      "packages/http/src/NodeServer.ts, BatchedResponse.ts and refuseInOrder.ts, where the listener is opened, writes and refuses",
    matches: /^packages\/http\/src\/(?:NodeServer|BatchedResponse|refuseInOrder)\.ts$/,
    may: [
      anyEffect,
      coreOfDoors,
      npm("@effect/platform-node"),
      node("http"),
      nodeTypes("net"),
      inside("packages/http/src")
    ],
    product: true
  },
  {
    folder: "packages/http/src",
    matches: /^packages\/http\/src\//,
    may: [
      anyEffect,
      coreOfDoors,
      npm("@effect/platform-node", "@streamparser/json"),
      node("buffer", "crypto", "util", "zlib"),
      nodeTypes("http"),
      inside("packages/http/src")
    ],
    product: true
  },
  {
    folder: "packages/mcp/src, a door that knows the core by the API value alone",
    matches: /^packages\/mcp\/src\//,
    may: [
      anyEffect,
      declared,
      core((file) => file.part === "domain" && file.concept === "organizations"),
      sharingOfDoors,
      node("buffer", "fs/promises", "module", "path"),
      nodeTypes("stream"),
      (target) => target.kind === "file" && target.byName && target.path.startsWith("packages/http/src/"),
      inside("packages/mcp/src")
    ],
    product: true
  },
  {
    folder: "packages/worker/src",
    matches: /^packages\/worker\/src\//,
    may: [anyEffect, coreOfDoors, inside("packages/worker/src")],
    product: true
  },
  {
    folder: "packages/cli/src/main.ts, which runs the bundle of the command where there is one",
    matches: /^packages\/cli\/src\/main\.ts$/,
    may: [inside("packages/cli/src"), (target) => target.kind === "unknown"],
    product: true
  },
  {
    folder: "packages/cli/src/demo/listen.ts, where a demo opens its two listeners",
    matches: /^packages\/cli\/src\/demo\/listen\.ts$/,
    may: [anyEffect, node("http"), nodeTypes("net")],
    product: true
  },
  {
    folder: "packages/cli/src",
    matches: /^packages\/cli\/src\//,
    may: [
      anyEffect,
      npm("@effect/platform-node", "@streamparser/json", "csv-parse"),
      node(...local, ...threads, "v8"),
      publishedName,
      inside("packages/cli/src")
    ],
    product: true
  },
  {
    folder: "packages/dashboard/app, which runs in browsers and knows the API by its types",
    matches: /^packages\/dashboard\/app\//,
    may: [
      npm("react", "react-dom", "@tanstack/react-query", "@tanstack/react-router", "@tanstack/react-table"),
      npm("cmdk", "diff", "uplot", "marked"),
      (target) => target.kind === "npm" && target.package === "effect" && target.typeOnly,
      (target) => target.kind === "file" && target.byName && target.typeOnly,
      npm("virtual:operations"),
      inside("packages/dashboard/app")
    ],
    product: false
  },
  {
    folder: "packages/dashboard/{build,vite.config.ts}, which make its files",
    matches: /^packages\/dashboard\/(?:build\/|vite\.config\.ts$)/,
    may: [anyEffect, npm("vite", "@tailwindcss/vite"), node("path"), publishedName, inside("packages/dashboard")],
    product: false
  },
  {
    folder: "packages/<any>/{test,simulation,bench}",
    matches: /^packages\/([a-z]+|adapters\/[a-z]+)\/(test|simulation|bench)\//,
    may: [
      free,
      publicName,
      sources,
      children,
      (target, from) => inside(from.slice(0, from.search(/\/(test|simulation|bench)\//)), "test")(target, from)
    ],
    product: false
  },
  {
    folder: "examples/<any>",
    matches: /^examples\/[^/]+\//,
    may: [free, publicName, (target, from) => inside(from.split("/").slice(0, 2).join("/"))(target, from)],
    product: false
  },
  {
    folder: "test/patterns/foundPatterns.ts, which loads every module of rules to see what patterns it makes",
    matches: /^test\/patterns\/foundPatterns\.ts$/,
    may: [free, sources, inside("test", "scripts"), (target) => target.kind === "unknown"],
    product: false
  },
  {
    folder: "test/growth/lane.ts, which loads every module of rules to see how its functions grow",
    matches: /^test\/growth\/lane\.ts$/,
    may: [free, sources, inside("test", "scripts"), (target) => target.kind === "unknown"],
    product: false
  },
  {
    folder: "test, scripts, bench and vitest.config.ts",
    matches: /^((test|scripts|bench)\/|vitest\.config\.ts$)/,
    may: [free, publicName, sources, inside("test", "scripts", "bench"), manyRows, testConfiguration],
    product: false
  }
]

/** The row a file belongs to. A concept that the order does not name belongs to none. */
export const rowOf = (path: string): Row | undefined => {
  return isKnown(coreFileOf(path)?.concept ?? "") ? table.find(({ matches }) => matches.test(path)) : undefined
}
