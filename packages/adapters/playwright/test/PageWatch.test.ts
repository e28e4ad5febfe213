/** What is seen of a page from outside. Observed: whether a document is waited for, over a page that tells what a test says. */
import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { watchPage } from "../src/render/PageWatch.ts"

const main = { url: () => "https://shop.example/" }

const requestOf = (options: { readonly frame?: object; readonly after?: object } = {}) => ({
  url: () => "https://shop.example/order",
  resourceType: () => "document",
  isNavigationRequest: () => true,
  frame: () => options.frame ?? main,
  redirectedFrom: () => options.after ?? null
})

const answerOf = (request: object, status: number) => ({
  url: () => "https://shop.example/order",
  status: () => status,
  request: () => request,
  headers: () => ({ "content-type": "text/html" })
})

const opened = () => {
  const page = Object.assign(new EventEmitter(), { mainFrame: () => main })
  const watch = watchPage(new EventEmitter() as unknown as BrowserContext, page as unknown as Page)
  return { page, watch }
}

describe("the document that a page went for", () => {
  it("is coming until it is shown, also once all of its answer has come", () => {
    const { page, watch } = opened()
    assert.isFalse(watch.isComing())
    const request = requestOf()
    page.emit("request", request)
    assert.isTrue(watch.isComing())
    page.emit("response", answerOf(request, 200))
    page.emit("requestfinished", request)
    assert.strictEqual(watch.inFlight(), 0)
    assert.isTrue(watch.isComing())
    page.emit("framenavigated", main)
    assert.isFalse(watch.isComing())
    assert.deepStrictEqual([watch.documents(), watch.navigations()], [1, 1])
  })

  it("is coming through redirects, which are one way", () => {
    const { page, watch } = opened()
    const first = requestOf()
    page.emit("request", first)
    page.emit("response", answerOf(first, 302))
    page.emit("requestfinished", first)
    assert.isTrue(watch.isComing())
    page.emit("request", requestOf({ after: first }))
    assert.isTrue(watch.isComing())
    assert.strictEqual(watch.navigations(), 1)
  })

  it("does not come where its answer has none, where it broke off, and where it is a file to save", () => {
    const endings: ReadonlyArray<(page: EventEmitter, request: object) => void> = [
      (page, request) => page.emit("response", answerOf(request, 204)),
      (page, request) => page.emit("requestfailed", request),
      (page) => page.emit("download", { cancel: () => Promise.resolve() })
    ]
    for (const end of endings) {
      const { page, watch } = opened()
      const request = requestOf()
      page.emit("request", request)
      end(page, request)
      assert.isFalse(watch.isComing())
    }
  })

  const isBroken = (watch: ReturnType<typeof opened>["watch"]) => Effect.runPromise(Deferred.isDone(watch.broken))
  const frameAt = (address: string) => ({ url: () => address })
  const sites = Array.from({ length: 64 }, (_, index) => frameAt(`https://s${index}.example/`))

  it("has frames of sixty-four other sites at once, and no more", async () => {
    const { page, watch } = opened()
    for (const frame of sites) page.emit("framenavigated", frame)
    // What stands where others do, is there without a site, or was there before.
    for (let times = 0; times < 100; times++) page.emit("framenavigated", frameAt(`https://s1.example/${times}`))
    for (const address of ["about:blank", "data:text/html,x", "no address"]) {
      page.emit("framenavigated", frameAt(address))
    }
    page.emit("framedetached", sites[0])
    page.emit("framedetached", sites[0])
    page.emit("framedetached", frameAt("https://s2.example/"))
    page.emit("framenavigated", main)
    page.emit("framenavigated", frameAt("https://one.example/"))
    assert.isFalse(await isBroken(watch))
    page.emit("framenavigated", frameAt("https://more.example/"))
    assert.include(await Effect.runPromise(Effect.flip(Deferred.await(watch.broken))), { reason: "too_large" })
  })

  it("has them counted when they go there, each where it goes last", async () => {
    const { page, watch } = opened()
    const wandering = {}
    for (let times = 0; times < 100; times++) {
      page.emit("request", { ...requestOf({ frame: wandering }), url: () => `https://w${times}.example/` })
    }
    assert.isFalse(await isBroken(watch))
    for (const frame of sites) page.emit("request", { ...requestOf({ frame }), url: frame.url })
    assert.isTrue(await isBroken(watch))
  })

  it("has them go to two hundred and fifty other sites one after the other, and no more", async () => {
    const { page, watch } = opened()
    const goTo = (frame: object, site: string) => {
      page.emit("request", { ...requestOf({ frame }), url: () => `https://${site}.example/` })
      page.emit("framenavigated", Object.assign(frame, { url: () => `https://${site}.example/` }))
    }
    const [first, second] = [{}, {}]
    for (let times = 0; times < 125; times++) {
      goTo(first, `a${times}`)
      goTo(second, `b${times % 2}`)
      // Where one stands already.
      const beside = {}
      goTo(beside, `a${times}`)
      page.emit("framedetached", beside)
    }
    assert.isFalse(await isBroken(watch))
    goTo(second, "more")
    assert.include(await Effect.runPromise(Effect.flip(Deferred.await(watch.broken))), { reason: "too_large" })
  })

  it("has redirects lead them there, over a thousand addresses at most", async () => {
    const { page, watch } = opened()
    let hops = 0
    const goTo = (frame: object, times: number) => {
      let after: object | undefined
      for (let hop = 0; hop <= times; hop++) {
        const address = `https://h${hops}.example/`
        const request = { ...requestOf({ frame, ...(after === undefined ? {} : { after }) }), url: () => address }
        page.emit("request", request)
        if (hop === times) page.emit("framenavigated", Object.assign(frame, { url: () => address }))
        if (hop > 0) hops += 1
        after = request
      }
    }
    for (let frame = 0; frame < 60; frame++) goTo({}, 16)
    goTo({}, 40)
    assert.isFalse(await isBroken(watch))
    goTo({}, 1)
    assert.include(await Effect.runPromise(Effect.flip(Deferred.await(watch.broken))), { reason: "too_large" })
  })

  it("ends what is rendered, and nothing else, where what is told cannot be taken", async () => {
    const { page, watch } = opened()
    const no = () => assert.fail("no")
    page.emit("response", { status: no })
    assert.isTrue(await Effect.runPromise(Deferred.isDone(watch.broken)))
    page.emit("dialog", { dismiss: no })
    page.emit("download", { cancel: () => Promise.reject(new Error("gone")) })
  })

  it("is coming still where another one broke off, or a frame of the page has come", () => {
    const { page, watch } = opened()
    const [given, frame] = [requestOf(), { url: () => "https://ads.example/" }]
    page.emit("request", given)
    page.emit("request", requestOf())
    page.emit("request", requestOf({ frame }))
    page.emit("requestfailed", given)
    page.emit("framenavigated", frame)
    assert.isTrue(watch.isComing())
    assert.deepStrictEqual([watch.documents(), watch.navigations()], [0, 2])
  })
})

