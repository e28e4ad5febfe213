/** How two looks are compared. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { listed } from "./listed.ts"
import { edit, prices, watch } from "./watch.ts"

describe("change detection", () => {
  const rows = rowsOf("1.3", [
    "type",
    "default of anything else",
    "page + exact",
    "sitemap + exact",
    "sitemap + semantic"
  ])

  rows.hold(["type"], "is exact or semantic", async ({ call, client }) => {
    for (const type of [undefined, "fuzzy", "EXACT", null]) {
      const { status } = await call("POST", "/monitors", { ...prices, change_detection: { type } })
      assert.strictEqual(status, 400, String(type))
    }
    const exact = await client.monitors.create({ ...prices, change_detection: { type: "exact" } })
    assert.deepStrictEqual(exact.change_detection, { type: "exact" })
  })

  rows.hold(["default of anything else"], "is exact", async ({ client }) => {
    assert.deepStrictEqual((await client.monitors.create(prices)).change_detection, { type: "exact" })
  })

  rows.hold(["page + exact"], "is taken, and its instructions are kept and change nothing", async (server) => {
    const target = { ...prices.target, instructions: "only the weather" }
    const created = await watch(server, { target, change_detection: { type: "exact" } })
    assert.propertyVal(created.target, "instructions", "only the weather")
    assert.propertyVal(await edit(server, created.id, "Twelve euro"), "change_detected", true)
  })

  rows.hold(["sitemap + exact"], "is taken, and the default", async ({ client }) => {
    for (const given of [{}, { change_detection: { type: "exact" } }] as const) {
      const created = await client.monitors.create({ ...listed, ...given })
      assert.deepStrictEqual(created.change_detection, { type: "exact" })
    }
  })
  rows.hold(["sitemap + semantic"], "is refused", async ({ call, client }) => {
    const semantic = { change_detection: { type: "semantic" } }
    const { body, status } = await call("POST", "/monitors", { ...listed, ...semantic })
    assert.deepStrictEqual([status, body.error_code], [400, "INPUT_VALIDATION_ERROR"])
    const { id } = await client.monitors.create(listed)
    assert.strictEqual((await call("PATCH", `/monitors/${id}`, semantic)).status, 400)
  })
  rows.complete()
})
