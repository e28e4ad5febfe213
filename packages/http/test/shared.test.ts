/** Changes that are shared with people who have no key. Observed: what they read, and every way in which they read nothing. */
import { assert, describe, it } from "@effect/vitest"
import { windowMillis, windowStart } from "@kittiwake/core/limits/domain/Window"
import { LimitStore } from "@kittiwake/core/limits/LimitStore"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import type { Change } from "@kittiwake/core/monitors/domain/Change"
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { parse } from "parse5"
import { Handlers } from "../src/server.ts"
import { call, core, layer, newKey, newMonitor, newOrganization, Outside, pick, runDue } from "./support/App.ts"

/** An organization that found one change. */
const found = Effect.gen(function* () {
  const organization = yield* newOrganization()
  const key = (yield* newKey(organization)).secret
  const outside = yield* Outside
  outside.page = "Plans\nPro costs 20 euro a month"
  const monitor = yield* newMonitor(key, { tags: ["inner"] })
  yield* runDue
  outside.page = "Plans\nPro costs 24 euro a month"
  yield* call("POST", `/v1/monitors/${monitor.id}/run`, { key })
  yield* runDue
  const changes = yield* call("GET", `/v1/monitors/${monitor.id}/changes`, { key })
  const changeId = String(pick(changes.body, "data", 0, "id"))
  return { organization, key, monitorId: monitor.id, changeId }
})

const share = (key: string, changeId: string, body: object = {}) =>
  call("POST", `/v1/monitors/changes/${changeId}/share`, { key, body })

/** The path of a fresh link. */
const linkTo = (key: string, changeId: string, body: object = {}) =>
  Effect.map(share(key, changeId, body), (reply) => {
    assert.strictEqual(reply.status, 200, JSON.stringify(reply.body))
    return new URL(String(reply.body.url), "http://kittiwake.test").pathname
  })

const open = Effect.fnUntraced(function* (path: string, headers: Record<string, string> = {}, method = "GET") {
  const { web } = yield* Handlers
  const response = yield* Effect.promise(() => web(new Request(`http://kittiwake.test${path}`, { headers, method })))
  return { status: response.status, headers: response.headers, text: yield* Effect.promise(() => response.text()) }
})

interface Element {
  readonly nodeName: string
  readonly value?: string
  readonly attrs?: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly childNodes?: ReadonlyArray<Element>
}

/** All elements of a page as a browser reads it. */
const elementsOf = (html: string): ReadonlyArray<Element> => {
  const all: Array<Element> = []
  const walk = (node: Element) => {
    if (!node.nodeName.startsWith("#")) all.push(node)
    for (const child of node.childNodes ?? []) walk(child)
  }
  walk(parse(html) as Element)
  return all
}

/** What a page says to somebody who reads it. */
const saidBy = (html: string): string => {
  const said: Array<string> = []
  const walk = (node: Element) => {
    if (node.nodeName === "#text") said.push(node.value ?? "")
    if (node.nodeName !== "style") for (const child of node.childNodes ?? []) walk(child)
  }
  walk(parse(html) as Element)
  return said.join("")
}

/** The API, where every link shows the change as if this had been found besides. */
const showing = (given: { readonly change: () => Partial<Change> }) =>
  Handlers.layer.pipe(
    Layer.provide(
      Layer.effect(
        ChangeLinks,
        Effect.map(ChangeLinks, (links) =>
          ChangeLinks.of({
            ...links,
            open: (token) =>
              Effect.map(links.open(token), ({ change, until }) => ({
                change: { ...change, ...given.change() },
                until
              }))
          })
        )
      )
    ),
    Layer.provideMerge(core)
  )

