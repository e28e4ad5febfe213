/** Links of a page. Observed: each address once, its text, and whether it is to be followed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shape } from "./reading.ts"

describe("links of a page", () => {
  it.effect("are not to be followed where none to the same address is", () =>
    Effect.gen(function* () {
      const { links } = yield* shape(
        `<a rel="nofollow" href="/a">A</a><a href="/a">A again</a>
         <a href="/b"></a><a rel="ugc nofollow" href="/b">B</a>
         <a rel="nofollow" href="/c"></a><a rel="nofollow" href="/c">C</a>`
      )
      assert.deepStrictEqual(
        links?.map(({ nofollow, text, url }) => [new URL(url).pathname, text, nofollow]),
        [
          ["/a", "A", false],
          ["/b", "B", false],
          ["/c", "C", true]
        ]
      )
    })
  )
})
