/**
 * Authenticated tiny GET against bare `node:http`: the server on one core, the load on another, taken in turns.
 *
 * `node packages/http/bench/authenticatedGet.ts [rounds] [seconds]` prints requests a second, the processor time of one
 * request, and the ratio of both. Key, scope, limit, ledger and monitor count are real, over the memory adapters.
 */
import { type ChildProcess, fork, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { Administration } from "@kittiwake/core/administration/Administration"
import { Answers } from "@kittiwake/core/answers/Answers"
import { Assets } from "@kittiwake/core/assets/Assets"
import { Batches } from "@kittiwake/core/batches/Batches"
import { ResultLinks } from "@kittiwake/core/batches/ResultLinks"
import { Brands } from "@kittiwake/core/brands/Brands"
import { Competitors } from "@kittiwake/core/competitors/Competitors"
import { Credits } from "@kittiwake/core/credits/Credits"
import { Design } from "@kittiwake/core/design/Design"
import { Extraction } from "@kittiwake/core/extraction/Extraction"
import { Feedback } from "@kittiwake/core/feedback/Feedback"
import { Files } from "@kittiwake/core/files/Files"
import { ConsentForms } from "@kittiwake/core/grants/ConsentForms"
import { Conversations } from "@kittiwake/core/grants/Conversations"
import { Grants } from "@kittiwake/core/grants/Grants"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { Industries } from "@kittiwake/core/industries/Industries"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { Limits } from "@kittiwake/core/limits/Limits"
import * as Memory from "@kittiwake/core/memory/Memory"
import * as MemoryWakeups from "@kittiwake/core/memory/Wakeups"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import { News } from "@kittiwake/core/news/News"
import { NewsLists } from "@kittiwake/core/news/NewsLists"
import { NewsSources } from "@kittiwake/core/news/NewsSources"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Pages } from "@kittiwake/core/pages/Pages"
import { Cursors } from "@kittiwake/core/paging/Cursors"
import { People } from "@kittiwake/core/people/People"
import { Products } from "@kittiwake/core/products/Products"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { Search } from "@kittiwake/core/search/Search"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { Sites } from "@kittiwake/core/sites/Sites"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Views } from "@kittiwake/core/views/Views"
import { EgressRules } from "@kittiwake/core/web/EgressRules"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Webhooks } from "@kittiwake/core/webhooks/Webhooks"
import { Effect, Layer, Option, Redacted } from "effect"
import { Pool } from "undici"
import * as NodeServer from "../src/NodeServer.ts"
import { Readiness } from "../src/system/Readiness.ts"

const ports = { bare: 18_711, kittiwake: 18_712 } as const
const key = "sk_bench"
const connections = 32

const serveBare = () => {
  const body = JSON.stringify({
    monitors_used: 0,
    monitors_limit: 10_000,
    plan: "scale",
    request_id: "00000000-0000-4000-8000-000000000000",
    key_metadata: { credits_consumed: 0, credits_remaining: 1_000_000 }
  })
  createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
    response.end(body)
  }).listen(ports.bare, "127.0.0.1", () => process.send?.("listening"))
}

/** Counts every request, and admits those beyond the thousand a minute, which would end the measurement. */
const neverRefused = Layer.effect(
  LimitStore,
  Effect.map(LimitStore, (store) =>
    LimitStore.of({ ...store, draw: (options) => store.draw({ ...options, limit: Number.MAX_SAFE_INTEGER }) })
  )
)