describe("a page that asks whether it may be left", () => {
  const answerTo = (type: string, isRead: boolean) => {
    const page = Object.assign(new EventEmitter(), { mainFrame: () => main })
    const context = new EventEmitter() as unknown as BrowserContext
    let answer = ""
    const say = (word: string) => () => {
      answer = word
      return Promise.resolve()
    }
    watchPage(
      context,
      page as unknown as Page,
      () => {},
      () => isRead
    )
    page.emit("dialog", { type: () => type, accept: say("accepted"), dismiss: say("dismissed") })
    return answer
  }

  it("stays until it is read, and nothing else that it asks is agreed to", () => {
    assert.strictEqual(answerTo("beforeunload", false), "dismissed")
    assert.strictEqual(answerTo("beforeunload", true), "accepted")
    for (const type of ["alert", "confirm", "prompt"]) assert.strictEqual(answerTo(type, true), "dismissed", type)
  })
})

describe("where a document stood", () => {
  it("is known by the beginning of its address, however long that is", () => {
    const { page, watch } = opened()
    const addresses = [
      `https://login.example/saml?request=${"a".repeat(20_000)}`,
      `https://${"b".repeat(9_000)}/`,
      `data:text/html,${"c".repeat(9_000)}`
    ]
    for (const address of addresses) page.emit("framenavigated", { url: () => address })
    assert.deepStrictEqual([...watch.origins()], ["https://login.example"])
  })
})
