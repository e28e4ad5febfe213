/** Observed: what a monitor takes for the page, by its baseline, its runs and their traces; and what the browser was asked for. */
import { assert, describe } from "@effect/vitest"
import { Browser, BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { Profiles } from "@kittiwake/core/profiles/Profiles"
import * as PlainPageReader from "@kittiwake/core/testing/PlainPageReader"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation, type TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { DateTime, Duration, Effect, Layer } from "effect"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import {
  advance,
  assertRun,
  baselineOf,
  changesOf,
  lastRun,
  monitorOf,
  page,
  runNow,
  scenario,
  show,
  traceOf,
  watch
} from "../watching.ts"

const shell = (message = "") =>
  `<div id="root"></div><script src="/app.js"></script><noscript>Please enable JavaScript</noscript>${message}`

const anchored = (text: string) => `<h1>Tea</h1><p>${text}</p>`

describe("a page that only a browser shows", () => {
  const shows = { price: "10 €" }
  const rendering = scriptedBrowser(() => anchored(shows.price))

  scenario(
    "is rendered, at once at every later look, and told when it changes",
    Effect.gen(function* () {
      yield* show(shell())
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), [
        "fetch: status 200",
        "read: 0 characters",
        "render: status 200, because the element that scripts fill is empty",
        "read: 8 characters",
        "decide: FirstSight"
      ])
      yield* advance("2 hours")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), [
        "render: status 200, because its scripts show what is watched",
        "read: 8 characters",
        "decide: Unchanged"
      ])
      shows.price = "12 €"
      yield* advance("2 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(change!.summary, 'Changed "10 €" to "12 €".')
      assert.strictEqual((yield* monitorOf(id)).baseline?.way, "browser")
    }),
    rendering.options
  )

  const turning = scriptedBrowser(() => anchored("12 €"))

  scenario(
    "is told once when its server sent it before, and rendered from then on",
    Effect.gen(function* () {
      yield* show(anchored("10 €"))
      const id = yield* watch()
      yield* show(shell())
      yield* advance("4 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(change!.summary, 'Changed "10 €" to "12 €".')
      assert.strictEqual((yield* monitorOf(id)).baseline?.way, "browser")
    }),
    turning.options
  )

  const failing = scriptedBrowser((_request, look) =>
    look === 1 ? anchored("10 €") : new PageUnreachable({ reason: "timeout", message: "It did not end." })
  )

  scenario(
    "is not replaced by what its server sends when the browser fails",
    Effect.gen(function* () {
      yield* show(shell("<p>Loading</p>"))
      const id = yield* watch()
      yield* advance("2 hours")
      assertRun(yield* lastRun(id), { status: "failed", creditsCharged: 0 })
      assert.strictEqual((yield* lastRun(id)).error?.code, "timeout")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assert.deepStrictEqual(yield* changesOf(id), [])
    }),
    failing.options
  )

  scenario(
    "fails without a browser, naming what is missing, where its server sends no text",
    Effect.gen(function* () {
      yield* show(shell())
      const id = yield* watch()
      const { error } = yield* lastRun(id)
      assert.strictEqual(error?.code, "internal_error")
      assert.strictEqual(error?.message, "Only a browser shows this page. The plain readers have no browser.")
    })
  )

  scenario(
    "is watched as its server sends it without a browser, where that says something",
    Effect.gen(function* () {
      yield* show("<p>10 €</p><script src='/count.js'></script>")
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "10 €")
      assert.include(traceOf(yield* lastRun(id)), "render: The plain readers have no browser.")
      yield* show("<p>12 €</p><script src='/count.js'></script>")
      yield* advance("2 hours")
      assert.strictEqual((yield* changesOf(id)).length, 1)
    })
  )
})

