/** What was found, in full and in lists. */
import { assert, describe } from "@effect/vitest"
import { rowsOf } from "../Rows.ts"
import { relist, site, sitemap, watchListed } from "./listed.ts"
import { edit, onlyChange, page, prices, saying, uuid, watch } from "./watch.ts"

describe("a change", () => {
  const rows = rowsOf("1.9", [
    "mode",
    "id, monitor_id, run_id",
    "target_type",
    "change_detection_type",
    "title, summary",
    "detected_at",
    "url",
    "tags",
    "fields that do not apply",
    "diff",
    "before_text_excerpt, after_text_excerpt",
    "added_urls, removed_urls",
    "added_url_count, removed_url_count",
    "request_id, key_metadata"
  ])

  rows.hold(
    [
      "mode",
      "id, monitor_id, run_id",
      "target_type",
      "change_detection_type",
      "detected_at",
      "url",
      "tags",
      "request_id, key_metadata"
    ],
    "names its monitor, its run and its moment",
    async (server) => {
      const { id } = await watch(server, { tags: ["shop"] })
      const run = await edit(server, id, "Twelve euro")
      await server.client.monitors.update(id, { tags: ["other"] })
      const change = Object(await onlyChange(server, id))
      assert.deepInclude(change, {
        mode: "web",
        id: run.change_id,
        monitor_id: id,
        run_id: run.id,
        target_type: "page",
        change_detection_type: "exact",
        url: page,
        tags: ["shop"],
        detected_at: run.completed_at
      })
      assert.match(change.request_id, uuid)
      assert.hasAllKeys(change.key_metadata, ["credits_consumed", "credits_remaining"])
    }
  )

  rows.hold(
    ["title, summary", "diff", "before_text_excerpt, after_text_excerpt"],
    "says what differs, in excerpts of at most 2000 characters",
    async (server) => {
      const { id } = await watch(server)
      await edit(server, id, "Twelve euro")
      const change = Object(await onlyChange(server, id))
      assert.isAbove(change.title.length, 0)
      assert.isAbove(change.summary.length, 0)
      assert.match(change.diff, /^-Ten euro\n\+Twelve euro$/m)
      assert.include(change.before_text_excerpt, "Ten euro")
      assert.include(change.after_text_excerpt, "Twelve euro")
      const long = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word}${at}`).join(" ")
      await server.show(page, saying(long("tea")))
      await server.client.monitors.run(id)
      await server.settle()
      const [newest] = (await server.client.monitors.listChanges(id)).data
      const other = Object(await server.client.monitors.retrieveChange(newest!.id))
      assert.isAtMost(other.before_text_excerpt.length, 2_000)
      assert.isAtMost(other.after_text_excerpt.length, 2_000)
    }
  )

  rows.hold(["fields that do not apply"], "has no field that does not apply, and none that is null", async (server) => {
    const { id } = await watch(server)
    await edit(server, id, "Twelve euro")
    assert.hasAllKeys(await onlyChange(server, id), [
      ...["mode", "id", "monitor_id", "run_id", "target_type", "change_detection_type", "title", "summary"],
      ...["detected_at", "url", "tags", "triage", "diff", "before_text_excerpt", "after_text_excerpt"],
      ...["before_version_id", "after_version_id"],
      ...["request_id", "key_metadata"]
    ])
  })

  rows.hold(
    ["added_urls, removed_urls", "added_url_count, removed_url_count"],
    "are of a sitemap: lists of at most 500, and counts of all",
    async (server) => {
      const { client } = server
      const { id } = await watchListed(server, ["/a", "/b"])
      const many = Array.from({ length: 620 }, (_, at) => `/new-${at}`)
      const run = await relist(server, id, "/a", ...many)
      assert.propertyVal(run, "change_detected", true)
      const change = Object(await onlyChange(server, id))
      assert.hasAllKeys(change, [
        ...["mode", "id", "monitor_id", "run_id", "target_type", "change_detection_type", "title", "summary"],
        ...[
          "detected_at",
          "url",
          "tags",
          "triage",
          "added_urls",
          "removed_urls",
          "added_url_count",
          "removed_url_count"
        ],
        ...["before_version_id", "after_version_id"],
        ...["request_id", "key_metadata"]
      ])
      assert.lengthOf(change.added_urls, 500)
      assert.deepInclude(change, {
        target_type: "sitemap",
        added_url_count: 620,
        removed_urls: [`${site}/b`],
        removed_url_count: 1,
        url: sitemap
      })
      const [summary] = (await client.monitors.listAccountChanges({ target_type: "sitemap" })).data
      assert.deepInclude(Object(summary), { id: change.id, added_url_count: 620, removed_url_count: 1 })
      assert.notProperty(summary, "added_urls")
    }
  )

  rows.complete()
})

describe("a change in a list", () => {
  const rows = rowsOf("1.10", ["required", "optional", "left out"])

  rows.hold(["required", "optional", "left out"], "is its summary, without what is long", async (server) => {
    const { client } = server
    const { id } = await watch(server, { tags: ["shop"] })
    await edit(server, id, "Twelve euro")
    const full = Object(await onlyChange(server, id))
    const shown = [
      ...["mode", "id", "monitor_id", "target_type", "change_detection_type", "title", "summary"],
      ...["detected_at", "url", "tags", "triage"]
    ]
    for (const { data } of [await client.monitors.listChanges(id), await client.monitors.listAccountChanges()]) {
      assert.hasAllKeys(data[0], shown)
      for (const field of shown) assert.deepStrictEqual(Object(data[0])[field], full[field], field)
    }
    assert.strictEqual((await client.monitors.list({ q: prices.name })).data[0]?.last_change_at, full.detected_at)
  })

  rows.complete()
})
