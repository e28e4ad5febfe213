import { assert, describe, it } from "@effect/vitest"
import { PageReader, type ReadRequest } from "@kittiwake/core/pages/PageReader"
import * as PlainPageReader from "@kittiwake/core/testing/PlainPageReader"
import { Effect } from "effect"

const read = Effect.fnUntraced(function* (body: string, given: Partial<ReadRequest> = {}) {
  const reader = yield* PageReader
  return yield* reader.read({
    body,
    mediaType: "text/html",
    includeSelectors: [],
    excludeSelectors: [],
    leavesOutNoise: false,
    ...given
  })
}, Effect.provide(PlainPageReader.layer))

const page = `<!doctype html><html><head><title>Tea &amp; more</title><style>p { color: red }</style></head><body>
<nav>Home</nav><!-- <p>no</p> --><main><h1>Tea</h1><p class="price now">10&nbsp;€</p><p id=ad>Buy <b>now</b>!<br>Today</p></main>
<script>if (1 < 2) document.write("<p>no</p>")</script><footer>Imprint</footer></body></html>`

describe("the plain page reader", () => {
  it.effect("reads the visible text of a simple page, one block a line", () =>
    Effect.gen(function* () {
      const { text, title } = yield* read(page)
      assert.strictEqual(title, "Tea & more")
      assert.deepStrictEqual(text.split("\n"), ["Tea", "10\u00a0€", "Buy now!", "Today"])
    })
  )

  it.effect("keeps and drops what simple selectors name; exclusion wins", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read(page, { includeSelectors: [".price"] })).text, "10\u00a0€")
      assert.strictEqual(
        (yield* read(page, { includeSelectors: ["main"], excludeSelectors: ["#ad", "h1"] })).text,
        "10\u00a0€"
      )
      assert.strictEqual((yield* read(page, { includeSelectors: ["p.price", "footer"] })).text, "10\u00a0€\nImprint")
      assert.strictEqual((yield* read(page, { includeSelectors: [".gone"] })).text, "")
    })
  )

  it.effect("says which selectors it knows, and which content it does not", () =>
    Effect.gen(function* () {
      const selector = yield* Effect.flip(read(page, { includeSelectors: ["main > p"] }))
      assert.strictEqual(selector._tag, "InvalidSelector")
      const content = yield* Effect.flip(read("", { mediaType: "image/png" }))
      assert.strictEqual(content._tag, "UnreadablePage")
    })
  )

  it.effect("leaves plain text and JSON as they are", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read("a <b>\n", { mediaType: "text/plain" })).text, "a <b>\n")
      assert.strictEqual((yield* read('{"a":1}', { mediaType: "application/json" })).text, '{"a":1}')
    })
  )
})