describe("a page that lacked a browser", () => {
  const counted = (message: string) => `<p>${message}</p><script src="/app.js"></script>`

  /** A browser that comes when a test lets it. */
  const coming = () => {
    const state = { isThere: false, price: "10 €" }
    const { options } = scriptedBrowser(() =>
      state.isThere ? anchored(state.price) : new BrowserUnavailable({ message: "There is no browser." })
    )
    return { state, options }
  }

  const [quiet, changed, flickering, etags] = [coming(), coming(), coming(), coming()]

  scenario(
    "is seen through one as soon as there is one, which nobody is told of",
    Effect.gen(function* () {
      yield* show(counted("Our shop"))
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Our shop")
      yield* advance("2 hours")
      assert.deepInclude((yield* monitorOf(id)).baseline, { lacksBrowser: true })
      quiet.state.isThere = true
      yield* advance("2 hours")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      const { baseline } = yield* monitorOf(id)
      assert.deepInclude(baseline, { way: "browser" })
      assert.notProperty(baseline, "lacksBrowser")
      assert.deepStrictEqual(yield* changesOf(id), [])
      quiet.state.price = "12 €"
      yield* advance("2 hours")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ summary }) => summary),
        ['Changed "10 €" to "12 €".']
      )
    }),
    quiet.options
  )

  scenario(
    "tells what its server sends otherwise, and not what a browser adds",
    Effect.gen(function* () {
      yield* show(counted("Open from 9"))
      const id = yield* watch()
      changed.state.isThere = true
      yield* show(counted("Open from 8"))
      yield* advance("2 hours")
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ summary }) => summary),
        ['Changed "Open from 9" to "Open from 8".']
      )
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
    }),
    changed.options
  )

  scenario(
    "is seen through one although what its server sends flickers",
    Effect.gen(function* () {
      yield* show(counted("Visitor 1"))
      const id = yield* watch()
      flickering.state.isThere = true
      let visitors = 1
      yield* show(() => counted(`Visitor ${++visitors}`))
      yield* advance("2 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
    }),
    flickering.options
  )

  scenario(
    "is asked for whole until there is one, although its server says that it did not change",
    Effect.gen(function* () {
      yield* show({ body: counted("Our shop"), etag: true })
      const id = yield* watch()
      etags.state.isThere = true
      yield* advance("2 hours")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assert.deepStrictEqual(yield* changesOf(id), [])
    }),
    etags.options
  )
})

/** Reads text, and dies where a page is asked what else it says. */
const readOnce = Layer.effect(
  PageReader,
  Effect.map(PageReader, (plain) => PageReader.of({ ...plain, shape: () => Effect.die("The page was read twice.") }))
).pipe(Layer.provide(PlainPageReader.layer))