const serveKittiwake = () => {
  const core = Layer.merge(Monitors.layer, MonitorHistory.layer).pipe(
    Layer.provideMerge(Layer.merge(Administration.layer, NewsLists.layer.pipe(Layer.provideMerge(NewsSources.layer)))),
    Layer.provideMerge(Webhooks.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Credits.layer,
        Limits.layer,
        Organizations.layer,
        Usage.layer,
        Cursors.layer,
        Readiness.layerAlways
      )
    ),
    Layer.provideMerge([
      Layer.mock(HttpFetcher, {}),
      Layer.mock(PageReader, {}),
      PlainReaders.layer,
      Layer.mock(EgressRules, {}),
      Layer.mock(WebhookSender, {}),
      Layer.mock(Assets, {}),
      Layer.mock(Inbox, {}),
      Layer.mock(Batches, {}),
      Layer.mock(ResultLinks, {}),
      Layer.mock(PictureLinks, {}),
      Layer.mock(ChangeLinks, {}),
      Layer.mock(Design, {}),
      Layer.mock(Files, {}),
      Layer.mock(Industries, {}),
      Layer.mock(Competitors, {}),
      Layer.mock(Pages, {}),
      Layer.mock(Answers, {}),
      Layer.mock(Extraction, {}),
      Layer.mock(News, {}),
      Layer.mock(People, {}),
      Layer.mock(Products, {}),
      Layer.mock(Profiles, {}),
      Layer.mock(Search, {}),
      Layer.mock(Sites, {}),
      Layer.mock(Brands, {}),
      Layer.mock(ConsentForms, {}),
      Layer.mock(Conversations, {}),
      Layer.mock(Feedback, {}),
      Layer.mock(Views, {}),
      Layer.mock(Grants, { within: () => (work) => work }),
      Layer.mock(Sessions, {})
    ]),
    Layer.provideMerge(neverRefused),
    Layer.provideMerge([Memory.layer, MemoryWakeups.layer])
  )
  const server = Layer.effectDiscard(
    Effect.gen(function* () {
      yield* (yield* Organizations).ensureFirst({ plan: "scale", secret: Option.some(Redacted.make(key)) })
      process.send?.("listening")
    })
  ).pipe(Layer.provide(NodeServer.layer({ host: "127.0.0.1", port: ports.kittiwake })), Layer.provide(core))
  Effect.runFork(Layer.launch(server))
}

interface Measured {
  readonly perSecond: number
  readonly microsPerRequest: number
}

/** Processor time of a process so far, in microseconds (Linux counts in hundredths of a second). */
const processorMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const load = (port: number, pid: number, seconds: number) =>
  new Promise<Measured>((resolve, reject) => {
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
    const before = processorMicros(pid)
    const begin = performance.now()
    let answered = 0
    let open = connections
    const ask = () =>
      pool.dispatch(
        { path: "/v1/monitors/limits", method: "GET", headers: { authorization: `Bearer ${key}` } },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_, status) => {
            if (status !== 200) reject(new Error(`answered ${status}`))
          },
          onResponseData: () => undefined,
          onResponseEnd: () => {
            answered += 1
            if (performance.now() - begin < seconds * 1_000) return void ask()
            open -= 1
            if (open > 0) return
            void pool.close()
            resolve({
              perSecond: answered / ((performance.now() - begin) / 1_000),
              microsPerRequest: (processorMicros(pid) - before) / answered
            })
          },
          onResponseError: (_, error) => reject(error)
        }
      )
    for (let index = 0; index < connections; index++) ask()
  })

const start = (role: string) =>
  new Promise<ChildProcess>((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), [role])
    spawnSync("taskset", ["-pc", "0", String(child.pid)])
    child.once("message", () => resolve(child))
  })

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const measure = async (rounds: number, seconds: number) => {
  const bare = await start("bare")
  const kittiwake = await start("kittiwake")
  spawnSync("taskset", ["-pc", "1", String(process.pid)])
  const seen: { readonly bare: Array<Measured>; readonly kittiwake: Array<Measured> } = { bare: [], kittiwake: [] }
  await load(ports.kittiwake, kittiwake.pid!, 2)
  await load(ports.bare, bare.pid!, 1)
  for (let round = 0; round < rounds; round++) {
    seen.bare.push(await load(ports.bare, bare.pid!, seconds))
    seen.kittiwake.push(await load(ports.kittiwake, kittiwake.pid!, seconds))
  }
  bare.kill()
  kittiwake.kill()
  const of = (name: "bare" | "kittiwake", field: keyof Measured) => median(seen[name].map((one) => one[field]))
  const line = (name: "bare" | "kittiwake") =>
    `${name}: ${Math.round(of(name, "perSecond"))} requests/s, ${of(name, "microsPerRequest").toFixed(1)} µs of processor a request`
  console.log(line("bare"))
  console.log(line("kittiwake"))
  console.log(`ratio of throughput ${(of("kittiwake", "perSecond") / of("bare", "perSecond")).toFixed(2)}`)
  console.log(
    `ratio of processor time ${(of("bare", "microsPerRequest") / of("kittiwake", "microsPerRequest")).toFixed(2)}`
  )
}

const [role = "5", seconds = "4"] = process.argv.slice(2)
if (role === "bare") serveBare()
else if (role === "kittiwake") serveKittiwake()
else await measure(Number(role), Number(seconds))
