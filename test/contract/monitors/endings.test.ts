/** Runs beside each other, and what is left when a monitor is gone. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { relist, site, sitemap, urlset, urlsOf, watchListed } from "./listed.ts"
import { edit, hourly, notFound, page, prices, receiver, refuses, runNow, runsOf, saying, watch } from "./watch.ts"

describe("runs", () => {
  const rows = rowsOf("2, order and end", [
    "Sitemap URL rules",
    "Sitemap confirmation",
    "Overlap",
    "Delete",
    "History after delete"
  ])

  rows.hold(
    ["Overlap"],
    "replace one that is queued",
    async (server) => {
      const { client } = server
      const { id, initial_run_id } = await client.monitors.create(prices)
      const { run_id } = await client.monitors.run(id)
      const [newest, oldest] = await runsOf(server, id)
      assert.deepInclude(newest, { id: run_id, status: "queued" } as object)
      assert.deepInclude(oldest, { id: initial_run_id ?? "", status: "skipped", skip_reason: "superseded" } as object)
    },
    { loops: false }
  )

  rows.hold(["Overlap"], "never run beside each other", async (server) => {
    const { advance, client, show } = server
    await show(page, { body: saying("Ten euro"), latency: "20 seconds" })
    const { id } = await client.monitors.create(prices)
    await advance("1 second")
    await client.monitors.run(id)
    await advance("10 minutes")
    const [second, first] = await runsOf(server, id)
    assert.isAtLeast(Date.parse(second?.started_at ?? ""), Date.parse(first?.completed_at ?? ""))
  })

  rows.hold(["Delete"], "end with the monitor, and so do retries of its deliveries", async (server) => {
    const { advance, client, inbox, looks, run } = server
    await run(inbox.answer(500))
    const { id } = await watch(server, {
      schedule: hourly,
      webhook: { url: receiver, events: ["run.completed"], retry: { delays_seconds: [3_600] } }
    })
    const [before, asked] = [await looks(page), (await run(inbox.requests)).length]
    await client.monitors.delete(id)
    await advance("1 day")
    assert.deepStrictEqual([await looks(page), (await run(inbox.requests)).length], [before, asked])
    const { data } = await client.webhooks.deliveries.list({ type: "monitor", monitor_id: id })
    assert.deepStrictEqual(
      data.map(({ status }) => status as string),
      ["cancelled"]
    )
  })

  rows.hold(
    ["History after delete"],
    "stay in feeds, usage and by the id of their change, and under the monitor no more",
    async (server) => {
      const { call, client } = server
      const { id } = await watch(server)
      const { change_id, id: runId } = await edit(server, id, "Twelve euro")
      await client.monitors.delete(id)
      await refuses(client.monitors.listRuns(id), notFound)
      await refuses(client.monitors.listChanges(id), notFound)
      assert.strictEqual((await call("GET", `/monitors/${id}/runs/${runId}`)).status, 404)
      assert.strictEqual((await client.monitors.retrieveChange(String(change_id))).monitor_id, id)
      assert.lengthOf((await client.monitors.listAccountChanges()).data, 1)
      const usage = await client.monitors.getCreditUsage()
      assert.deepStrictEqual(usage.data, [{ monitor_id: id, name: id, credits: 2, runs: 2 }])
    }
  )

  rows.hold(
    ["Sitemap URL rules"],
    "compare addresses in lower-case hosts, without slash and fragment, of the site and its subdomains",
    async (server) => {
      const { id } = await watchListed(server, ["https://SHOP.example/A/", "https://m.shop.example/b#c"])
      assert.deepStrictEqual(await urlsOf(server, id), ["https://m.shop.example/b", `${site}/A`])
      const same = ["/A", "https://m.shop.example/b/", "https://other.example/x", "https://notshop.example/"]
      assert.deepInclude(await relist(server, id, ...same), { status: "completed", change_detected: false })
    }
  )

  rows.hold(["Sitemap confirmation"], "tell only what a second reading shows too", async (server) => {
    const { client } = server
    const { id } = await watchListed(server, ["/a"])
    const readings = [urlset("/a", "/stays", "/flickers"), urlset("/a", "/stays")] as const
    await server.show(sitemap, (_, look) => readings[look % 2]!)
    const run = await runNow(server, id)
    assert.propertyVal(run, "change_detected", true)
    assert.deepStrictEqual((await client.monitors.retrieveChange(String(run.change_id))).added_urls, [`${site}/stays`])
    assert.deepStrictEqual(await urlsOf(server, id), [`${site}/a`, `${site}/stays`])
  })

  rows.complete()
})
