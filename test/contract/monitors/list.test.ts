/** Finding monitors, and reading one. */
import { assert, describe } from "@effect/vitest"
import type ContextDev from "context.dev"
import { rowsOf } from "../Rows.ts"
import type { Server } from "../Server.ts"
import { invalid, namesOf, needs, notFound, page, prices, refuses, saying, uuid, watch } from "./watch.ts"

describe("GET /monitors", () => {
  const rows = rowsOf("3 list", [
    "q",
    "search_by",
    "search_type",
    "status",
    "target_type",
    "change_detection_type",
    "tag",
    "tags",
    "limit",
    "cursor",
    "response"
  ])

  const shop = { type: "page", url: "https://tea.example/green", instructions: "watch the harvest" } as const
  const exact = { change_detection: { type: "exact" } } as const

  /** Three monitors, found by what they have in common. */
  const populate = async ({ client, show }: Server) => {
    for (const url of [page, shop.url]) await show(url, saying("Ten euro"))
    await client.monitors.create({ name: "Harbour prices", target: shop, ...exact, tags: ["port", "a,b"] })
    const { id } = await client.monitors.create({ ...prices, name: "Changelog of Fjord", tags: ["docs"] })
    await client.monitors.create({ ...prices, name: "Jobs in the harbour", tags: ["jobs", "port"] })
    await client.monitors.update(id, { status: "paused" })
  }

  const find = async ({ client }: Server, query: ContextDev.MonitorListParams) =>
    namesOf((await client.monitors.list(query)).data)
      .map((name) => name.split(" ")[0] ?? "")
      .toSorted()

  rows.hold(
    ["q", "search_by", "search_type"],
    "finds words in names, addresses, goals and labels, by their beginning or whole",
    async (server) => {
      await populate(server)
      const found = async (query: ContextDev.MonitorListParams, names: ReadonlyArray<string>) =>
        assert.deepStrictEqual(await find(server, query), [...names], JSON.stringify(query))
      await found({ q: "harb" }, ["Harbour", "Jobs"])
      await found({ q: "HARBOUR" }, ["Harbour", "Jobs"])
      await found({ q: "harbour jobs" }, ["Jobs"])
      await found({ q: "prices harbour", search_by: ["name"] }, ["Harbour"])
      await found({ q: "harb", search_type: "exact" }, [])
      await found({ q: "harbour", search_type: "exact" }, ["Harbour", "Jobs"])
      await found({ q: "harvest" }, ["Harbour"])
      await found({ q: "harvest", search_by: ["name", "url", "tags"] }, [])
      await found({ q: "harvest", search_by: ["instructions"] }, ["Harbour"])
      await found({ q: "tea", search_by: ["url"] }, ["Harbour"])
      await found({ q: "docs", search_by: ["tags"] }, ["Changelog"])
      await found({ q: "x".repeat(200) }, [])
      await refuses(server.client.monitors.list({ q: "x".repeat(201) }), invalid)
      for (const query of ["search_by=colour", "search_type=fuzzy"]) {
        assert.strictEqual((await server.call("GET", `/monitors?${query}`)).status, 400, query)
      }
    }
  )

  rows.hold(
    ["status", "target_type", "change_detection_type", "tag", "tags"],
    "narrows by status, kind and labels",
    async (server) => {
      await populate(server)
      const found = async (query: ContextDev.MonitorListParams, names: ReadonlyArray<string>) =>
        assert.deepStrictEqual(await find(server, query), [...names], JSON.stringify(query))
      await found({ status: "paused" }, ["Changelog"])
      await found({ status: "active" }, ["Harbour", "Jobs"])
      await found({ target_type: "page" }, ["Changelog", "Harbour", "Jobs"])
      await found({ target_type: "sitemap" }, [])
      await found({ target_type: "extract" }, [])
      await found({ change_detection_type: "exact" }, ["Changelog", "Harbour", "Jobs"])
      await found({ change_detection_type: "semantic" }, [])
      await found({ tag: "port" }, ["Harbour", "Jobs"])
      await found({ tag: "a,b" }, ["Harbour"])
      await found({ tags: ["docs", "jobs"] }, ["Changelog", "Jobs"])
      await found({ tag: "port", tags: ["docs", "jobs"] }, ["Jobs"])
      await found({ tags: ["none"] }, [])
      const many = Array.from({ length: 21 }, (_, index) => `t${index}`)
      await refuses(server.client.monitors.list({ tags: many }), invalid)
      for (const query of ["status=gone", "target_type=feed", "change_detection_type=fuzzy"]) {
        assert.strictEqual((await server.call("GET", `/monitors?${query}`)).status, 400, query)
      }
    }
  )

  rows.hold(["limit", "cursor", "response"], "comes in pages of 25, or of 1 to 100", async (server) => {
    const { client } = server
    for (let count = 0; count < 27; count++) await client.monitors.create({ ...prices, name: `Monitor ${count}` })
    const first = await client.monitors.list()
    assert.deepStrictEqual([first.data.length, first.has_more, typeof first.next_cursor], [25, true, "string"])
    assert.match(Object(first).request_id, uuid)
    const second = await client.monitors.list({ cursor: first.next_cursor! })
    assert.deepStrictEqual([second.data.length, second.has_more, second.next_cursor], [2, false, null])
    assert.lengthOf(new Set([...first.data, ...second.data].map(({ id }) => id)), 27)
    assert.lengthOf((await client.monitors.list({ limit: 100 })).data, 27)
    assert.lengthOf((await client.monitors.list({ limit: 1 })).data, 1)
    for (const limit of [0, 101, 1.5]) await refuses(client.monitors.list({ limit }), invalid)
    await needs(server, "monitors:read", (caller) => caller.monitors.list())
  })

  rows.complete()
})

describe("GET /monitors/{monitor_id}", () => {
  const rows = rowsOf("3 retrieve", ["retrieve"])

  rows.hold(["retrieve"], "answers the monitor with its baseline", async (server) => {
    const { id } = await watch(server)
    assert.propertyVal((await server.client.monitors.retrieve(id)).baseline, "text", "Ten euro")
    await needs(server, "monitors:read", (client) => client.monitors.retrieve(id))
    await refuses(server.client.monitors.retrieve("mon_none"), notFound)
  })

  rows.complete()
})