describe("a page that is not what is watched", () => {
  scenario(
    "fails as not found when it says so with status 200, and keeps the baseline",
    Effect.gen(function* () {
      yield* show(anchored("10 €"))
      const id = yield* watch()
      yield* show("<title>404 - Page not found</title><p>We looked everywhere.</p>")
      yield* advance("2 hours")
      assert.deepStrictEqual((yield* lastRun(id)).error, {
        code: "not_found",
        message: "The page says that it does not exist."
      })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      yield* show(anchored("10 €"))
      yield* advance("2 hours")
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: false })
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "is its content when it says much, which its markup is not asked for a second time",
    Effect.gen(function* () {
      const guide = (lines: number) => `<p>${"What to do about pages that are gone. ".repeat(lines)}</p>`
      yield* show(guide(50))
      const id = yield* watch()
      yield* show(guide(60))
      yield* advance("2 hours")
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: true })
    }),
    { pageReader: readOnce }
  )

  scenario(
    "fails as blocked when it asks to sign in, and keeps the baseline",
    Effect.gen(function* () {
      yield* show(anchored("10 €"))
      const id = yield* watch()
      yield* show("<title>Sign in</title><p>Members only</p><input type=password>")
      yield* advance("2 hours")
      assert.strictEqual((yield* lastRun(id)).error?.code, "blocked")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
    })
  )

  scenario(
    "fails as blocked when a form to sign in takes its place, however much that says",
    Effect.gen(function* () {
      yield* show(anchored("10 €"))
      const id = yield* watch()
      const wall = `<title>Welcome</title><p>${"Members get more. ".repeat(200)}</p><input type=password>`
      yield* ScriptedWeb.use((web) => web.page("https://shop.example/login?next=pricing", wall))
      yield* show({ body: "", redirectTo: "/login?next=pricing" })
      yield* advance("2 hours")
      assert.strictEqual((yield* lastRun(id)).error?.code, "blocked")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      // A page of that name without a form is where the page is now.
      yield* ScriptedWeb.use((web) => web.page("https://shop.example/login?next=pricing", "<h1>Tea</h1><p>12 €</p>"))
      yield* advance("2 hours")
      assert.lengthOf(yield* changesOf(id), 1)
    })
  )

  scenario(
    "fails as not found when its first line says so below the title of its site",
    Effect.gen(function* () {
      yield* show(anchored("10 €"))
      const id = yield* watch()
      for (const heading of ["404", "Error 404", "404 – Page not found", "Sorry, this page was not found"]) {
        yield* show(`<title>Acme</title><h1>${heading}</h1><p>It may have moved.</p>`)
        yield* runNow(id)
        yield* advance("1 minute")
        assert.strictEqual((yield* lastRun(id)).error?.code, "not_found", heading)
      }
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      yield* show("<title>Acme</title><h1>404 Main Street</h1><p>Three rooms</p>")
      yield* runNow(id)
      yield* advance("1 minute")
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: true })
    })
  )

  scenario(
    "fails while a message stands in its place, with any status, and is told again as what it is then",
    Effect.gen(function* () {
      const page = (price: string) =>
        `<title>Acme</title><h1>Tea</h1><p>${"Sencha is steamed, rolled and dried on the day of its harvest. ".repeat(8)}</p><p>${price}</p>`
      yield* show(page("10 €"))
      const id = yield* watch()
      for (const [said, code] of [
        ["<h1>Too many requests</h1><p>Please slow down.</p>", "blocked"],
        ["<h1>502 Bad Gateway</h1>", "fetch_failed"],
        ["<h1>Oops!</h1><p>We can't find that page.</p>", "not_found"]
      ] as const) {
        yield* show(`<title>Acme</title>${said}`)
        yield* runNow(id)
        yield* advance("1 minute")
        assert.strictEqual((yield* lastRun(id)).error?.code, code, said)
      }
      assert.include(yield* baselineOf(id), "10 €")
      yield* show(page("12 €"))
      yield* runNow(id)
      yield* advance("1 minute")
      assert.lengthOf(yield* changesOf(id), 1)
      yield* show("<title>Acme</title><h1>Sold out</h1><p>This product is no longer available.</p>")
      yield* runNow(id)
      yield* advance("1 minute")
      assert.lengthOf(yield* changesOf(id), 2, "what a page says of its subject is told")
    })
  )

  scenario(
    "is told of what its own region says, also where that is such a message",
    Effect.gen(function* () {
      const page = (status: string) => `<title>Acme</title><h1>Acme</h1><p class="status">${status}</p>`
      yield* show(page("All systems operational. ".repeat(30)))
      const id = yield* watch({ includeSelectors: [".status"] })
      yield* show(page("Scheduled maintenance in progress"))
      yield* advance("2 hours")
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: true })
    })
  )

  scenario(
    "fails as empty when only what surrounds its content is left",
    Effect.gen(function* () {
      const framed = (content: string) =>
        `<title>Acme</title><nav>Home Shop</nav><main>${content}</main><footer>Imprint 2026</footer>`
      yield* show(framed("<h1>Tea</h1><p>10 €</p>"))
      const id = yield* watch()
      yield* show(framed(""))
      yield* advance("2 hours")
      assert.strictEqual((yield* lastRun(id)).error?.code, "empty_content")
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      yield* show(framed("<h1>Tea</h1><p>12 €</p>"))
      yield* advance("2 hours")
      assert.lengthOf(yield* changesOf(id), 1)
    })
  )

  scenario(
    "is what surrounds its content where it never had another, and is told when that changes",
    Effect.gen(function* () {
      const menu = (...items: ReadonlyArray<string>) => `<nav>${items.map((item) => `<p>${item}</p>`).join("")}</nav>`
      yield* show(menu("Tea 10 €", "Coffee 8 €"))
      const id = yield* watch()
      yield* show(menu("Tea 10 €", "Coffee 9 €"))
      yield* advance("2 hours")
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: true })
    })
  )

  scenario(
    "is its content all the same when it is a form to sign in that was watched from the start",
    Effect.gen(function* () {
      yield* show("<title>Our members</title><p>Members since 1999</p><input type=password>")
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Our members\nMembers since 1999".split("\n")[1])
    })
  )
})

