/** What may be watched. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { listed, site, sitemap, urlsOf, watchListed } from "./listed.ts"
import { invalid, page, prices } from "./watch.ts"

/** A monitor of a target that only the wire knows; its status, code and target. */
const attempt = async ({ call }: Pick<Server, "call">, target: object) => {
  const { body, status } = await call("POST", "/monitors", { ...prices, target: { ...prices.target, ...target } })
  return { status, code: body.error_code, target: Object(body.target) }
}

const isTaken = async (server: Server, target: object) => {
  const { status, target: stored } = await attempt(server, target)
  assert.strictEqual(status, 201, JSON.stringify(target).slice(0, 200))
  for (const [field, value] of Object.entries(target)) {
    if (field === "actions") continue
    assert.deepStrictEqual(stored[field], value, field)
  }
  return stored
}

const isRefused = async (server: Server, target: object) => {
  const { code, status } = await attempt(server, target)
  assert.deepStrictEqual([status, code], [...invalid], JSON.stringify(target).slice(0, 200))
}

const regions = `<!doctype html><title>Shop</title><main>
<h1>Tea</h1><div class="price">Ten euro</div><div class="price ad">Buy more</div><p class="note">Fresh</p></main>`

const textOf = async ({ client, settle, show }: Server, target: object, html = regions) => {
  await show(page, html)
  const { id } = await client.monitors.create({ ...prices, target: { ...prices.target, ...target } })
  await settle()
  return Object((await client.monitors.retrieve(id)).baseline).text
}

describe("a page target", () => {
  const rows = rowsOf("1.2 page", [
    "type",
    "url",
    "instructions",
    "normalize_whitespace",
    "include_selectors",
    "exclude_selectors",
    "actions"
  ])

  rows.hold(["type"], "is named, and nothing else is a target", async (server) => {
    await isTaken(server, { type: "page" })
    for (const type of [undefined, null, "PAGE", "feed", 5]) await isRefused(server, { type })
  })

  rows.hold(["url"], "is an address of the web of up to 2048 characters", async (server) => {
    const longest = `https://shop.example/${"x".repeat(2_048 - 21)}`
    for (const url of ["http://shop.example/", "https://shop.example/a?b=c", longest]) await isTaken(server, { url })
    for (const url of [undefined, "", "shop.example", "ftp://shop.example/", "javascript:alert(1)", `${longest}x`]) {
      await isRefused(server, { url })
    }
  })

  rows.hold(["instructions"], "may say which changes matter, in 1 to 2000 characters", async ({ client, call }) => {
    const exact = { change_detection: { type: "exact" } } as const
    for (const instructions of ["x", "x".repeat(2_000)]) {
      const created = await client.monitors.create({ ...prices, ...exact, target: { ...prices.target, instructions } })
      assert.propertyVal(created.target, "instructions", instructions)
    }
    for (const instructions of ["", "x".repeat(2_001), 5, null]) {
      const target = { ...prices.target, instructions }
      assert.strictEqual((await call("POST", "/monitors", { ...prices, ...exact, target })).status, 400)
    }
  })

  rows.hold(["normalize_whitespace"], "collapses whitespace unless it is told not to", async (server) => {
    const html = "<!doctype html><main><pre>Ten   euro</pre></main>"
    assert.strictEqual(await textOf(server, {}, html), "Ten euro")
    assert.strictEqual(await textOf(server, { normalize_whitespace: false }, html), "Ten   euro")
    for (const normalize_whitespace of ["false", 0, null]) await isRefused(server, { normalize_whitespace })
  })

  rows.hold(["include_selectors"], "watches the regions named, in the order of the page", async (server) => {
    assert.strictEqual(await textOf(server, { include_selectors: [".note", "h1"] }), "Tea\nFresh")
    assert.strictEqual(await textOf(server, { include_selectors: [] }), await textOf(server, {}))
    await isTaken(server, { include_selectors: Array(50).fill("p") })
    await isTaken(server, { include_selectors: [`.${"x".repeat(2_047)}`] })
    for (const include_selectors of [Array(51).fill("p"), [""], [`.${"x".repeat(2_048)}`], ["p["], "p", [5]]) {
      await isRefused(server, { include_selectors })
    }
  })

  rows.hold(["exclude_selectors"], "drops regions, from those that are included too", async (server) => {
    assert.strictEqual(await textOf(server, { exclude_selectors: [".ad"] }), "Tea\nTen euro\nFresh")
    const both = { include_selectors: [".price"], exclude_selectors: [".ad"] }
    assert.strictEqual(await textOf(server, both), "Ten euro")
    for (const exclude_selectors of [Array(51).fill("p"), [""], [`.${"x".repeat(2_048)}`], ["p["]]) {
      await isRefused(server, { exclude_selectors })
    }
  })

  rows.hold(["actions"], "takes up to five steps, on a paid plan", async (server) => {
    const step = { do: "wait", timeMs: 1 }
    await isTaken(server, { actions: Array(5).fill(step) })
    await isRefused(server, { actions: Array(6).fill(step) })
    const free = await server.stranger({ plan: "free" })
    const { code, status } = await attempt(free, { actions: [step] })
    assert.deepStrictEqual([status, code], [403, "PAID_PLAN_REQUIRED"])
    assert.strictEqual((await attempt(free, { actions: [] })).status, 201)
  })

  rows.complete()
})

