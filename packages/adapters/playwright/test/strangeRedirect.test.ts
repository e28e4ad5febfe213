/** Observed: how a rendering ends whose page redirects to what Chromium takes for an address and Node does not, and that the next one works. */
import { assert, describe, it } from "@effect/vitest"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Effect } from "effect"
import { needsBrowserHere } from "../../../../test/setup/browser.ts"
import { browserLayer } from "./browsers.ts"
import { serve } from "./servers.ts"

/** Hosts that are none to one of the two, and what a path may have. */
const places = ["http://a%20b.localhost/", "http://xn--a.localhost/", "http://%00.localhost/", "//a%5E.localhost/%ff"]

describe("a page that redirects to what is no address here", needsBrowserHere, () => {
  it.live(
    "ends, and nothing else does",
    () =>
      Effect.gen(function* () {
        const port = yield* serve((request, response) => {
          const location = places[Number(request.url?.slice(1))]
          if (location === undefined) response.end("<p>content")
          else response.writeHead(302, { location }).end()
        })
        for (const index of places.keys()) {
          const request = { headers: { "x-own": "1" } }
          assert.isString(yield* failureOf(`http://localhost:${port}/${index}`, request), places[index])
        }
        assert.include((yield* render(`http://localhost:${port}/fine`)).html, "content")
      }).pipe(Effect.provide(browserLayer({}))),
    120_000
  )
})