describe("a file", () => {
  const pdf = (text: string) => ({ body: "", bytes: new TextEncoder().encode(text), mediaType: "application/pdf" })

  scenario(
    "is read as its text, asked for at once at every later look, and told when it changes",
    Effect.gen(function* () {
      yield* show(pdf("Terms\nPay within 30 days"))
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Terms\nPay within 30 days")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)).slice(0, 2), [
        "fetch: no text, but a file",
        "fetch: a file of the kind pdf"
      ])
      yield* show(pdf("Terms\nPay within 14 days"))
      yield* advance("2 hours")
      assert.strictEqual(traceOf(yield* lastRun(id))[0], "fetch: a file of the kind pdf")
      const [change] = yield* changesOf(id)
      assert.strictEqual(change!.summary, 'Changed "Pay within 30 days" to "Pay within 14 days".')
    })
  )

  scenario(
    "that did not change is not read again",
    Effect.gen(function* () {
      yield* show({ ...pdf("Terms"), etag: true })
      const id = yield* watch()
      yield* advance("2 hours")
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), ["fetch: not modified", "decide: Unchanged"])
    })
  )

  scenario(
    "that is a feed is read as its items",
    Effect.gen(function* () {
      const feed = { mediaType: "application/rss+xml", body: "<?xml version='1.0'?><rss><item>First</item></rss>" }
      yield* show(feed)
      const id = yield* watch()
      assert.strictEqual((yield* monitorOf(id)).baseline?.way, "file")
      assert.include(yield* baselineOf(id), "First")
    })
  )

  const sheet = {
    html: "<header>Terms of 2026</header><p>Pay within 30 days</p><footer>Page 1</footer>",
    markdown: null,
    title: null,
    author: null,
    pageCount: null,
    recoveredPages: []
  }

  scenario(
    "has no surroundings: its header and footer are its text, unless selectors keep something else",
    Effect.gen(function* () {
      yield* show(pdf("sheet"))
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "Terms of 2026\nPay within 30 days\nPage 1")
      const other = yield* watch({ includeSelectors: ["footer"] })
      assert.strictEqual(yield* baselineOf(other), "Page 1")
    }),
    { readers: Layer.merge(PlainReaders.layer, Layer.succeed(DocumentReader, { read: () => Effect.succeed(sheet) })) }
  )

  scenario(
    "that became a feed after it was watched as it was sent is compared with that",
    Effect.gen(function* () {
      const xml = (body: string) => ({ mediaType: "text/xml", body: `<?xml version="1.0"?>${body}` })
      yield* show(xml("<list><item>First</item></list>"))
      const id = yield* watch()
      assert.isUndefined((yield* monitorOf(id)).baseline?.way)
      yield* show(xml("<rss><item>Second</item></rss>"))
      yield* advance("2 hours")
      assert.isUndefined((yield* monitorOf(id)).baseline?.way)
      assert.include((yield* changesOf(id))[0]!.summary, "<rss><item>Second</item></rss>")
    })
  )

  scenario(
    "is its text, however short, and never a message in place of a page",
    Effect.gen(function* () {
      yield* show(pdf("404 Not found"))
      const id = yield* watch()
      assert.strictEqual(yield* baselineOf(id), "404 Not found")
    })
  )

  scenario(
    "that is gone fails the run and keeps the baseline",
    Effect.gen(function* () {
      yield* show(pdf("Terms"))
      const id = yield* watch()
      yield* show({ body: "gone", status: 404 })
      yield* advance("2 hours")
      assert.strictEqual((yield* lastRun(id)).error?.code, "not_found")
      assert.strictEqual(yield* baselineOf(id), "Terms")
    })
  )

  const inPlace = {
    not_found: "<title>404 - Page not found</title><p>Nothing stands here.</p>",
    blocked: `<title>Sign in</title><p>Sign in to go on.</p><input type="password">`
  } as const

  for (const [code, body] of Object.entries(inPlace)) {
    scenario(
      `in whose place a page says ${code === "blocked" ? "to sign in" : "that nothing is there"} fails the run and keeps the baseline`,
      Effect.gen(function* () {
        yield* show(pdf("Terms"))
        const id = yield* watch()
        yield* show({ body: `<html>${body}</html>`, mediaType: "text/html" })
        yield* advance("2 hours")
        assert.strictEqual((yield* lastRun(id)).error?.code, code)
        assert.strictEqual(yield* baselineOf(id), "Terms")
      })
    )
  }
})

