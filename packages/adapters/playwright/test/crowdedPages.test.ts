/** Observed: how a rendering ends whose page starts workers, or has frames of other sites, without end, and what becomes of one that has few. */
import { assert, describe, it } from "@effect/vitest"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect } from "effect"
import { hasBrowser } from "../../../../test/setup/browser.ts"
import { needing } from "../../../../test/setup/needs.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

const page = (script: string) => `<p>all is well</p><script>${script}</script>`

const workersOf = (count: number) =>
  page(
    `const url = URL.createObjectURL(new Blob(["onmessage = () => {}"])); for (let i = 0; i < ${count}; i++) new Worker(url)`
  )

const sitesOf = (count: number) =>
  page(
    `for (let i = 0; i < ${count}; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "http://s" + i + ".test/" }))`
  )

const pages: Readonly<Record<string, string>> = {
  "/sixteenWorkers": workersOf(16),
  "/workers": workersOf(300),
  "/fifteenSites": sitesOf(15),
  "/sites": sitesOf(200)
}

// Threads are counted where there is a /proc.
const needs = needing({ Linux: process.platform === "linux", browser: hasBrowser })

describe("a page that starts more than a page may", needs, () => {
  for (const [few, many] of [
    ["/sixteenWorkers", "/workers"],
    ["/fifteenSites", "/sites"]
  ] as const) {
    it.live(
      `is ended with a word, and one that has few is not: ${many}`,
      () =>
        Effect.gen(function* () {
          const port = yield* serve((request, response) => response.end(pages[request.url ?? ""] ?? page("")))
          const url = `http://localhost:${port}`
          yield* render(`${url}/fine`)
          const long = { wait: Duration.seconds(30), timeout: Duration.seconds(90) }
          assert.strictEqual(yield* failureOf(`${url}${many}`, long), "too_large")
          assert.include((yield* render(`${url}${few}`, { ...long, wait: Duration.seconds(1) })).html, "all is well")
        }).pipe(Effect.provide(browserLayer())),
      120_000
    )
  }
})
