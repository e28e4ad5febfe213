/** What watching costs. */
import { assert, describe } from "@effect/vitest"
import { Browser, type Rendered } from "@kittiwake/core/pages/Browser"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { Effect, Layer } from "effect"
import { rowsOf } from "../Rows.ts"
import { relist, watchListed } from "./listed.ts"
import { edit, page, prices, runNow, saying, watch } from "./watch.ts"

describe("what a run costs", () => {
  const rows = rowsOf("2 Run cost", [
    "page with `actions`",
    "page, exact or semantic, no actions",
    "sitemap, exact",
    "baseline run",
    "failed or skipped"
  ])

  rows.hold(
    ["page, exact or semantic, no actions", "baseline run", "failed or skipped"],
    "is a credit, none where it failed",
    async (server) => {
      const { id } = await watch(server)
      await edit(server, id, "Twelve euro")
      await server.outage(page)
      await runNow(server, id)
      const runs = (await server.client.monitors.listRuns(id)).data
      assert.deepStrictEqual(
        runs.map(({ credits_charged, status }) => [status, credits_charged]),
        [
          ["failed", 0],
          ["completed", 1],
          ["completed", 1]
        ]
      )
      const usage = await server.client.monitors.getCreditUsage()
      assert.deepStrictEqual(usage.data, [{ monitor_id: id, name: "Prices", credits: 2, runs: 2 }])
    }
  )

  const acting = Layer.succeed(Browser, {
    render: ({ actions, session, url }) =>
      Effect.succeed<Rendered>({
        url,
        status: 200,
        contentType: "text/html",
        html: saying("Ten euro"),
        frames: [],
        finalDomState: "loaded",
        actionsApplied: actions.map(() => ({ instruction: "wait", status: "applied" })),
        isStale: false,
        capture: null,
        session
      })
  })

  rows.hold(
    ["page with `actions`"],
    "is two credits",
    async (server) => {
      const { id } = await watch(server, {
        target: Object({ ...prices.target, actions: [{ do: "wait", timeMs: 1 }] })
      })
      assert.deepInclude(await runNow(server, id), { status: "completed", credits_charged: 2 })
      assert.strictEqual((await server.client.monitors.getCreditUsage()).total_credits, 4)
    },
    { readers: Layer.merge(PlainReaders.layer, acting) }
  )

  rows.hold(["sitemap, exact"], "is one credit", async (server) => {
    const { id } = await watchListed(server, ["/a"])
    assert.deepInclude(await relist(server, id, "/a", "/b"), { status: "completed", credits_charged: 1 })
    assert.strictEqual((await server.client.monitors.getCreditUsage()).total_credits, 2)
  })

  rows.complete()
})