describe("an action of a page target", () => {
  const rows = rowsOf("1.2 action", ["do", "wait", "scroll", "perform", "click", "type"])

  const takes = async (server: Server, action: object) => {
    const { actions } = await isTaken(server, { actions: [action] })
    assert.deepInclude(actions[0], action)
  }
  const refusesAction = (server: Server, action: object | null) => isRefused(server, { actions: [action] })

  rows.hold(["do"], "says what it does", async (server) => {
    for (const action of [{}, { do: "explode" }, { do: null }, null, { timeMs: 1 }]) await refusesAction(server, action)
  })

  rows.hold(["wait"], "waits up to thirty seconds", async (server) => {
    for (const timeMs of [0, 30_000]) await takes(server, { do: "wait", timeMs })
    for (const timeMs of [undefined, -1, 30_001, 0.5, "1"]) await refusesAction(server, { do: "wait", timeMs })
  })

  rows.hold(
    ["scroll"],
    "scrolls by pixels, a viewport or to the end, up to 50 times, in a container",
    async (server) => {
      const { target } = await attempt(server, { actions: [{ do: "scroll" }] })
      const [plain] = target.actions
      assert.deepInclude(plain, { do: "scroll", direction: "down", amount: "viewport", maxScrolls: 1 })
      for (const direction of ["up", "down", "left", "right"]) await takes(server, { do: "scroll", direction })
      for (const amount of [1, 500, "viewport", "max"]) await takes(server, { do: "scroll", amount })
      await takes(server, { do: "scroll", maxScrolls: 50, container: "#list" })
      const wrong = [{ direction: "north" }, { amount: 0 }, { amount: "page" }, { amount: 1.5 }, { maxScrolls: 0 }]
      for (const more of [...wrong, { maxScrolls: 51 }, { container: "" }]) {
        await refusesAction(server, { do: "scroll", ...more })
      }
    }
  )

  rows.hold(["click"], "clicks what a selector finds", async (server) => {
    await takes(server, { do: "click", selector: "#more" })
    for (const selector of [undefined, "", 5]) await refusesAction(server, { do: "click", selector })
  })

  rows.hold(["type"], "types up to 5000 characters into what a selector finds", async (server) => {
    await takes(server, { do: "type", selector: "#q", text: "x".repeat(5_000) })
    for (const more of [{}, { selector: "#q" }, { text: "tea" }, { selector: "#q", text: "x".repeat(5_001) }]) {
      await refusesAction(server, { do: "type", ...more })
    }
  })

  rows.hold(["perform"], "takes a step in words", async (server) => {
    await takes(server, { do: "perform", action: "Open the second tab" })
    for (const action of [undefined, "", 5]) await refusesAction(server, { do: "perform", action })
  })

  rows.complete()
})

describe("a sitemap target", () => {
  const rows = rowsOf("1.2 sitemap", ["type", "url", "include", "exclude", "max_urls"])
  const taken = async (server: Server, target: object) => {
    const { body, status } = await server.call("POST", "/monitors", {
      ...listed,
      target: { ...listed.target, ...target }
    })
    return { status, target: Object(body.target), code: body.error_code }
  }
  const refused = async (server: Server, target: object) => {
    const { code, status } = await taken(server, target)
    assert.deepStrictEqual([status, code], [...invalid], JSON.stringify(target).slice(0, 200))
  }

  rows.hold(
    ["type", "url"],
    "is named, with an address of the web, and takes nothing of other targets",
    async (server) => {
      const { status, target } = await taken(server, {})
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(target, { type: "sitemap", url: sitemap, include: [], exclude: [], max_urls: 5_000 })
      for (const url of [undefined, "", "shop.example", "ftp://shop.example/"]) await refused(server, { url })
      await refused(server, { include_selectors: ["p"] })
      await refused(server, { instructions: "new posts" })
    }
  )

  rows.hold(["include", "exclude"], "keep and drop paths by globs, and exclusion wins", async (server) => {
    const globs = { include: ["/blog/*", "/pricing*"], exclude: ["*/draft-*"] }
    const paths = ["/blog/1", "/blog/draft-2", "/pricing-eu", "/about", "/blog"]
    const { id, target } = await watchListed(server, paths, globs)
    assert.deepInclude(Object(target), globs)
    assert.deepStrictEqual(await urlsOf(server, id), [`${site}/blog`, `${site}/blog/1`, `${site}/pricing-eu`])
    assert.strictEqual((await taken(server, { include: Array(50).fill("/a*") })).status, 201)
    for (const include of [Array(51).fill("/a"), [""], "/a", [5]]) await refused(server, { include })
    for (const exclude of [Array(51).fill("/a"), [""], "/a", [5]]) await refused(server, { exclude })
  })

  rows.hold(["max_urls"], "is how many addresses are tracked, from 1 to 10000", async (server) => {
    const { id } = await watchListed(server, ["/a", "/b", "/c"], { max_urls: 2 })
    assert.lengthOf(await urlsOf(server, id), 2)
    for (const max_urls of [1, 10_000]) assert.strictEqual((await taken(server, { max_urls })).status, 201)
    for (const max_urls of [0, 10_001, 1.5, "5", null]) await refused(server, { max_urls })
  })

  rows.complete()
})