describe("a monitor that acts on its page", () => {
  const click = { do: "click", selector: "#more" } as const
  const acting = scriptedBrowser(({ actions }) => anchored(actions.length === 0 ? "Show more" : "10 €"))

  scenario(
    "has a browser do it before each look, for two credits",
    Effect.gen(function* () {
      yield* show(anchored("Show more"))
      const id = yield* watch({ actions: [click] })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assertRun(yield* lastRun(id), { creditsCharged: 2 })
      assert.deepStrictEqual(acting.asked[0]?.actions, [click])
      assert.deepStrictEqual(yield* ScriptedWeb.use((web) => web.looks(page)), [])
    }),
    acting.options
  )

  const idle = scriptedBrowser(() => ({
    html: anchored("Show more"),
    actionsApplied: [{ instruction: "click #more", status: "failed", error: "nothing matches" }]
  }))

  scenario(
    "fails with the action that did not work, and keeps no such page",
    Effect.gen(function* () {
      yield* show(anchored("Show more"))
      const id = yield* watch({ actions: [click] })
      assert.deepStrictEqual((yield* lastRun(id)).error, {
        code: "fetch_failed",
        message: 'The action "click #more" did not work: nothing matches'
      })
      assert.isNull(yield* baselineOf(id))
    }),
    idle.options
  )

  const stale = scriptedBrowser(() => ({ html: anchored("Show more"), isStale: true }))

  scenario(
    "fails when the page cannot be read again after its actions",
    Effect.gen(function* () {
      yield* show(anchored("Show more"))
      const id = yield* watch({ actions: [click] })
      assert.deepStrictEqual((yield* lastRun(id)).error, {
        code: "fetch_failed",
        message: "The page could not be read again after its actions."
      })
      assert.isNull(yield* baselineOf(id))
    }),
    stale.options
  )

  const form = scriptedBrowser(() => "<title>Sign in</title><p>Members only</p><input type=password>")

  scenario(
    "takes what its actions lead to for the page, whatever that asks for",
    Effect.gen(function* () {
      yield* show(anchored("Show more"))
      const id = yield* watch({ actions: [click] })
      assert.strictEqual(yield* baselineOf(id), "Members only")
    }),
    form.options
  )

  scenario(
    "fails without a browser with what names the setting",
    Effect.gen(function* () {
      yield* show(anchored("Show more"))
      const id = yield* watch({ actions: [click] })
      assert.strictEqual((yield* lastRun(id)).error?.message, "The plain readers have no browser.")
    })
  )
})

