import { assert, describe, it } from "@effect/vitest"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { Clock, Effect, Fiber } from "effect"
import { choosePages } from "../../src/extraction/choosePages.ts"
import type { SiteQuestion } from "../../src/extraction/followTopic.ts"

const start = "https://acme.example/"

const links = (...paths: ReadonlyArray<string>) => paths.map((path) => `<a href="${path}">${path}</a>`).join(" ")

const site: { readonly [path: string]: string } = {
  "": `<h1>Acme</h1>${links("/pricing", "/blog", "/privacy", "https://other.example/pricing", "https://shop.acme.example/pricing")}`,
  pricing: `<h1>Pricing</h1><p>Solo: $5</p>${links("/pricing/teams", "/")}`,
  "pricing/teams": `<h1>Pricing for teams</h1><p>Team: $9</p>`,
  "old-pricing": `<h1>Pricing</h1><p>Solo: $5</p>${links("/pricing/teams", "/")}`,
  "hidden/pricing": "<h1>Secret pricing</h1>",
  blog: "<h1>Blog</h1>",
  privacy: "<h1>Privacy</h1>"
}

const build = Effect.gen(function* () {
  const web = yield* ScriptedWeb
  for (const [path, body] of Object.entries(site)) yield* web.page(start + path, body)
  yield* web.page("https://shop.acme.example/pricing", "<h1>Shop pricing</h1>")
  yield* web.page("https://other.example/pricing", "<h1>Other</h1>")
})

const choose = Effect.fnUntraced(function* (question: Partial<SiteQuestion> = {}, known: ReadonlyArray<string> = []) {
  const deadline = { atMillis: (yield* Clock.currentTimeMillis) + 600_000, acceptsPart: false, exchangeMillis: 30_000 }
  const asked = { url: start, topic: ["pric"], maxPages: 10, maxDepth: null, followSubdomains: false, ...question }
  const { pages, ...rest } = yield* choosePages(asked, deadline, known)
  return { urls: pages.map(({ url }) => url.slice(start.length)), ...rest }
})

const scenario = (name: string, effect: Effect.Effect<void, unknown, never>) => it.effect(name, () => effect)

const onSite = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.andThen(build, effect).pipe(Effect.provide(TestInstallation.layer()))

