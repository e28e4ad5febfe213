/** Watching facts of a site. */
import { assert, describe } from "@effect/vitest"
import type ContextDev from "context.dev"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { invalid, needs, runNow, runsOf, timestamp } from "./watch.ts"

const root = "https://shop.example/"
const instructions = "Track the prices of the plans"
const plans = { name: "Plans", target: { type: "extract", url: root, instructions } } as const

const page = (title: string, text: string, links: ReadonlyArray<string> = []): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${text}${links
    .map((path) => `<p><a href="${path}">${path.slice(1)}</a></p>`)
    .join("")}</main></body></html>`

const pricing = (pro: string): string =>
  page(
    "Pricing and plans",
    `<p>Prices of all plans, per month.</p><table><tr><th>Plan</th><th>Price</th></tr>
<tr><td>Starter</td><td>$10</td></tr><tr><td>Pro</td><td>${pro}</td></tr></table>`
  )

/** A site with a page of prices, and others. */
const site = async (server: Server, pro = "$20") => {
  await server.show(root, page("Acme", "<p>Tools for teams.</p>", ["/pricing", "/about", "/blog"]))
  await server.show(`${root}pricing`, pricing(pro))
  await server.show(`${root}about`, page("About us", "<p>We are from Lisbon.</p>", ["/team"]))
  await server.show(`${root}blog`, page("Blog", "<p>How we build walls.</p>"))
  await server.show(`${root}team`, page("Team", "<p>Ana and Rui.</p>"))
}

const track = async (server: Server, target: object = {}) => {
  await site(server)
  const given = { ...plans, target: { ...plans.target, ...target } } as ContextDev.MonitorCreateParams
  const created = await server.client.monitors.create(given)
  await server.advance("5 minutes")
  return created
}

const baselineOf = async ({ client }: Server, id: string) => Object((await client.monitors.retrieve(id)).baseline)

const attempt = async ({ call }: Server, target: object) => {
  const { body, status } = await call("POST", "/monitors", { ...plans, target: { ...plans.target, ...target } })
  return { status, code: body.error_code, target: Object(body.target) }
}

const isTaken = async (server: Server, target: object) => {
  const { status, target: stored } = await attempt(server, target)
  assert.strictEqual(status, 201, JSON.stringify(target).slice(0, 200))
  assert.deepInclude(stored, target)
}

const isRefused = async (server: Server, target: object) => {
  const { code, status } = await attempt(server, target)
  assert.deepStrictEqual([status, code], [...invalid], JSON.stringify(target).slice(0, 200))
}

const run = async (server: Server, id: string) => {
  const ended = await runNow(server, id)
  if (ended.status !== "running") return ended
  await server.advance("5 minutes")
  return Object((await server.call("GET", `/monitors/${id}/runs/${ended.id}`)).body)
}

describe("an extract target", () => {
  const rows = rowsOf("1.2 extract", [
    "type",
    "url",
    "instructions",
    "schema",
    "max_pages",
    "max_depth",
    "follow_subdomains"
  ])

  rows.hold(["type", "url", "instructions"], "names a site and what to track", async (server) => {
    const { target } = await attempt(server, {})
    const defaults = { max_pages: 10, follow_subdomains: false }
    assert.deepInclude(target, { type: "extract", url: root, instructions, ...defaults })
    assert.doesNotHaveAnyKeys(target, ["max_depth", "schema"])
    for (const url of [undefined, "", "shop.example", "ftp://shop.example/"]) await isRefused(server, { url })
    await isTaken(server, { instructions: "x".repeat(2_000) })
    for (const words of [undefined, "", "x".repeat(2_001), 5]) await isRefused(server, { instructions: words })
    await isRefused(server, { include: ["/a"] })
  })

  rows.hold(["schema"], "may give the data its shape", async (server) => {
    const schema = {
      type: "object",
      properties: { plans: { type: "array", items: { type: "object", properties: { price: { type: "string" } } } } }
    }
    await isTaken(server, { schema })
    for (const wrong of ["{}", 5, [], null]) await isRefused(server, { schema: wrong })
    const { id } = await track(server, { schema })
    const { data } = await baselineOf(server, id)
    assert.isEmpty(
      Object.keys(data).filter((key) => key !== "plans"),
      "nothing that the schema does not name"
    )
    assert.isArray(data.plans ?? [])
  })

  rows.hold(["max_pages"], "tracks 1 to 50 pages", async (server) => {
    for (const max_pages of [1, 50]) await isTaken(server, { max_pages })
    for (const max_pages of [0, 51, 1.5, "5"]) await isRefused(server, { max_pages })
    const { id } = await track(server, { max_pages: 1 })
    assert.lengthOf((await baselineOf(server, id)).urls_analyzed, 1)
  })

  rows.hold(["max_depth"], "follows links so far, or as far as they lead", async (server) => {
    for (const max_depth of [0, 10]) await isTaken(server, { max_depth })
    for (const max_depth of [-1, 11, 1.5, "1"]) await isRefused(server, { max_depth })
    const { id } = await track(server, { max_depth: 0 })
    assert.deepStrictEqual((await baselineOf(server, id)).urls_analyzed, [root])
  })

  rows.hold(["follow_subdomains"], "stays on its host unless it is told otherwise", async (server) => {
    await isTaken(server, { follow_subdomains: true })
    for (const follow_subdomains of ["true", 1, null]) await isRefused(server, { follow_subdomains })
  })

  rows.complete()
})

describe("a monitor of facts", () => {
  const rows = rowsOf("1.3, 2 and 3 extract", [
    "default of an extract target",
    "extract + semantic",
    "extract + exact",
    "Extract",
    "run cost",
    "target_type"
  ])

  rows.hold(
    ["default of an extract target", "extract + semantic", "extract + exact"],
    "judges what changes, and compares in no other way",
    async (server) => {
      const { call } = server
      assert.propertyVal((await track(server)).change_detection, "type", "semantic")
      const given = (type: string) => call("POST", "/monitors", { ...plans, change_detection: { type } })
      assert.strictEqual((await given("semantic")).status, 201)
      const exact = await given("exact")
      assert.deepStrictEqual([exact.status, exact.body.error_code], [...invalid])
    }
  )

  rows.hold(
    ["Extract"],
    "looks at the pages that it tracks and at no others, and finds them anew about daily",
    async (server) => {
      const { id } = await track(server, { max_pages: 5 })
      const tracked: ReadonlyArray<string> = (await baselineOf(server, id)).urls_analyzed
      assert.include(tracked, `${root}pricing`)
      const added = `${root}prices-of-plans`
      await server.show(added, page("Prices of plans for schools", "<p>Prices of the plans for schools: $5.</p>"))
      await server.show(root, page("Acme", "<p>Tools for teams.</p>", ["/pricing", "/prices-of-plans", "/about"]))
      await run(server, id)
      await run(server, id)
      assert.strictEqual(await server.looks(added), 0)
      assert.deepStrictEqual((await baselineOf(server, id)).urls_analyzed, tracked)
      await server.advance("3 days")
      assert.include((await baselineOf(server, id)).urls_analyzed, added)
    }
  )

  rows.hold(["run cost", "target_type"], "costs ten credits a run, and is found by its kind", async (server) => {
    const { client } = server
    const { id } = await track(server)
    await run(server, id)
    for (const ended of await runsOf(server, id)) {
      const expected = { target_type: "extract", change_detection_type: "semantic", status: "completed" }
      assert.deepInclude(ended as object, { ...expected, credits_charged: 10 })
    }
    assert.lengthOf((await client.monitors.list({ target_type: "extract" })).data, 1)
    assert.lengthOf((await client.monitors.list({ target_type: "page" })).data, 0)
    await needs(server, "monitors:read", (caller) => caller.monitors.retrieve(id))
  })

  rows.complete()
})

describe("what a monitor of facts answers", () => {
  const rows = rowsOf("1.7, 1.8 and 1.9 extract", [
    "baseline data",
    "baseline urls_analyzed",
    "baseline captured_at",
    "importance, confidence",
    "matched_urls",
    "matched_url_count",
    "evidence"
  ])

  rows.hold(
    ["baseline data", "baseline urls_analyzed", "baseline captured_at"],
    "has its data and the pages that it is from",
    async (server) => {
      const { id } = await track(server)
      const baseline = await baselineOf(server, id)
      assert.hasAllKeys(baseline, ["data", "urls_analyzed", "captured_at"])
      assert.include(baseline.urls_analyzed, `${root}pricing`)
      assert.isObject(baseline.data)
      assert.match(baseline.captured_at, timestamp)
    }
  )

  rows.hold(
    ["importance, confidence", "matched_urls", "matched_url_count", "evidence"],
    "tells which pages changed, with quotes of them",
    async (server) => {
      const { id } = await track(server)
      await site(server, "$25")
      const ended = await run(server, id)
      assert.isTrue(ended.change_detected, JSON.stringify(ended.trace))
      const change = Object(await server.client.monitors.retrieveChange(String(ended.change_id)))
      assert.deepInclude(change, { target_type: "extract", change_detection_type: "semantic", url: root })
      assert.deepStrictEqual([change.matched_urls, change.matched_url_count], [[`${root}pricing`], 1])
      assert.include(["low", "medium", "high"], change.importance)
      assert.isTrue(change.confidence >= 0.75 && change.confidence <= 1)
      assert.isNotEmpty(change.evidence)
      assert.include(JSON.stringify(change.evidence), "$25")
      assert.include(JSON.stringify(change.evidence), "$20")
      for (const absent of ["diff", "before_text_excerpt", "after_text_excerpt", "added_urls", "added_url_count"]) {
        assert.notProperty(change, absent)
      }
    }
  )

  rows.complete()
})
