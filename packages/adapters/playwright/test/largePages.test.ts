/** Observed: how a rendering ends whose page takes gigabytes, how soon, and what becomes of one beside it. */
import { assert, describe, it } from "@effect/vitest"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect } from "effect"
import { needsBrowserHere } from "../../../../test/setup/browser.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

const taker =
  "<p>content</p><script>window.a=[];let n=0;const go=()=>{a.push(new Uint8Array(5e7).fill(1));if(++n<80)setTimeout(go,20)};go()</script>"

describe("a page that takes gigabytes", needsBrowserHere, () => {
  it.live(
    "is ended with a word, and the pages beside it are not",
    () =>
      Effect.gen(function* () {
        const port = yield* serve((request, response) =>
          response.end(request.url === "/taker" ? taker : "<p>all is well</p>")
        )
        const url = `http://localhost:${port}`
        yield* render(`${url}/fine`)
        const long = { wait: Duration.seconds(12), timeout: Duration.seconds(60) }
        const [reason, beside] = yield* Effect.all([failureOf(`${url}/taker`, long), render(`${url}/fine`, long)], {
          concurrency: 2
        })
        assert.strictEqual(reason, "too_large")
        assert.include(beside.html, "all is well")
        assert.include((yield* render(`${url}/fine`)).html, "all is well")
      }).pipe(Effect.provide(browserLayer({ limits: { maxRendererBytes: 800 * 1024 * 1024 } }))),
    120_000
  )
})