describe("a monitor with a browser profile", () => {
  const signedIn = scriptedBrowser(({ session }) =>
    session === null ? "<p>Sign in</p>" : anchored(session.cookies.map(({ value }) => value).join())
  )
  const cookie = {
    name: "sid",
    value: "10 €",
    domain: "shop.example",
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: true,
    sameSite: "Lax"
  } as const

  scenario(
    "sees the page signed in",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const profile = yield* Profiles.use((profiles) =>
        profiles.create(organization.id, { description: null, session: { cookies: [cookie], origins: [] } })
      )
      const id = yield* watch({ profileId: profile.id })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      assertRun(yield* lastRun(id), { creditsCharged: 1 })
      yield* Profiles.use((profiles) => profiles.remove(organization.id, profile.id))
      yield* advance("2 hours")
      assert.deepStrictEqual((yield* lastRun(id)).error, {
        code: "blocked",
        message: "The browser profile of the target is gone. Give the monitor another, or none."
      })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
    }),
    signedIn.options
  )

  const form = `<title>Sign in</title><form><input type="password"></form>`
  const expiring = scriptedBrowser(({ session }) => {
    const [found] = session?.cookies ?? []
    if (found === undefined) return `${form}<p>Please sign in</p>`
    if (found.value === "refused") return { status: 403, html: "<p>No.</p>" }
    return found.value === "ended"
      ? { url: "https://shop.example/login", html: `${form}<p>Welcome back. Password:</p>` }
      : anchored(found.value)
  })

  /** No page has what is acted on. */
  const unpressed = scriptedBrowser(({ actions, session }) => ({
    url: session?.cookies[0]?.value === "ended" ? "https://shop.example/login" : "https://shop.example/tea",
    html: anchored("10 €"),
    actionsApplied: actions.map(() => ({ instruction: "click button", status: "failed" as const }))
  }))

  const withSession = (value: string) => ({ cookies: [{ ...cookie, value }], origins: [] })

  scenario(
    "says that its login has ended and how to renew it, and compares with what it had once it is renewed",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const profile = yield* Profiles.use((profiles) =>
        profiles.create(organization.id, { description: null, session: withSession("10 €") })
      )
      const id = yield* watch({ profileId: profile.id })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      const renew = (value: string) =>
        Profiles.use((profiles) => profiles.renew(organization.id, profile.id, withSession(value)))
      yield* renew("ended")
      yield* advance("2 hours")
      const failed = (yield* lastRun(id))!
      assert.deepInclude(failed, { status: "failed", creditsCharged: 0 })
      assert.deepStrictEqual(failed.error, {
        code: "blocked",
        message: `The login of the browser profile ${profile.id} has ended: The page asks to sign in instead of showing its content. Sign in again and renew it with "kittiwake profile renew ${profile.id} session.json" (PUT /v1/org/browser/profiles/${profile.id}/session).`
      })
      assert.strictEqual(yield* baselineOf(id), "Tea\n10 €")
      yield* renew("12 €")
      yield* advance("2 hours")
      assert.strictEqual(yield* baselineOf(id), "Tea\n12 €")
      assert.lengthOf(yield* changesOf(id), 1)
    }),
    expiring.options
  )

  scenario(
    "says so too where an action finds a form to sign in instead of its page, and not where the page lacks what it acts on",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const messageOf = Effect.fnUntraced(function* (value: string) {
        const profile = yield* Profiles.use((profiles) =>
          profiles.create(organization.id, { description: null, session: withSession(value) })
        )
        const actions = [{ do: "click", selector: "button" } as const]
        const id = yield* watch({ profileId: profile.id, actions })
        return (yield* lastRun(id))!.error
      })
      const ended = yield* messageOf("ended")
      assert.strictEqual(ended?.code, "blocked")
      assert.match(
        ended?.message ?? "",
        /^The login of the browser profile prof_\w+ has ended: .*The action .* did not work/
      )
      const lacking = yield* messageOf("10 €")
      assert.strictEqual(lacking?.code, "fetch_failed")
      assert.match(lacking?.message ?? "", /^The action .* did not work$/)
    }),
    unpressed.options
  )

  scenario(
    "says that a site which refuses may have ended its login, and says nothing of logins where none is kept",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const profile = yield* Profiles.use((profiles) =>
        profiles.create(organization.id, { description: null, session: withSession("refused") })
      )
      const id = yield* watch({ profileId: profile.id })
      const message = (yield* lastRun(id))!.error!.message
      assert.match(
        message,
        /^The page refused access with status 403\. The login of the browser profile prof_\w+ may have ended/
      )
      const open = yield* watch({ browser: true })
      assert.deepStrictEqual((yield* lastRun(open))!.error, {
        code: "blocked",
        message: "The page asks to sign in instead of showing its content."
      })
    }),
    expiring.options
  )

  scenario(
    "waits while another uses the profile, and says so",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("<p>Sign in</p>")
      const profile = yield* Profiles.use((profiles) =>
        profiles.create(organization.id, { description: null, session: { cookies: [cookie], origins: [] } })
      )
      const now = yield* DateTime.now
      yield* ProfileStore.use((profiles) =>
        profiles.take(organization.id, profile.id, { now, lease: Duration.minutes(2) })
      )
      const id = yield* watch({ profileId: profile.id })
      yield* advance("4 minutes")
      const run = yield* lastRun(id)
      assertRun(run, { status: "completed", error: null, creditsCharged: 1 })
      assert.strictEqual(
        traceOf(run!)[0],
        "render: Another look or call uses the browser profile of the target. It is lent to one at a time."
      )
    }),
    signedIn.options
  )
})

