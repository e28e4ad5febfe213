/**
 * `node bench/brands/cost.ts [--brands N]`: what one brand costs that is read for the first time, in pages, files, bytes and milliseconds of
 * processor: of this process with its threads, and of those that read pictures. Nothing is fetched from outside; what TLS and
 * the network take is not in it.
 */
import { readdirSync, readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Brands } from "@kittiwake/core/brands/Brands"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import * as ImageReader from "@kittiwake/images/ImageReader"
import { Clock, Effect, Layer } from "effect"
import { median } from "../measure.ts"
import { costlySite } from "./costlySite.ts"

const { values } = parseArgs({ options: { brands: { type: "string", default: "15" } } })

/** Milliseconds of one tick of the kernel's statistics. */
const tickMillis = 10

/** What the children of this process have taken of the processor; nothing where the system does not tell. */
const childMillis = (): number => {
  const statOf = (id: string): ReadonlyArray<string> => {
    try {
      return readFileSync(`/proc/${id}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")
    } catch {
      return []
    }
  }
  const ids = process.platform === "linux" ? readdirSync("/proc").filter((one) => /^\d+$/.test(one)) : []
  return ids
    .map(statOf)
    .filter(([, parent]) => parent === String(process.pid))
    .reduce((sum, stat) => sum + (Number(stat[11]) + Number(stat[12])) * tickMillis, 0)
}

const retrieve = Effect.fnUntraced(function* (domain: string) {
  const { organization } = yield* TestInstallation
  const atMillis = (yield* Clock.currentTimeMillis) + 55_000
  return yield* (yield* Brands).retrieve(
    {
      ...{ organizationId: organization.id, requestId: `req_${domain}`, route: "/brand/retrieve", caller: "key" },
      ...{ isWanted: () => true, deadline: { atMillis, acceptsPart: false } },
      freshness: { maxAgeMillis: 0, zeroRetention: false }
    },
    { lookup: { _tag: "Domain", domain }, maxAgeMillis: 0, language: null, isThin: false, timeoutMillis: null }
  )
})

const measure = Effect.gen(function* () {
  const web = yield* ScriptedWeb
  const found: Array<{ readonly main: number; readonly all: number; readonly children: number }> = []
  let counted = ""
  for (let n = 0; n < 5 + Number(values.brands); n++) {
    const { domain, files } = yield* Effect.promise(() => costlySite(n))
    for (const [address, content] of files) yield* web.page(address, content)
    const before = { cpu: process.cpuUsage(), main: process.threadCpuUsage(), children: childMillis() }
    const { value } = yield* retrieve(domain)
    const [all, main] = [process.cpuUsage(before.cpu), process.threadCpuUsage(before.main)]
    const children = childMillis() - before.children
    // The first warm up what is compiled and started.
    if (n >= 5) found.push({ main: (main.user + main.system) / 1e3, all: (all.user + all.system) / 1e3, children })
    const looks = (yield* web.looks()).filter(({ url }) => new URL(url).hostname === domain)
    const seen = looks.flatMap(({ url }) => files.get(url) ?? [])
    const bytes = seen.reduce((sum, one) => sum + (one.bytes?.byteLength ?? Buffer.byteLength(one.body)), 0)
    const pages = seen.filter((one) => one.bytes === undefined).length
    const { logos, title } = value.profile
    counted = `${title}: ${looks.length} requests, ${pages} pages, ${seen.length - pages} files, ${(bytes / 1024).toFixed(0)} KB, ${logos.length} logos`
  }
  const middle = (part: "all" | "children" | "main") => median(found.map((one) => one[part])).toFixed(0)
  console.log(counted)
  console.log(
    `processor, ms a brand: ${middle("all")} with threads (${middle("main")} of the main one), ${middle("children")} of picture readers`
  )
})

const layer = TestInstallation.layer({
  pageReader: HtmlPageReader.layer,
  readers: Layer.provideMerge(ImageReader.layer(), PlainReaders.layer) as typeof PlainReaders.layer,
  credits: 100_000,
  loops: false
})

await Effect.runPromise(Effect.provide(measure, layer))
