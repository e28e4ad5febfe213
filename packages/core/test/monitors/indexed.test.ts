/** Pages that monitors look at are found. Observed: what the index answers after runs. */
import { assert, describe } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import { PageIndex } from "@kittiwake/core/search/PageIndex"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { hourly } from "@kittiwake/core/testing/WatchedPage"
import { Effect } from "effect"
import { readQuery } from "../../src/search/domain/readQuery.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import { advance, page, remove, scenario, settle, show, watch } from "../watching.ts"

const find = Effect.fnUntraced(function* (text: string) {
  const { organization } = yield* TestInstallation
  const question = { query: readQuery(text), publishedSince: null, country: null, count: 10 }
  return yield* (yield* PageIndex).search(organization.id, question)
})

const said = (text: string) =>
  `<html lang="en"><head><title>Tea prices</title></head><body><h1>Tea</h1><p class="price">${text}</p><p>Grown in Assam.</p></body></html>`

describe("a page that a monitor looks at", () => {
  scenario(
    "is found by all that it says, with its title, whatever part is watched",
    Effect.gen(function* () {
      yield* show(said("Now 10 euros"))
      yield* watch({ includeSelectors: [".price"] })
      yield* advance("1 second")
      const [hit, another] = yield* find("assam tea")
      assert.isUndefined(another)
      assert.deepInclude(hit, { url: page, title: "Tea prices", language: "en" })
    })
  )

  scenario(
    "is found as it was seen last, and counts as read on the day of its last look",
    Effect.gen(function* () {
      yield* show(said("Now 10 euros"))
      yield* watch()
      yield* advance("3 hours")
      const [first] = yield* find("assam")
      yield* advance("50 hours")
      const [later] = yield* find("assam")
      const hours = (later!.readAt.epochMilliseconds - first!.readAt.epochMilliseconds) / 3_600_000
      assert.isAtLeast(hours, 47)
      yield* show(said("Sold out"))
      yield* advance("2 hours")
      assert.lengthOf(yield* find('"sold out"'), 1)
      assert.deepStrictEqual(yield* find("euros"), [])
    })
  )

  scenario(
    "is found no longer once it is gone",
    Effect.gen(function* () {
      yield* show(said("Now 10 euros"))
      yield* watch()
      yield* advance("1 second")
      assert.lengthOf(yield* find("assam"), 1)
      yield* (yield* ScriptedWeb).page(page, { body: "Sorry", status: 410, mediaType: "text/plain" })
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* find("assam"), [])
    })
  )

  scenario(
    "is found no longer once its server asks in a header that no index has it, also where it says nothing new",
    Effect.gen(function* () {
      const web = yield* ScriptedWeb
      const body = said("Now 10 euros")
      for (const etag of [undefined, true] as const) {
        const shown = etag === undefined ? { body } : { body, etag }
        yield* web.page(page, shown)
        const id = yield* watch()
        yield* advance("1 second")
        assert.lengthOf(yield* find("assam"), 1)
        yield* web.page(page, { ...shown, robots: "noindex" })
        yield* advance("2 hours")
        assert.deepStrictEqual(yield* find("assam"), [])
        yield* remove(id)
      }
    })
  )

  scenario(
    "is found no longer once a monitor of what a site says finds it gone, or asked not to be in an index",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const shown = { body: said("Price: 10 euros"), etag: true as const }
      const schema = { type: "object", properties: { price: { type: "number" } } }
      for (const goes of [
        { body: "Sorry", status: 410, mediaType: "text/plain" },
        { ...shown, robots: "noindex" }
      ]) {
        yield* web.page(page, shown)
        const target = {
          ...{ type: "extract" as const, url: page, instructions: "Tell me the price", schema },
          ...{ maxPages: 2, maxDepth: null, followSubdomains: false }
        }
        const { monitor } = yield* Monitors.use((monitors) =>
          monitors.create(organization, {
            ...{ name: "Tea", target, schedule: hourly },
            changeDetection: { type: "semantic", confidenceThreshold: 0 }
          })
        )
        yield* settle
        yield* advance("1 second")
        assert.lengthOf(yield* find("assam"), 1)
        yield* web.page(page, goes)
        yield* advance("3 hours")
        assert.deepStrictEqual(yield* find("assam"), [])
        yield* remove(monitor.id)
      }
    })
  )

  scenario(
    "is found no longer once a monitor of a sitemap reads that it is gone, or asked not to be in an index",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const site = "https://shop.example"
      const list = (...paths: ReadonlyArray<string>) =>
        web.page(
          `${site}/sitemap.xml`,
          `<urlset>${paths.map((path) => `<url><loc>${site}${path}</loc></url>`).join("")}</urlset>`
        )
      yield* web.page(page, said("Now 10 euros"))
      const fresh = said("Now 12 euros").replace("Assam", "Bengal")
      yield* web.page(`${site}/new`, fresh)
      yield* list("/pricing", "/a")
      for (const url of [page, `${site}/new`]) yield* remove(yield* watch({ url }))
      yield* advance("1 second")
      for (const word of ["assam", "bengal"]) assert.lengthOf(yield* find(word), 1)
      const target = { type: "sitemap" as const, url: `${site}/sitemap.xml`, include: [], exclude: [], maxUrls: 100 }
      yield* Monitors.use((monitors) => monitors.create(organization, { name: "Shop", target, schedule: hourly }))
      yield* settle
      yield* web.page(page, { body: "Sorry", status: 410, mediaType: "text/plain" })
      yield* web.page(`${site}/new`, { body: fresh, robots: "noindex" })
      yield* list("/a", "/new")
      yield* advance("3 hours")
      assert.deepStrictEqual(yield* find("assam"), [])
      assert.deepStrictEqual(yield* find("bengal"), [])
    })
  )

  const signedIn = scriptedBrowser(() => said("For members, 8 euros"))

  scenario(
    "is not found where somebody's session showed it",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const session = { cookies: [], origins: [] }
      const profile = yield* Profiles.use((profiles) =>
        profiles.create(organization.id, { description: null, session })
      )
      yield* watch({ profileId: profile.id })
      yield* advance("1 second")
      assert.deepStrictEqual(yield* find("members"), [])
    }),
    signedIn.options
  )
})
