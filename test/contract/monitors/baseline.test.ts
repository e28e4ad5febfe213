/** What the next look is compared with. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { site, watchListed } from "./listed.ts"
import { edit, page, prices, runNow, saying } from "./watch.ts"

describe("the baseline", () => {
  const rows = rowsOf("1.7", ["page text", "sitemap urls", "sitemap url_count", "all captured_at"])

  rows.hold(
    ["page text", "all captured_at"],
    "is the text last stored and its moment, and null until it is captured again",
    async (server) => {
      const { advance, client, now, show } = server
      await show(page, saying("Ten euro"))
      const capturedAt = await now()
      const { id } = await client.monitors.create(prices)
      await server.settle()
      assert.deepStrictEqual((await client.monitors.retrieve(id)).baseline, {
        text: "Ten euro",
        captured_at: capturedAt
      })
      await advance("1 minute")
      const unchanged = await runNow(server, id)
      assert.strictEqual(unchanged.status, "completed")
      await edit(server, id, "Twelve euro")
      const edited = Object((await client.monitors.retrieve(id)).baseline)
      assert.deepStrictEqual([Object.keys(edited).toSorted(), edited.text], [["captured_at", "text"], "Twelve euro"])
      assert.isAbove(Date.parse(edited.captured_at), Date.parse(capturedAt))
      await server.outage(page)
      await client.monitors.update(id, { target: { ...prices.target, include_selectors: ["p"] } })
      assert.isNull((await client.monitors.retrieve(id)).baseline)
      await server.mend(page)
      await runNow(server, id)
      assert.propertyVal((await client.monitors.retrieve(id)).baseline, "text", "Twelve euro")
    }
  )

  rows.hold(["sitemap urls", "sitemap url_count"], "are the sorted addresses and their number", async (server) => {
    const capturedAt = await server.now()
    const { id } = await watchListed(server, ["/b/", "/a#top", "/c?x=1"])
    assert.deepStrictEqual(Object((await server.client.monitors.retrieve(id)).baseline), {
      urls: [`${site}/a`, `${site}/b`, `${site}/c?x=1`],
      url_count: 3,
      captured_at: capturedAt
    })
  })

  rows.complete()
})
