/** Observed: where a page stands whose scripts say that it stands at an address of a million characters. */
import { assert, describe, it } from "@effect/vitest"
import { render } from "@kittiwake/core/testing/browserSuite"
import { Effect } from "effect"
import { needsBrowserHere } from "../../../../test/setup/browser.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

const page = (characters: number) =>
  `<p>Tea</p><script>history.replaceState(null, "", "/" + "a".repeat(${characters}))</script>`

describe("a page that gives itself an address", needsBrowserHere, () => {
  it.live(
    "stands where it was answered when that is longer than any, and else where it says",
    () =>
      Effect.gen(function* () {
        const port = yield* serve((request, response) => response.end(page(request.url === "/long" ? 1_000_000 : 10)))
        assert.strictEqual((yield* render(`http://localhost:${port}/long`)).url, `http://localhost:${port}/long`)
        assert.strictEqual((yield* render(`http://localhost:${port}/short`)).url, `http://localhost:${port}/aaaaaaaaaa`)
      }).pipe(Effect.provide(browserLayer({}))),
    120_000
  )
})
