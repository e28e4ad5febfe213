import { assert, describe, it } from "@effect/vitest"
import { type Violation, violationsIn, violationsInTree } from "../scripts/dependencies/rule.ts"

const messages = (found: ReadonlyArray<Violation>) =>
  found.map(({ line, message, path }) => `${path}:${line} ${message}`)

const refuses = (path: string, source: string, because: RegExp) => {
  const found = violationsIn(path, source)
  assert.isAbove(found.length, 0, `${path} was let through: ${source}`)
  assert.match(messages(found).join("\n"), because)
}

const allows = (path: string, source: string) => assert.deepStrictEqual(messages(violationsIn(path, source)), [])

const core = "packages/core/src"

describe("the dependency rule", () => {
  // Every file is parsed, which takes seconds where others use the processor too.
  it("holds in the whole tree", { timeout: 60_000 }, () => {
    assert.deepStrictEqual(messages(violationsInTree()), [])
  })

  describe("a domain file", () => {
    const file = `${core}/monitors/domain/Run.ts`

    it("may not touch Node", () => {
      refuses(file, `import { readFileSync } from "node:fs"`, /may not import node:fs/)
    })

    it("may not run effects, build layers, hold services or read the clock", () => {
      for (const name of ["Effect", "Layer", "Context", "Clock"]) {
        refuses(file, `import { Schema, ${name} } from "effect"`, new RegExp(`may not import effect/${name}`))
      }
    })

    it("may not reach an effect module by its own path or as a whole", () => {
      refuses(file, `import * as Effect from "effect/Effect"`, /may not import effect\/Effect/)
      refuses(file, `import * as everything from "effect"`, /may not import effect\/\*/)
    })

    it("may not name a service even as a type", () => {
      refuses(file, `import type { Effect } from "effect"`, /may not import effect\/Effect/)
      refuses(file, `export type Work = import("effect").Effect.Effect<void>`, /may not import effect/)
    })

    it("may not know its own port, or a concept that stands after its own", () => {
      refuses(file, `import type { MonitorStore } from "../MonitorStore.ts"`, /may not import .*MonitorStore/)
      refuses(
        `${core}/webhooks/domain/Event.ts`,
        `export { Monitor } from "../../monitors/domain/Monitor.ts"`,
        /may not import .*monitors\/domain/
      )
    })

    it("may use effect's data modules and the domain of what stands before it", () => {
      allows(file, `import { Schema, DateTime } from "effect"\nimport { Event } from "../../webhooks/domain/Event.ts"`)
    })
  })

  it("lets text be brought into normal forms at one place alone", () => {
    const file = `${core}/monitors/domain/Run.ts`
    for (const form of [`"NFKC"`, `"NFD"`, ""]) {
      refuses(file, `export const plain = (text: string) => text.trim().normalize(${form})`, /calls String\.normalize/)
      refuses("packages/cli/src/commands/a.ts", `export const plain = "a"["normalize"](${form})`, /calls String/)
    }
    allows(file, `export const plain = (path: { normalize: (one: string) => string }) => path.normalize("/a")`)
  })

  it("lets addresses of strangers be parsed at one place alone", () => {
    const file = "packages/adapters/html/src/Links.ts"
    for (const parse of [`URL.parse(a)`, `URL["canParse"](a)`, `[a].map(URL.parse)`, `new URL(a, b)`]) {
      refuses(file, `export const at = (a: string, b: string) => ${parse}`, /parses an address by itself/)
    }
    allows(file, `export const at = new URL("./worker.js", import.meta.url)`)
    allows(file, `export const host = (judged: string) => new URL(judged).host`)
    allows(`${core}/security/domain/parseUrl.ts`, `export const parseUrl = (address: string) => URL.parse(address)`)
    allows("packages/cli/src/config.ts", `export const isUrl = (setting: string) => URL.canParse(setting)`)
  })

  describe("core", () => {
    it("may use the experimental TextDiff in the diff of monitors and nowhere else", () => {
      const source = `import { TextDiff } from "effect"`
      allows(`${core}/monitors/domain/matchLines.ts`, source)
      refuses(`${core}/monitors/domain/Noise.ts`, source, /may not import effect\/TextDiff/)
      refuses(`${core}/monitors/runMonitor.ts`, source, /may not import effect\/TextDiff/)
    })

    it("may not import an unstable module of effect, or any I/O library", () => {
      const file = `${core}/pages/scrapePage.ts`
      refuses(file, `import { HttpClient } from "effect/http"`, /may not import effect\/http\/HttpClient/)
      refuses(file, `import { SqlClient } from "effect/sql"`, /may not import effect\/sql\/SqlClient/)
      refuses(file, `import { request } from "undici"`, /may not import undici/)
      refuses(file, `const undici = await import("undici")`, /may not import undici/)
    })

    it("lets a concept use the facade, combinator and outward port of one before it, never its store", () => {
      const file = `${core}/monitors/runMonitor.ts`
      allows(
        file,
        `import { Credits } from "../credits/Credits.ts"\nimport { withCharge } from "../credits/withCharge.ts"`
      )
      allows(file, `import { HttpFetcher } from "../web/HttpFetcher.ts"`)
      refuses(file, `import { CreditLedger } from "../credits/CreditLedger.ts"`, /may not import .*CreditLedger/)
      refuses(file, `import { DeliveryStore } from "../webhooks/DeliveryStore.ts"`, /may not import .*DeliveryStore/)
    })

    it("lets the rooms that read the web use each other's functions and facades, and no store but their own", () => {
      const file = `${core}/sites/crawlSite.ts`
      allows(
        file,
        `import { capturePage } from "../pages/capturePage.ts"\nimport { FrontierStore } from "./FrontierStore.ts"`
      )
      allows(`${core}/pages/takePicture.ts`, `import { withProfile } from "../profiles/withProfile.ts"`)
      allows(`${core}/pages/findImages.ts`, `import { keepAsset } from "../assets/keepAsset.ts"`)
      allows(`${core}/monitors/lookAtPage.ts`, `import { Pages } from "../pages/Pages.ts"`)
      refuses(file, `import type { CachedPage } from "../pages/PageCache.ts"`, /may not import .*PageCache/)
      refuses(
        `${core}/pages/Pages.ts`,
        `import { AssetStore } from "../assets/AssetStore.ts"`,
        /may not import .*Asset/
      )
      refuses(`${core}/pages/Pages.ts`, `import { ProfileStore } from "../profiles/ProfileStore.ts"`, /may not import/)
      refuses(`${core}/monitors/runMonitor.ts`, `import { FrontierStore } from "../sites/FrontierStore.ts"`, /Frontier/)
    })

    it("keeps the concepts in their order", () => {
      refuses(`${core}/credits/Credits.ts`, `import { Limits } from "../limits/Limits.ts"`, /may not import .*Limits/)
      refuses(`${core}/batches/Batches.ts`, `import { Monitors } from "../monitors/Monitors.ts"`, /may not import/)
      for (const [file, what] of [
        ["web/charged.ts", "pages/errors.ts"],
        ["assets/keepAsset.ts", "pages/ImageReader.ts"],
        ["profiles/withProfile.ts", "assets/keepAsset.ts"],
        ["pages/capturePage.ts", "sites/readRobots.ts"],
        ["pages/readCapture.ts", "files/Files.ts"],
        ["files/parseFile.ts", "sites/Sites.ts"],
        ["sites/crawlSite.ts", "files/Files.ts"],
        ["pages/domain/PageProblem.ts", "sites/domain/SiteScope.ts"],
        ["sites/Sites.ts", "monitors/Monitors.ts"]
      ] as const) {
        const up = file.includes("/domain/") ? "../../" : "../"
        refuses(`${core}/${file}`, `import type { it } from "${up}${what}"`, /may not import packages\/core/)
      }
      refuses(`${core}/security/Ids.ts`, `import { Cursors } from "../paging/Cursors.ts"`, /may not import/)
    })

    it("lets no concept reach another's store through the list of all", () => {
      const source = `import type { Stores } from "../Stores.ts"`
      refuses(`${core}/monitors/runMonitor.ts`, source, /may not import .*Stores\.ts/)
      refuses(`${core}/bind.ts`, `import type { Stores } from "./Stores.ts"`, /may not import .*Stores\.ts/)
      allows(`${core}/memory/Memory.ts`, source)
      refuses(`${core}/Stores.ts`, `import { Pages } from "./pages/Pages.ts"`, /may not import .*Pages/)
    })

    it("uses the memory adapters and test suites in no use case", () => {
      refuses(`${core}/limits/Limits.ts`, `import { layer } from "../memory/LimitStore.ts"`, /may not import .*memory/)
    })
  })

  describe("adapters and doors", () => {
    it("keep Node's network modules in the fetch adapter and the listener", () => {
      allows("packages/adapters/fetch/src/HttpFetcher.ts", `import { lookup } from "node:dns/promises"`)
      allows("packages/http/src/NodeServer.ts", `import { createServer } from "node:http"`)
      refuses("packages/http/src/NodeServer.ts", `import { connect } from "node:net"`, /node:net/)
      refuses("packages/adapters/html/src/parseHtml.ts", `import { request } from "undici"`, /may not import undici/)
      refuses("packages/adapters/postgres/src/SqlClient.ts", `import { connect } from "node:net"`, /node:net/)
      refuses("packages/cli/src/main.ts", `import { request } from "node:https"`, /node:https/)
      refuses("packages/http/src/monitors/handlers.ts", `import { createServer } from "node:http"`, /node:http/)
    })

    it("let no adapter know another, call a facade or run a use case", () => {
      const file = "packages/adapters/postgres/src/RunStore.ts"
      refuses(file, `import { layer } from "@kittiwake/fetch/HttpFetcher"`, /may not import .*adapters\/fetch/)
      refuses(file, `import { Monitors } from "@kittiwake/core/monitors/Monitors"`, /may not import .*Monitors\.ts/)
      allows(file, `import { RunStore } from "@kittiwake/core/monitors/RunStore"`)
    })

    it("let no door call a port, though it may name the types, schemas and errors that stand beside one", () => {
      const file = "packages/worker/src/scheduler.ts"
      refuses(file, `import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"`, /may not import/)
      allows(file, `import { MonitorLimitReached } from "@kittiwake/core/monitors/MonitorStore"`)
      refuses(file, `import * as store from "@kittiwake/core/monitors/MonitorStore"`, /may not import/)
      refuses(file, `import { runMonitor } from "@kittiwake/core/monitors/runMonitor"`, /may not import/)
      allows(file, `import { Monitors } from "@kittiwake/core/monitors/Monitors"`)
    })

    it("let nobody import the composition root", () => {
      refuses("packages/http/src/server.ts", `import { Kittiwake } from "kittiwake"`, /may not import packages\/cli/)
    })

    it("import only what their package declares", () => {
      refuses("packages/adapters/crypto/src/Ids.ts", `import { x } from "undici"`, /does not declare it/)
      refuses(
        "packages/worker/src/main.ts",
        `import { layer } from "@kittiwake/postgres/postgres"`,
        /does not declare it/
      )
    })

    it("do not reach into another package by path", () => {
      refuses("packages/http/src/server.ts", `import { bind } from "../../core/src/bind.ts"`, /by its published name/)
      refuses("examples/embed/main.ts", `import { bind } from "../../packages/core/src/bind.ts"`, /may not import/)
    })

    it("import only what another package exports", () => {
      const notExported = /@kittiwake\/core\/bind, which @kittiwake\/core does not export/
      for (const path of ["packages/http/src/server.ts", "packages/http/test/a.test.ts", "examples/embed/main.ts"]) {
        refuses(path, `import { bind } from "@kittiwake/core/bind"`, notExported)
      }
      refuses("test/a.test.ts", `import * as services from "kittiwake/services"`, /which kittiwake does not export/)
    })
  })

  describe("an entry under internal/", () => {
    const source = `import { makeFlights } from "@kittiwake/core/internal/budget/makeFlights"`

    it("is for the sources of our packages", () => allows("packages/http/src/web/call.ts", source))

    it("is for nobody else", () => {
      for (const path of ["examples/embed/main.ts", "packages/http/test/a.test.ts", "bench/http/a.ts"]) {
        refuses(path, source, /may not import packages\/core\/src\/budget\/makeFlights/)
      }
    })
  })

  describe("tests and benches", () => {
    it("look by its path at what is not public, and import by its name what is", () => {
      allows("packages/http/test/a.test.ts", `import { bind } from "../../core/src/bind.ts"`)
      allows("bench/http/a.ts", `import * as services from "../../packages/cli/src/services.ts"`)
      const source = `import { Pages } from "../../core/src/pages/Pages.ts"`
      refuses("packages/http/test/a.test.ts", source, /import @kittiwake\/core\/pages\/Pages by its published name/)
      allows("packages/core/test/a.test.ts", `import { Pages } from "../src/pages/Pages.ts"`)
    })
  })

  it("fails for a folder that no row names", () => {
    for (const path of [
      `${core}/gossip/Gossip.ts`,
      `${core}/pages/deep/er/File.ts`,
      "packages/new/src/a.ts",
      "tools/a.ts"
    ]) {
      refuses(path, "export {}", /no row .* names this folder/)
    }
  })

  it("refuses an import whose module is only known at run time", () => {
    refuses(`${core}/pages/scrapePage.ts`, `const load = (name: string) => import(name)`, /only known at run time/)
    refuses(`${core}/pages/scrapePage.ts`, `const fs = require("node:fs")`, /may not import node:fs/)
    allows(
      `${core}/pages/scrapePage.ts`,
      `const require = (what: string) => what\nexport const it = require("node:fs")`
    )
  })

  describe("time, chance and the network", () => {
    const file = `${core}/monitors/runMonitor.ts`

    it("come from services in product code", () => {
      for (const [source, name] of [
        ["const at = Date.now()", "Date.now"],
        ["const clock = Date.now", "Date.now"],
        ["const at = new Date()", "new Date()"],
        ["const dice = Math.random()", "Math.random"],
        ["setTimeout(() => {}, 5)", "setTimeout"],
        ["globalThis.setInterval(() => {}, 5)", "globalThis.setInterval"],
        ["const took = performance.now()", "performance"],
        ["const kept = Cache.make({ capacity: 1, lookup })", "Cache.make"],
        ["const kept = Effect.cachedWithTTL(all, lasts)", "Effect.cachedWithTTL"],
        [`const page = await fetch("http://example.com")`, "fetch"],
        ["const given = { fetch }", "fetch"],
        ["const id = crypto.randomUUID()", "crypto.randomUUID"]
      ] as const) {
        refuses(file, source, new RegExp(`reads ${name.replace(/[.()]/g, "\\$&")};`))
      }
    })

    it("are not seen in comments, strings, methods of that name or a date made from a value", () => {
      allows(file, `/** Never Date.now(). */\nexport const text = "setTimeout(fetch, Math.random())"`)
      allows(file, "export const read = (pages: { fetch: (url: string) => string }) => pages.fetch(`a`)")
      allows(file, "export const call = (fetch: (url: string) => string) => fetch(`a`)")
      allows(file, "export const day = (millis: number) => new Date(millis).getUTCDate()")
    })

    it("are the business of tests and scripts themselves", () => {
      allows("scripts/build.ts", "console.log(performance.now())")
    })
  })
})