describe("a change that is shared", () => {
  it.effect("is read without a key: what changed, how much it matters, where and when", () =>
    Effect.gen(function* () {
      const { changeId, key, monitorId, organization } = yield* found
      const shared = yield* share(key, changeId)
      assert.deepInclude(shared.body, { change_id: changeId })
      const link = new URL(String(shared.body.url), "http://kittiwake.test").pathname
      const page = yield* open(link)
      assert.strictEqual(page.status, 200)
      const change = (yield* call("GET", `/v1/monitors/changes/${changeId}`, { key })).body
      assert.strictEqual(change.shared_until, shared.body.expires_at)
      const said = saidBy(page.text)
      for (const text of [change.title, change.summary, "https://shop.example/prices", "1 January 1970"]) {
        assert.include(said, String(text))
      }
      const marked = elementsOf(page.text).filter(({ nodeName }) => nodeName === "mark")
      assert.deepStrictEqual(
        marked.map(({ childNodes }) => childNodes?.[0]?.value),
        ["20", "24"]
      )
      for (const secret of [organization.id, key, monitorId, changeId, String(change.run_id), "inner"]) {
        assert.notInclude(page.text, secret)
      }
      const token = link.slice(link.lastIndexOf("/") + 1)
      for (const secret of [organization.id, changeId, monitorId]) {
        assert.notInclude(Buffer.from(token, "base64url").toString(), secret)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is kept by nobody, found by no search engine, framed by no page, and runs nothing", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const link = yield* linkTo(key, changeId)
      const page = yield* open(link)
      const headers = Object.fromEntries(page.headers)
      assert.deepInclude(headers, {
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex, nofollow",
        "content-type": "text/html; charset=utf-8"
      })
      const policy = headers["content-security-policy"] ?? ""
      assert.include(policy, "default-src 'none'; style-src 'sha256-")
      for (const part of ["script-src", "unsafe-inline", "img-src", "connect-src"]) assert.notInclude(policy, part)
      for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "sandbox"]) {
        assert.include(policy, part)
      }
      assert.isUndefined(headers["set-cookie"])
      const head = yield* open(link, {}, "HEAD")
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      assert.strictEqual(head.headers.get("cache-control"), "private, no-store")
      assert.strictEqual((yield* call("POST", link)).status, 405)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is told in the language that its reader likes most, of those there are", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const link = yield* linkTo(key, changeId)
      const languageFor = (accepted: string) =>
        Effect.map(open(link, { "accept-language": accepted }), ({ headers, text }) => {
          const language = headers.get("content-language")
          assert.include(text, `<html lang="${language}">`)
          assert.include(text, language === "de" ? "Was sich geändert hat" : "What changed")
          assert.include(headers.get("vary") ?? "", "accept-language")
          return language
        })
      assert.strictEqual(yield* languageFor("de-AT,de;q=0.9,en;q=0.8"), "de")
      assert.strictEqual(yield* languageFor("fr, en;q=0.3, de;q=0.5"), "de")
      assert.strictEqual(yield* languageFor("en-US,de;q=0.1"), "en")
      assert.strictEqual(yield* languageFor("de;q=0, *"), "en")
      assert.strictEqual(yield* languageFor("ja"), "en")
      assert.strictEqual(yield* languageFor(`${",;q=".repeat(5_000)}\u00ff`), "en")
    }).pipe(Effect.provide(layer))
  )

  it.effect("ends at its time, by whatever way the clock came there, and never later than it says", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const reply = yield* share(key, changeId, { expires_in_seconds: 3_600 })
      const end = Date.parse(String(reply.body.expires_at))
      const link = new URL(String(reply.body.url), "http://kittiwake.test").pathname
      const at = (millis: number) =>
        Effect.andThen(
          TestClock.setTime(millis),
          Effect.map(open(link), ({ status }) => status)
        )
      assert.strictEqual(yield* at(end - 1), 200)
      assert.strictEqual(yield* at(end), 410)
      // A clock that stepped back gives no more time than was given.
      assert.strictEqual(yield* at(end - 1_000), 200)
      assert.strictEqual(yield* at(end + 86_400_000), 410)
      // Shared anew after its end, what ended stays ended, whatever the clock does then.
      const next = yield* linkTo(key, changeId)
      assert.strictEqual(yield* at(end - 1_000), 410)
      assert.strictEqual((yield* open(next)).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes a minute to thirty days, and seven unless it is told", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const lasting = Effect.fnUntraced(function* (body: object) {
        const before = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        const reply = yield* share(key, changeId, body)
        return reply.status === 200 ? (Date.parse(String(reply.body.expires_at)) - before) / 1_000 : reply.status
      })
      assert.strictEqual(yield* lasting({}), 604_800)
      assert.strictEqual(yield* lasting({ expires_in_seconds: 60 }), 60)
      assert.strictEqual(yield* lasting({ expires_in_seconds: 2_592_000 }), 2_592_000)
      for (const wrong of [59, 2_592_001, 0, -1, 1.5, "60", null]) {
        assert.strictEqual(yield* lasting({ expires_in_seconds: wrong }), 400)
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is taken back with all of its links, and those of another change stay", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const other = yield* found
      const links = [yield* linkTo(key, changeId), yield* linkTo(key, changeId, { expires_in_seconds: 60 })]
      const others = yield* linkTo(other.key, other.changeId)
      for (const link of links) assert.strictEqual((yield* open(link)).status, 200)
      const path = `/v1/monitors/changes/${changeId}/share`
      assert.strictEqual((yield* call("DELETE", path, { key: other.key })).status, 404)
      assert.strictEqual((yield* open(links[0]!)).status, 200, "nobody else ends it")
      const { body } = yield* call("DELETE", path, { key })
      assert.deepInclude(body, { change_id: changeId, withdrawn: true })
      for (const link of links) assert.strictEqual((yield* open(link)).status, 410)
      assert.notProperty((yield* call("GET", `/v1/monitors/changes/${changeId}`, { key })).body, "shared_until")
      assert.strictEqual((yield* open(others)).status, 200)
      const again = yield* linkTo(key, changeId)
      assert.strictEqual((yield* open(again)).status, 200)
      for (const link of links) assert.strictEqual((yield* open(link)).status, 410, "once ended, ended for good")
      assert.strictEqual((yield* call("DELETE", path, { key })).status, 200)
      assert.strictEqual((yield* call("DELETE", path, { key })).status, 200, "twice is once")
    }).pipe(Effect.provide(layer))
  )

  it.effect("outlives its monitor, and is taken back all the same", () =>
    Effect.gen(function* () {
      const { changeId, key, monitorId } = yield* found
      const link = yield* linkTo(key, changeId)
      assert.strictEqual((yield* call("DELETE", `/v1/monitors/${monitorId}`, { key })).status, 200)
      assert.strictEqual((yield* open(link)).status, 200)
      assert.strictEqual((yield* call("DELETE", `/v1/monitors/changes/${changeId}/share`, { key })).status, 200)
      assert.strictEqual((yield* open(link)).status, 410)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is read no more when its organization is disabled, and told no otherwise than what ended", () =>
    Effect.gen(function* () {
      const { changeId, key, organization } = yield* found
      const link = yield* linkTo(key, changeId)
      const ended = yield* linkTo(key, changeId, { expires_in_seconds: 60 })
      yield* (yield* Organizations).put({ ...organization, disabled: true })
      const page = yield* open(link)
      assert.strictEqual(page.status, 410)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual((yield* open(ended)).text, page.text)
    }).pipe(Effect.provide(layer))
  )

  it.effect(
    "is opened by no letter that was changed, left out or added, and the page says nothing of whose it was",
    () =>
      Effect.gen(function* () {
        const { changeId, key, organization } = yield* found
        const link = yield* linkTo(key, changeId, { expires_in_seconds: 60 })
        const token = link.slice(link.lastIndexOf("/") + 1)
        const path = link.slice(0, -token.length)
        const text = Buffer.from(token, "base64url").toString("latin1")
        const [code, body] = [text.slice(0, 32), text.slice(32)]
        const spelled = (changed: string) => Buffer.from(changed, "latin1").toString("base64url")
        const [[mark], until] = JSON.parse(body) as [[string], number]
        const forged = [
          // Each letter of the code, another end, another change, and no code at all.
          ...Array.from(code, (letter, at) =>
            spelled(code.slice(0, at) + (letter === "0" ? "1" : "0") + code.slice(at + 1) + body)
          ),
          spelled(code + JSON.stringify([[mark], until + 86_400_000])),
          spelled(code + JSON.stringify([[changeId], until])),
          spelled(code + JSON.stringify([[], until])),
          spelled(body),
          spelled(code),
          ...[
            `${token}A`,
            `${token}=`,
            token.slice(0, -1),
            token.slice(1),
            token.toUpperCase(),
            `${token}%00`,
            "%F0",
            "x"
          ],
          "x".repeat(3_900)
        ]
        for (const one of forged) {
          const { headers, status, text: page } = yield* open(path + one)
          assert.strictEqual(status, 404, one)
          if (headers.get("content-type")?.startsWith("text/html") !== true) continue
          assert.notInclude(page, organization.id)
          assert.notInclude(page, one.slice(0, 20) === "x" ? "\u0000" : one.slice(0, 20))
        }
        assert.strictEqual((yield* open(link)).status, 200)
      }).pipe(Effect.provide(layer))
  )

  it.effect("is opened by no link of another kind, and by none of another installation", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const link = yield* linkTo(key, changeId)
      const token = link.slice(link.lastIndexOf("/") + 1)
      for (const path of [`/monitors/pictures/${token}`, `/batches/files/${token}`]) {
        assert.strictEqual((yield* call("GET", path)).status, 404)
      }
      const elsewhere = Context.get(yield* Layer.build(Layer.fresh(layer)), Handlers)
      const response = yield* Effect.promise(() => elsewhere.web(new Request(`http://kittiwake.test${link}`)))
      assert.strictEqual(response.status, 404)
      assert.strictEqual((yield* open(link)).status, 200)
    }).pipe(Effect.provide(layer), Effect.scoped)
  )

  it.effect("is shared by nobody whose key may only read, and by no other organization", () =>
    Effect.gen(function* () {
      const { changeId, organization } = yield* found
      const reader = (yield* newKey(organization, ["monitors:read"])).secret
      assert.strictEqual((yield* share(reader, changeId)).status, 403)
      const path = `/v1/monitors/changes/${changeId}/share`
      assert.strictEqual((yield* call("DELETE", path, { key: reader })).status, 403)
      const stranger = (yield* newKey(yield* newOrganization())).secret
      assert.strictEqual((yield* share(stranger, changeId)).status, 404)
      assert.strictEqual((yield* call("POST", path)).status, 401)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is opened so often a minute, and then asks to wait, whatever is tried", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
      const link = yield* linkTo(key, changeId)
      const path = link.slice(0, link.lastIndexOf("/"))
      const statuses: Array<number> = []
      for (let tries = 0; tries < 125; tries++) statuses.push((yield* open(`${path}/made-up-${tries}`)).status)
      assert.deepStrictEqual([...new Set(statuses)], [404, 429])
      assert.strictEqual(statuses.indexOf(429), 120)
      const page = yield* open(`${path}/made-up`, { "accept-language": "de" })
      assert.strictEqual(page.status, 429)
      assert.include(page.text, "Zu viele Anfragen auf einmal")
      assert.isAtLeast(Number(page.headers.get("retry-after")), 1)
      assert.strictEqual((yield* open(link)).status, 200, "who has a link is no stranger")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is read while others try links that they made up, or that ended, from wherever", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const ended = yield* linkTo(key, changeId, { expires_in_seconds: 60 })
      yield* TestClock.adjust("2 minutes")
      const link = yield* linkTo(key, changeId)
      yield* (yield* LimitStore).draw({
        subject: "strangers:shared-changes",
        windowStartMillis: windowStart(yield* Effect.clockWith((clock) => clock.currentTimeMillis)),
        windowMillis,
        weight: 1_200,
        limit: 1_200
      })
      assert.strictEqual((yield* open(`${link.slice(0, -1)}_`)).status, 429)
      assert.strictEqual((yield* open(ended)).status, 429)
      assert.strictEqual((yield* open(link)).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is opened so often a minute and keeps nobody from the other changes of its organization", () =>
    Effect.gen(function* () {
      const { changeId, key, monitorId } = yield* found
      const outside = yield* Outside
      outside.page = "Plans\nPro costs 28 euro a month"
      yield* call("POST", `/v1/monitors/${monitorId}/run`, { key })
      yield* runDue
      const changes = (yield* call("GET", `/v1/monitors/${monitorId}/changes`, { key })).body.data as ReadonlyArray<{
        readonly id: string
      }>
      const other = changes.find(({ id }) => id !== changeId)?.id ?? assert.fail("no other change")
      yield* TestClock.setTime(Date.parse("2026-03-01T00:00:00Z"))
      const links = { own: yield* linkTo(key, changeId), other: yield* linkTo(key, other) }
      const statuses: Array<number> = []
      for (let opened = 0; opened < 302; opened++) statuses.push((yield* open(links.own)).status)
      assert.strictEqual(statuses.indexOf(429), 300)
      assert.strictEqual((yield* open(links.other)).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* open(links.own)).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("stands in no log of calls with its link", () =>
    Effect.gen(function* () {
      const { changeId, key } = yield* found
      const reply = yield* share(key, changeId)
      const token = String(reply.body.url).split("/").at(-1)!
      const log = yield* call("GET", `/v1/logs/${reply.body.request_id}`, { key })
      assert.strictEqual(log.status, 200, JSON.stringify(log.body))
      assert.notInclude(JSON.stringify(log.body), token)
    }).pipe(Effect.provide(layer))
  )
})

/** Texts that become something else where they are not kept as text (reliability.md 2.11). */
const hostile: ReadonlyArray<string> = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script href=data:,alert(1)>",
  "<math><mi xlink:href=javascript:alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<details open ontoggle=alert(1)>",
  "<body onpageshow=alert(1)>",
  "<video><source onerror=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  '<a href="java&#x09;script:alert(1)">x</a>',
  "<form action=javascript:alert(1)><button>",
  "<object data=data:text/html;base64,PHNjcmlwdD4=>",
  "<embed src=//evil.example>",
  "<base href=//evil.example>",
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  "<link rel=stylesheet href=//evil.example>",
  "<style>@import '//evil.example'</style>",
  "<template><script>alert(1)</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<xmp>",
  "<plaintext>",
  "<!--><img src=x onerror=alert(1)>-->",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  "` onmouseover=alert(1) x=`",
  "</title></style></textarea></bdi></blockquote><script>alert(1)</script>",
  "</mark></span></div><form id=x><input name=attributes>",
  "id=__proto__ name=getElementById",
  "\u202e+added is removed\u202c",
  "\u2066\u2067\u2068 never closed",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is to stay as it is
  "{{7*7}} ${7*7} #{7*7} <%= 7*7 %> [[${7*7}]] {% include x %}",
  "![](https://evil.example/pixel) [x](javascript:alert(1))",
  "\u0000<script>\u0000alert(1)</script>",
  "\ud800 half a character",
  "&lt;script&gt;alert(1)&lt;/script&gt; &amp;#60;",
  "@@ -1 +1 @@",
  "\\ No newline at end of file",
  "--- a/<script>",
  "x".repeat(10_000)
]

const wrongAddresses: ReadonlyArray<string> = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "//evil.example",
  "https://bank.example@evil.example/",
  "https://user:secret@evil.example/",
  'https://evil.example/\n"onmouseover=alert(1)',
  "file:///etc/passwd",
  `https://shop.example/${"a".repeat(20_000)}`
]

/** Elements that the page has of itself. */
const own = new Set(
  "html head meta title style body main header section footer p svg path h1 h2 h3 dl dt dd a bdi span time div mark ul ol li figure figcaption blockquote".split(
    " "
  )
)

const allowed = new Set("charset name content lang viewbox aria-hidden d dir class href rel datetime".split(" "))

/** What must hold of every page, whatever stands on it. */
const assertTame = (html: string, about: string) => {
  for (const { attrs = [], nodeName } of elementsOf(html)) {
    assert.isTrue(own.has(nodeName), `${nodeName} in ${about}`)
    for (const { name, value } of attrs) {
      assert.isTrue(allowed.has(name.toLowerCase()), `${name} of ${nodeName} in ${about}`)
      if (name === "href") assert.match(value, /^https?:\/\/[^@]+$/, about)
      if (name === "rel") assert.strictEqual(value, "noopener noreferrer nofollow")
    }
  }
  assert.strictEqual(elementsOf(html).filter(({ nodeName }) => nodeName === "style").length, 1, about)
}

describe("what was found, on the page of a change that is shared", () => {
  let given: Partial<Change> = {}
  const shown = showing({ change: () => given })

  /** Opens one link again and again, each time with something else on its page. */
  const pages = Effect.gen(function* () {
    const { changeId, key } = yield* found
    const link = yield* linkTo(key, changeId)
    let opened = 0
    return Effect.fnUntraced(function* (change: Partial<Change>) {
      given = change
      // The limit of a minute is not what is looked at here.
      if (++opened % 100 === 0) yield* TestClock.adjust("1 minute")
      const { status, text } = yield* open(link)
      assert.strictEqual(status, 200)
      return text
    })
  })

  it.effect("is text, wherever it stands", () =>
    Effect.gen(function* () {
      const pageOf = yield* pages
      for (const text of hostile) {
        const page = yield* pageOf({
          title: text,
          summary: `Said: ${text}`,
          diff: `@@ -1,2 +1,2 @@\n ${text}\n-before ${text}\n+after ${text}\n\\ ${text}\n@@ ${text}\n+${text}`,
          evidence: [{ before: text, after: text, url: `${text} of a quote` }],
          addedUrls: [text],
          removedUrls: [text],
          movedUrls: [{ from: text, to: text }],
          matchedUrls: [text, `${text} as well`],
          url: text
        })
        assertTame(page, JSON.stringify(text.slice(0, 60)))
        if (text.length < 100 && text.isWellFormed() && !text.includes("\0")) {
          assert.isAtLeast(saidBy(page).split(text).length - 1, 8, text)
        }
      }
    }).pipe(Effect.provide(shown))
  )

  it.effect("is a link only where it leads to where it says", () =>
    Effect.gen(function* () {
      const pageOf = yield* pages
      for (const url of wrongAddresses) {
        const page = yield* pageOf({ url, addedUrls: [url], evidence: [{ before: "", after: "x", url }] })
        assertTame(page, url.slice(0, 60))
        const links = elementsOf(page).filter(({ nodeName }) => nodeName === "a")
        assert.deepStrictEqual(links, [], url.slice(0, 60))
      }
      const page = yield* pageOf({ url: "https://\u0430pple.com/" })
      assert.include(saidBy(page), "https://xn--pple-43d.com/", "letters that look like others are spelled out")
    }).pipe(Effect.provide(shown))
  )

  it.effect("is the beginning of it where there is much, said honestly, and never more than so many bytes", () =>
    Effect.gen(function* () {
      const pageOf = yield* pages
      const line = "<&\"'> twenty letters"
      const diff = `@@ -1,1000000 +1,1000000 @@\n${`-${line}\n+${line}s\n`.repeat(450_000)}`
      assert.isAbove(diff.length, 20_000_000)
      const page = yield* pageOf({ diff })
      assert.isBelow(page.length, 1_000_000)
      assert.include(saidBy(page), "This is the beginning: 400 of 900,000 lines.")
      const long = yield* pageOf({ diff: `@@ -1 +1 @@\n-${"&".repeat(20_000_000)}\n+y` })
      assert.isBelow(long.length, 100_000)
      assert.include(long, '<span class="cut">…</span>')
      const urls = Array.from({ length: 5_000 }, (_, index) => `https://shop.example/${index}`)
      const many = yield* pageOf({ addedUrls: urls, addedUrlCount: 12_000, removedUrls: urls, removedUrlCount: 5_000 })
      assert.isBelow(many.length, 200_000)
      assert.include(saidBy(many), "100 of 12,000 are shown.")
      const whole = yield* pageOf({ diff: "@@ -1 +1 @@\n-a\n+b" })
      assert.notInclude(saidBy(whole), "This is the beginning")
    }).pipe(Effect.provide(shown))
  )
})
