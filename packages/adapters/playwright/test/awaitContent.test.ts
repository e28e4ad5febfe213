/** Content that comes late. Observed: what a page is waited for and for how long, and what is read of pages in a browser. */
import { assert, describe, it, layer } from "@effect/vitest"
import { render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { needsBrowser } from "../../../../test/setup/browser.ts"
import type { PageContent } from "../src/page/awaited.ts"
import { awaitContent, worthMillis } from "../src/render/awaitContent.ts"
import type { OpenPage } from "../src/render/OpenPage.ts"
import type { PageWorld } from "../src/render/PageWorld.ts"
import { settle } from "../src/render/settle.ts"
import { sharedBrowser } from "./browsers.ts"
import { serve } from "./servers.ts"

const patience = 120_000

const bare: PageContent = { contentLength: 20, texts: ["Products"], isMarked: false, classes: [], emptyParts: [] }
const list = { isList: true, id: "", className: "" }
const loading = { ...bare, texts: ["Products", "Loading products…"] }

describe("a page", () => {
  it.each([
    ["says that it loads", loading, 3_000],
    ["says so in another language", { ...bare, texts: ["読み込み中…"] }, 3_000],
    ["is marked as busy", { ...bare, isMarked: true }, 3_000],
    ["shows bones of what is to come", { ...bare, classes: ["card-skeleton"] }, 3_000],
    ["shows what turns round", { ...bare, classes: ["btn", "spinner"] }, 3_000],
    ["has an empty list", { ...bare, emptyParts: [list] }, 1_000],
    ["has an empty part with a name", { ...bare, emptyParts: [{ isList: false, id: "app", className: "" }] }, 1_000],
    ["has an empty part for what opens", { ...bare, emptyParts: [{ ...list, className: "toast-list" }] }, 0],
    ["has an empty part without a name", { ...bare, emptyParts: [{ ...list, isList: false }] }, 0],
    ["has an empty list beside content", { ...bare, contentLength: 300, emptyParts: [list] }, 0],
    ["shows what turns round beside content", { ...bare, contentLength: 300, classes: ["spinner"] }, 0],
    ["says what it is", bare, 0],
    ["says something of loading", { ...bare, texts: ["Loading dock opens at 8 am"] }, 0]
  ] as ReadonlyArray<readonly [string, PageContent, number]>)("that %s is waited for that long", (_, content, most) => {
    assert.strictEqual(worthMillis(content), most)
  })

  const untilOver = Effect.fnUntraced(function* (contentAt: (millis: number) => PageContent | null, most = 3_000) {
    let at = 0
    const world = { run: () => Effect.sync(() => contentAt(at)) } as unknown as PageWorld
    const waiting = yield* Effect.forkChild(awaitContent(world, most))
    yield* Effect.yieldNow
    while (waiting.pollUnsafe() === undefined) {
      at += 50
      yield* TestClock.adjust("50 millis")
    }
    return [yield* Fiber.join(waiting), at] as const
  })

  it.effect("is waited for until its content has come, and no longer than there is time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* untilOver(() => null), [false, 0])
      assert.deepStrictEqual(yield* untilOver(() => bare), [false, 0])
      assert.deepStrictEqual(yield* untilOver((at) => (at < 1_200 ? loading : null)), [true, 1_200])
      assert.deepStrictEqual(yield* untilOver(() => loading), [false, 3_000])
      assert.deepStrictEqual(yield* untilOver(() => ({ ...bare, emptyParts: [list] })), [false, 1_000])
      assert.deepStrictEqual(yield* untilOver(() => loading, 500), [false, 500])
      assert.deepStrictEqual(yield* untilOver(() => loading, -1), [false, 0])
    })
  )
})

/** A page that goes to a second document, and says for ever that it loads. */
const loadingForEver = () => {
  let documents = 1
  const run = ({ name }: { readonly name: string }) =>
    Effect.sync((): unknown => {
      if (name === "seeContent") return loading
      if (name === "untilShown" && documents === 1) documents = 2
      return name === "untilQuiet" ? { hasChanged: false, isStill: true } : false
    })
  return {
    page: { waitForLoadState: () => Promise.resolve() },
    world: { run },
    watch: { documents: () => documents, inFlight: () => 0, activity: () => 0 },
    frames: { next: Effect.succeed(false) }
  } as unknown as OpenPage
}

describe("a call", () => {
  it.effect.each([
    ["three seconds for all documents together", 60_000, 3_000],
    ["what is left of its time", 400, 800],
    ["nothing where no time is left", -1_000, 0]
  ] as const)("waits for late content for %s", ([, leftMillis, most]) =>
    Effect.gen(function* () {
      const left = Effect.succeed(Duration.millis(leftMillis))
      const settling = yield* Effect.forkChild(settle(loadingForEver(), Duration.zero, left))
      let at = 0
      while (settling.pollUnsafe() === undefined) {
        // What is asked of the page itself is answered in turns of the process.
        for (let turn = 0; turn < 5; turn += 1) yield* Effect.promise(() => new Promise(setImmediate))
        if (settling.pollUnsafe() !== undefined) break
        at += 50
        yield* TestClock.adjust("50 millis")
      }
      yield* Fiber.join(settling)
      assert.isAtLeast(at, most)
      assert.isAtMost(at, most + 100)
    })
  )
})

/** Asks for its data some time after it was loaded, and shows it in the place of what is in `m`. */
const late = (shown: string) =>
  `<!DOCTYPE html><header><a href=/>ACME Shop</a> <a href=/b>Products</a></header><main id=m><h1>Products</h1>${shown}</main><script>
setTimeout(() => fetch("/data").then((answer) => answer.text()).then((text) => { m.innerHTML = text }), 700)</script>`

const pages: Readonly<Record<string, string>> = {
  "a word of loading": late("<p>Loading…</p>"),
  "a word of loading beside an introduction": late(`<p>${"word ".repeat(60)}</p><div><b>Please wait</b></div>`),
  "an element that is busy": late("<div aria-busy=true></div>"),
  "bones of what is to come": late("<div class='card skeleton' style='height:40px'></div>"),
  "what turns round": late("<div class=spinner style='width:40px;height:40px'></div>"),
  "an empty list": late("<ul class=results></ul>"),
  "a bar of progress": late("<div role=progressbar style='height:4px'></div>")
}

describe("late content in a browser", needsBrowser, () => {
  layer(sharedBrowser(), { timeout: patience, excludeTestServices: true })((it) => {
    it.effect.each(Object.entries(pages))(
      "is waited for by %s",
      ([, page]) =>
        Effect.gen(function* () {
          const port = yield* serve((request, response) => {
            response
              .writeHead(200, { "content-type": "text/html; charset=utf-8" })
              .end(request.url === "/data" ? "<p>Ten chairs</p>" : page)
          })
          assert.include((yield* render(`http://localhost:${port}/`)).html, "Ten chairs")
        }),
      patience
    )
  })
})
