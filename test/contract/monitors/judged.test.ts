/** Changes that are told for what they mean. */
import { assert, describe } from "@effect/vitest"
import type ContextDev from "context.dev"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { invalid, onlyChange, page, prices, runNow, runsOf, watch } from "./watch.ts"

const goal = "Tell me when the price changes"
const target = { ...prices.target, instructions: goal }
const semantic = { type: "semantic" } as const

const shop = (price: string, weather = "Light rain, 9 degrees"): string =>
  `<!doctype html><title>Shop</title><main><h1>Green tea</h1><p>Price: ${price}</p><p>In stock</p><p>${weather}</p></main>`

/** A monitor that has its baseline of the shop. */
const judge = async (server: Server, given: object = {}) => {
  await server.show(page, shop("$10.00"))
  const created = await server.client.monitors.create({ ...prices, target, ...given } as ContextDev.MonitorCreateParams)
  await server.settle()
  return created
}

const look = async (server: Server, id: string, html: string) => {
  await server.show(page, html)
  return runNow(server, id)
}

describe("semantic detection", () => {
  const rows = rowsOf("1.3 semantic", [
    "confidence_threshold",
    "default of a page target with instructions",
    "page + semantic",
    "self-host without a language model"
  ])

  rows.hold(
    ["confidence_threshold"],
    "is told from a confidence of 0 to 1 on, 0.75 unless it says otherwise",
    async (server) => {
      const { call, client } = server
      const stored = async (confidence_threshold?: number) =>
        (await judge(server, { change_detection: { type: "semantic", confidence_threshold } })).change_detection
      assert.deepStrictEqual(await stored(), { type: "semantic", confidence_threshold: 0.75 })
      for (const threshold of [0, 0.5, 1]) {
        assert.deepStrictEqual(await stored(threshold), { type: "semantic", confidence_threshold: threshold })
      }
      for (const change_detection of [
        { type: "semantic", confidence_threshold: -0.1 },
        { type: "semantic", confidence_threshold: 1.1 },
        { type: "semantic", confidence_threshold: "0.5" },
        { type: "exact", confidence_threshold: 0.5 }
      ]) {
        const { body, status } = await call("POST", "/monitors", { ...prices, change_detection })
        assert.deepStrictEqual([status, body.error_code], [...invalid], JSON.stringify(change_detection))
      }
      assert.strictEqual((await client.monitors.list({ change_detection_type: "semantic" })).data.length, 4)
    }
  )

  rows.hold(["default of a page target with instructions"], "is that of a page with a goal", async (server) => {
    assert.propertyVal((await judge(server)).change_detection, "type", "semantic")
    assert.propertyVal((await judge(server, { target: prices.target })).change_detection, "type", "exact")
  })

  rows.hold(
    ["page + semantic", "self-host without a language model"],
    "is taken without a goal and without a language model",
    async (server) => {
      const { id } = await judge(server, { target: prices.target, change_detection: semantic })
      const run = await look(server, id, shop("$12.00"))
      assert.deepInclude(run, { status: "completed", change_detected: true, change_detection_type: "semantic" })
    }
  )

  rows.complete()
})

describe("a judged change", () => {
  const rows = rowsOf("1.9 and 1.10 semantic", [
    "importance",
    "confidence",
    "matched_urls",
    "matched_url_count",
    "evidence",
    "summary"
  ])

  rows.hold(
    ["importance", "confidence", "matched_urls", "matched_url_count", "evidence", "summary"],
    "says how much it matters, how sure that is, and quotes the page",
    async (server) => {
      const { id } = await judge(server)
      await look(server, id, shop("$12.00"))
      const change = Object(await onlyChange(server, id))
      assert.include(["low", "medium", "high"], change.importance)
      assert.isTrue(change.confidence >= 0.75 && change.confidence <= 1, String(change.confidence))
      assert.deepStrictEqual([change.matched_urls, change.matched_url_count], [[page], 1])
      assert.isNotEmpty(change.evidence)
      for (const { after, before } of change.evidence) {
        assert.include("Green tea\nPrice: $10.00\nIn stock\nLight rain, 9 degrees", before)
        assert.include("Green tea\nPrice: $12.00\nIn stock\nLight rain, 9 degrees", after)
      }
      assert.include(JSON.stringify(change.evidence), "12.00")
      assert.include(change.diff, "+Price: $12.00")
      const [summary] = (await server.client.monitors.listChanges(id)).data
      const shown = { importance: change.importance, confidence: change.confidence, matched_url_count: 1 }
      assert.deepInclude(summary as object, shown)
      for (const absent of ["evidence", "matched_urls", "diff"]) assert.notProperty(summary, absent)
    }
  )

  rows.complete()
})

describe("a judged run", () => {
  const rows = rowsOf("2 semantic", ["Page semantic", "Reset", "run cost"])

  rows.hold(
    ["Page semantic"],
    "tells nothing that its goal does not ask for, or that does not stay",
    async (server) => {
      const { client } = server
      const { id } = await judge(server)
      const other = await look(server, id, shop("$10.00", "Sunny, 14 degrees"))
      assert.deepInclude(other, { status: "completed", change_detected: false, change_id: null })
      assert.include(Object((await client.monitors.retrieve(id)).baseline).text, "Sunny, 14 degrees")
      await server.show(page, (_at, looked) => shop(looked % 2 === 0 ? "$12.00" : "$10.00", "Sunny, 14 degrees"))
      assert.propertyVal(await runNow(server, id), "change_detected", false)
      assert.deepStrictEqual((await client.monitors.listChanges(id)).data, [])
      assert.propertyVal(await look(server, id, shop("$15.00", "Sunny, 14 degrees")), "change_detected", true)
      assert.lengthOf((await client.monitors.listAccountChanges({ change_detection_type: "semantic" })).data, 1)
    }
  )

  rows.hold(["Reset"], "begins anew with another way to compare", async (server) => {
    const { client } = server
    const { id } = await watch(server)
    const updated = await client.monitors.update(id, { change_detection: semantic })
    assert.deepInclude(updated as object, { baseline: null, status: "active" })
    await server.settle()
    const [run] = await runsOf(server, id)
    assert.deepInclude(run as object, {
      run_type: "baseline",
      change_detection_type: "semantic",
      baseline_created: true
    })
  })

  rows.hold(["run cost"], "costs what an exact one costs", async (server) => {
    const { id } = await judge(server)
    assert.propertyVal(await look(server, id, shop("$12.00")), "credits_charged", 1)
    assert.propertyVal(await look(server, id, shop("$12.00", "Sunny, 14 degrees")), "credits_charged", 1)
  })

  rows.complete()
})