describe("a browser that does not start", () => {
  const broken: TestInstallationOptions = {
    readers: Layer.merge(
      PlainReaders.layer,
      Layer.succeed(Browser, {
        render: () => Effect.fail(new BrowserUnavailable({ message: "Set KITTIWAKE_BROWSER." }))
      })
    )
  }

  scenario(
    "fails a run that asks for it, and names the setting",
    Effect.gen(function* () {
      yield* show(anchored("10 €"))
      const id = yield* watch({ browser: true })
      assert.deepStrictEqual((yield* lastRun(id)).error, {
        code: "internal_error",
        message: "Set KITTIWAKE_BROWSER."
      })
    }),
    broken
  )

  const leaving = { isThere: true, price: "10 €" }
  const left = scriptedBrowser(() =>
    leaving.isThere ? anchored(leaving.price) : new BrowserUnavailable({ message: "KITTIWAKE_BROWSER is off." })
  )

  scenario(
    "pauses no monitor that has a baseline, costs nothing, and what changed meanwhile is told when it is back",
    Effect.gen(function* () {
      yield* show(shell())
      const id = yield* watch()
      leaving.isThere = false
      yield* advance("15 hours")
      assertRun(yield* lastRun(id), {
        status: "failed",
        creditsCharged: 0,
        error: { code: "internal_error", message: "KITTIWAKE_BROWSER is off." }
      })
      const without = yield* monitorOf(id)
      assert.deepStrictEqual([without.status, without.failuresInARow], ["failed", 0])
      assert.isNotNull(without.nextRunAt)
      Object.assign(leaving, { isThere: true, price: "12 €" })
      yield* advance("1 hour")
      const back = yield* monitorOf(id)
      assert.deepStrictEqual([back.status, back.lastError], ["active", null])
      assert.strictEqual((yield* changesOf(id))[0]?.summary, 'Changed "10 €" to "12 €".')
    }),
    left.options
  )

  const coming = { isThere: false }
  const later = scriptedBrowser(() =>
    coming.isThere ? anchored("10 €") : new BrowserUnavailable({ message: "KITTIWAKE_BROWSER is off." })
  )

  scenario(
    "pauses no monitor that was never captured, which begins when there is one",
    Effect.gen(function* () {
      yield* show(shell())
      const id = yield* watch()
      yield* advance("5 hours")
      assert.strictEqual((yield* lastRun(id)).error?.code, "internal_error")
      assert.deepStrictEqual([(yield* monitorOf(id)).status, yield* baselineOf(id)], ["failed", null])
      coming.isThere = true
      yield* advance("1 hour")
      assert.deepStrictEqual([(yield* monitorOf(id)).status, yield* baselineOf(id)], ["active", "Tea\n10 €"])
    }),
    later.options
  )
})
