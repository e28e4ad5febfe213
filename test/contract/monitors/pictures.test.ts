/** Beyond the contract: pictures of watched pages, under links that work without a key. */
import { assert, describe, it } from "@effect/vitest"
import { Browser, type RenderRequest } from "@kittiwake/core/pages/Browser"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { Effect, Layer, Schema } from "effect"
import { withServer } from "../Server.ts"
import { prices, runNow } from "./watch.ts"

const Link = Schema.Struct({ url: Schema.String, expires_at: Schema.String })
const Version = Schema.Struct({ id: Schema.String, picture: Schema.NullOr(Link) })
const versionsIn = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Version) }))
const versionIn = Schema.decodeUnknownSync(Version)
const changeIn = Schema.decodeUnknownSync(
  Schema.Struct({
    before_version_id: Schema.NullOr(Schema.String),
    after_version_id: Schema.String,
    pictures: Schema.Struct({ before: Schema.NullOr(Link), after: Schema.NullOr(Link) })
  })
)

/** A browser whose page and picture say how often it was asked for one. */
const browser = (shown: { text: string }) =>
  Layer.succeed(Browser, {
    render: ({ actions, capture, session, url }: RenderRequest) =>
      Effect.sync(() => ({
        url,
        status: 200,
        contentType: "text/html",
        html: `<main><h1>Tea</h1><p>${shown.text}</p></main>`,
        frames: [],
        finalDomState: "loaded" as const,
        actionsApplied: actions.map(() => ({ instruction: "", status: "applied" as const })),
        isStale: false,
        capture:
          capture === null
            ? null
            : { png: new TextEncoder().encode(`PNG of ${shown.text}`), width: 1, height: 1, pageHeight: 1 },
        session
      }))
  })

const fetched = async (link: typeof Link.Type | null) => {
  assert.isNotNull(link)
  const answer = await fetch(link.url)
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text(), answer }
}

describe("pictures of a watched page", () => {
  const shown = { text: "10 euro" }

  it(
    "are fetched without a key for an hour, named by versions and changes",
    withServer(
      async (server) => {
        const { client } = server
        const { id } = await client.monitors.create({
          ...prices,
          target: { type: "page", url: "https://shop.example/prices", actions: [{ do: "wait", timeMs: 10 }] }
        } as never)
        await server.settle()
        shown.text = "12 euro"
        await runNow(server, id)
        await server.advance("1 minute")
        const versions = versionsIn((await server.call("GET", `/monitors/${id}/versions`)).body).data
        const [after, before] = versions
        const taken = await fetched(before!.picture)
        assert.deepStrictEqual([taken.status, taken.type, taken.text], [200, "image/png", "PNG of 10 euro"])
        assert.strictEqual(taken.answer.headers.get("cache-control"), "private, no-store")
        assert.strictEqual(taken.answer.headers.get("x-content-type-options"), "nosniff")

        const [summary] = (await client.monitors.listChanges(id)).data
        const change = changeIn((await server.call("GET", `/monitors/changes/${summary!.id}`)).body)
        assert.deepStrictEqual([change.before_version_id, change.after_version_id], [before!.id, after!.id])
        assert.strictEqual((await fetched(change.pictures.before)).text, "PNG of 10 euro")
        assert.strictEqual((await fetched(change.pictures.after)).text, "PNG of 12 euro")

        const one = versionIn((await server.call("GET", `/monitors/${id}/versions/${after!.id}`)).body)
        const link = one.picture!
        for (const url of [`${link.url}x`, link.url.replace(/.{12}$/, "AAAAAAAAAAAA"), link.url.slice(0, -40)]) {
          assert.strictEqual((await fetch(url)).status, 404, url)
        }
        await server.advance("59 minutes")
        assert.strictEqual((await fetch(link.url)).status, 200)
        await server.advance("2 minutes")
        assert.strictEqual((await fetch(link.url)).status, 404)

        const fresh = versionIn((await server.call("GET", `/monitors/${id}/versions/${after!.id}`)).body)
        const stranger = await server.stranger()
        assert.strictEqual((await stranger.call("GET", `/monitors/${id}/versions/${after!.id}`)).status, 404)
        await client.monitors.delete(id)
        assert.strictEqual((await fetch(fresh.picture!.url)).status, 404)
      },
      { readers: Layer.merge(PlainReaders.layer, browser(shown)) }
    )
  )
})