describe("choosing the pages of a site", () => {
  scenario(
    "follows what has to do with the topic, on the site itself",
    onSite(
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* choose()).urls, ["", "pricing", "pricing/teams"])
      })
    )
  )

  scenario(
    "keeps to the most pages and the depth that are wanted",
    onSite(
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* choose({ maxPages: 2 })).urls, ["", "pricing"])
        assert.deepStrictEqual((yield* choose({ maxDepth: 1 })).urls, ["", "pricing"])
        assert.deepStrictEqual((yield* choose({ maxDepth: 0 })).urls, [""])
      })
    )
  )

  scenario(
    "goes to other hosts of the site when it is asked to",
    onSite(
      Effect.gen(function* () {
        const { urls } = yield* choose({ followSubdomains: true })
        assert.include(urls, "https://shop.acme.example/pricing".slice(start.length))
        assert.strictEqual(urls.length, 4)
      })
    )
  )

  scenario(
    "reads what sitemaps list, each page once, and not what robots.txt forbids",
    onSite(
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        yield* web.page(`${start}robots.txt`, {
          body: `User-agent: *\nDisallow: /hidden\nSitemap: ${start}sitemap.xml`,
          mediaType: "text/plain"
        })
        const listed = ["old-pricing", "hidden/pricing"].map((path) => `<url><loc>${start}${path}</loc></url>`).join("")
        yield* web.page(`${start}sitemap.xml`, { body: `<urlset>${listed}</urlset>`, mediaType: "application/xml" })
        const { forbidden, urls } = yield* choose()
        assert.strictEqual(forbidden, 1)
        assert.strictEqual(
          urls.filter((url) => /pricing$/.test(url)).length,
          1,
          "two addresses of the same page are one"
        )
      })
    )
  )

  scenario(
    "leaves out addresses that nobody can ask for, and loses no other page to them",
    onSite(
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        const long = Array.from({ length: 40 }, (_, at) => `/pricing/${at}${"x".repeat(2_040)}`)
        yield* web.page(start, `<h1>Acme</h1>${links(...long, "/pricing")}`)
        assert.deepStrictEqual((yield* choose({ maxPages: 3 })).urls, ["", "pricing", "pricing/teams"])
      })
    )
  )

  scenario(
    "reads some pages where nothing has to do with the topic, and none that sites have for themselves",
    onSite(
      Effect.gen(function* () {
        const { urls } = yield* choose({ topic: ["weather"] })
        assert.deepStrictEqual(urls, ["", "pricing", "blog"])
      })
    )
  )

  scenario(
    "reads others behind those of the topic where so many pages are wanted in any case",
    onSite(
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* choose({ atLeast: 4 })).urls, ["", "pricing", "pricing/teams", "blog"])
        assert.deepStrictEqual((yield* choose({ atLeast: 3 })).urls, ["", "pricing", "pricing/teams"])
        assert.deepStrictEqual((yield* choose({ atLeast: 4, maxPages: 2 })).urls, ["", "pricing"])
        const { urls } = yield* choose({ atLeast: 10, topic: ["weather"] })
        assert.deepStrictEqual(urls, ["", "pricing", "blog", "pricing/teams"])
      })
    )
  )

  scenario(
    "asks for no more than some addresses of a site that answers everywhere with the same page, or leads away",
    onSite(
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        const many = Array.from({ length: 200 }, (_, index) => `pricing/${index}`)
        yield* web.page(start, `<h1>Acme</h1>${links(...many.map((path) => `/${path}`))}`)
        for (const path of many) yield* web.page(start + path, "<h1>Pricing</h1>")
        const before = (yield* web.looks()).length
        const { failed, urls } = yield* choose({ maxPages: 3 })
        assert.deepStrictEqual([urls.length, failed], [2, 0])
        assert.isAtMost((yield* web.looks()).length - before, 1 + 19 + 10)
      })
    )
  )

  scenario(
    "reads pages that are known before others, and goes on where one fails",
    onSite(
      Effect.gen(function* () {
        yield* ScriptedWeb.use((web) => web.page(`${start}pricing`, { body: "gone", status: 500 }))
        const { failed, urls } = yield* choose({ maxPages: 2 }, [`${start}blog`])
        assert.deepStrictEqual(urls, ["", "blog"])
        assert.strictEqual(failed, 0)
        assert.strictEqual((yield* choose()).failed, 1)
      })
    )
  )

  scenario(
    "fails where the start cannot be read",
    onSite(
      Effect.gen(function* () {
        const failure = yield* Effect.flip(choose({ url: `${start}nowhere` }))
        assert.strictEqual("kind" in failure ? failure.kind : failure._tag, "not_found")
      })
    )
  )

  scenario(
    "lets others have their turn while it weighs thousands of links",
    onSite(
      Effect.gen(function* () {
        const web = yield* ScriptedWeb
        /** Turns that another had meanwhile. */
        const turnsBeside = Effect.fnUntraced(function* (url: string, count: number) {
          yield* web.page(url, links(...Array.from({ length: count }, (_, at) => `/a-b-c-${at}`)))
          let turns = 0
          const other = yield* Effect.forkChild(
            Effect.forever(
              Effect.andThen(
                Effect.sync(() => (turns += 1)),
                Effect.yieldNow
              )
            )
          )
          yield* choose({ url, maxPages: 2, topic: ["nowhere"] })
          yield* Fiber.interrupt(other)
          return turns
        })
        const few = yield* turnsBeside(`${start}few`, 10)
        assert.isAbove(yield* turnsBeside(`${start}many`, 4_000), few + 5)
      })
    )
  )
})
