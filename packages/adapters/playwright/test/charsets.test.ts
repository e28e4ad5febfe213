/** Documents by their bytes, shown by a browser. Observed: that they say what the fetching of pages makes of the same bytes. */
import { gzipSync } from "node:zlib"
import { assert, describe, layer } from "@effect/vitest"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import * as FetchContentClassifier from "@kittiwake/fetch/ContentClassifier"
import { Duration, Effect, Layer } from "effect"
import { needsBrowser } from "../../../../test/setup/browser.ts"
import { sharedBrowser } from "./browsers.ts"
import { serve } from "./servers.ts"

const patience = 120_000

const latin1 = (text: string) => Buffer.from(text, "latin1")

/** Says something in German, with a sign of Windows-1252 alone. */
const german = latin1("<p id=said>F\xfcr sch\xf6ne Gr\xfc\xdfe aus M\xfcnchen: 5 \x80</p>")
const japanese = Buffer.from([
  ...latin1("<p id=said>"),
  0x93,
  0xfa,
  0x96,
  0x7b,
  0x8c,
  0xea,
  0x82,
  0xcc,
  ...latin1("</p>")
])
const euro = Buffer.from("<p id=said>5 € für Äpfel</p>")
const long = "<!-- a long comment before anything else -->".repeat(40)

interface Answer {
  readonly type: string
  readonly body: Buffer
  readonly says: string
}

const answers: Readonly<Record<string, Answer>> = {
  "UTF-8 that nothing says": { type: "text/html", body: euro, says: "5 € für Äpfel" },
  "UTF-8 far behind the beginning": {
    type: "text/html",
    body: Buffer.concat([latin1("<p>word</p>".repeat(30_000)), euro]),
    says: "5 € für Äpfel"
  },
  "UTF-8 with a charset that nobody knows": { type: "text/html; charset=none", body: euro, says: "5 € für Äpfel" },
  "Windows-1252 that nothing says": { type: "text/html", body: german, says: "Für schöne Grüße aus München: 5 €" },
  "ISO-8859-1 by its header": {
    type: "text/html; charset=iso-8859-1",
    body: german,
    says: "Für schöne Grüße aus München: 5 €"
  },
  "ISO-8859-1 by its header, which is UTF-8": {
    type: "text/html; charset=iso-8859-1",
    body: Buffer.from("<p id=said>€</p>"),
    says: "â‚¬"
  },
  "Windows-1251 by its markup": {
    type: "text/html",
    body: latin1("<meta charset=windows-1251><p id=said>\xcf\xf0\xe8\xe2\xe5\xf2</p>"),
    says: "Привет"
  },
  "Windows-1252 by its markup, which is UTF-8": {
    type: "text/html",
    body: Buffer.from("<meta charset=windows-1252><p id=said>€</p>"),
    says: "â‚¬"
  },
  "UTF-8 by markup that comes late": {
    type: "text/html",
    body: Buffer.concat([latin1(`<head>${long}<meta charset=utf-8></head>`), euro]),
    says: "5 € für Äpfel"
  },
  "Shift_JIS by its markup": {
    type: "text/html",
    body: Buffer.concat([latin1("<meta charset=shift_jis>"), japanese]),
    says: "日本語の"
  },
  "UTF-8 by its mark": {
    type: "text/html",
    body: Buffer.concat([latin1("\xef\xbb\xbf"), euro]),
    says: "5 € für Äpfel"
  },
  "UTF-16 by its mark": {
    type: "text/html",
    body: Buffer.concat([latin1("\xff\xfe"), Buffer.from("<p id=said>5 €</p>", "utf16le")]),
    says: "5 €"
  },
  "XHTML that says nothing": {
    type: "application/xhtml+xml",
    body: Buffer.concat([
      latin1(`<html xmlns="http://www.w3.org/1999/xhtml"><body>`),
      Buffer.from('<p id="said">5 €</p>'),
      latin1("</body></html>")
    ]),
    says: "5 €"
  },
  "a text": { type: "text/plain", body: Buffer.from("5 € für Äpfel"), says: "5 € für Äpfel" },
  data: { type: "application/json", body: Buffer.from('{"price":"5 €"}'), says: '{"price":"5 €"}' }
}

const pathOf = (name: string) => `/${encodeURIComponent(name)}`

const serveAnswers = serve((request, response) => {
  const answer = answers[decodeURIComponent(request.url ?? "").slice(1)]
  if (answer === undefined) response.writeHead(404).end()
  else response.writeHead(200, { "content-type": answer.type }).end(answer.body)
})

const saidIn = (html: string) => /<(?:p id="?said"?|pre)[^>]*>([^<]*)</.exec(html)?.[1]

/** What the fetching of pages makes of it. */
const fetched = ({ body, type }: Answer) =>
  ContentClassifier.use(({ classify }) => classify({ bytes: body, contentType: type, extension: null })).pipe(
    Effect.map(({ utf8 }) => Buffer.from(utf8 ?? []).toString())
  )

const browser = Layer.merge(sharedBrowser(), FetchContentClassifier.layer)

describe("a browser", needsBrowser, () => {
  layer(browser, { timeout: patience, excludeTestServices: true })("shows", (it) => {
    for (const [name, answer] of Object.entries(answers)) {
      it.effect(
        name,
        () =>
          Effect.gen(function* () {
            const port = yield* serveAnswers
            const { html } = yield* render(`http://localhost:${port}${pathOf(name)}`)
            assert.strictEqual(saidIn(html), answer.says)
            const text = yield* fetched(answer)
            assert.strictEqual(saidIn(text) ?? text, answer.says)
          }),
        patience
      )
    }

    it.effect(
      "frames by their own bytes, and scripts as their document",
      () =>
        Effect.gen(function* () {
          const script = "document.title = '€'"
          const pages: Readonly<Record<string, readonly [string, Buffer]>> = {
            "/": [
              "text/html",
              Buffer.from("<p>ü</p><script src=/a.js></script><iframe src=/german></iframe><iframe src=/euro></iframe>")
            ],
            "/legacy": ["text/html", Buffer.concat([german, latin1("<script src=/b.js></script>")])],
            "/a.js": ["text/javascript", Buffer.from(script)],
            "/b.js": ["text/javascript", latin1("document.title = '\x80'")],
            "/german": ["text/html", german],
            "/euro": ["text/html", euro]
          }
          const port = yield* serve((request, response) => {
            const [type, body] = pages[request.url ?? ""] ?? ["text/plain", Buffer.from("")]
            response.writeHead(200, { "content-type": type }).end(body)
          })
          const shown = yield* render(`http://localhost:${port}/`, { wantsFrames: true })
          assert.include(shown.html, "<title>€</title>")
          assert.deepStrictEqual(
            shown.frames.map(({ html }) => saidIn(html)),
            ["Für schöne Grüße aus München: 5 €", "5 € für Äpfel"]
          )
          assert.include((yield* render(`http://localhost:${port}/legacy`)).html, "<title>€</title>")
        }),
      patience
    )

    it.effect(
      "what came with such a document: its status, headers and cookies, once and unpacked",
      () =>
        Effect.gen(function* () {
          let asked = 0
          const port = yield* serve((request, response) => {
            if (request.url !== "/") return response.writeHead(404).end()
            asked += 1
            const headers = {
              "content-type": "text/html",
              "content-encoding": "gzip",
              "content-security-policy": "img-src 'none'",
              "x-robots-tag": "noindex"
            }
            response.setHeader("set-cookie", ["a=1", "b=2; HttpOnly"])
            const body = Buffer.concat([
              euro,
              latin1(
                "<i></i><script>document.querySelector('i').textContent = document.cookie</script><img src=/x.png>"
              )
            ])
            return response.writeHead(410, headers).end(gzipSync(body))
          })
          const session = { cookies: [], origins: [] }
          const shown = yield* render(`http://localhost:${port}/`, { session })
          assert.strictEqual(saidIn(shown.html), "5 € für Äpfel")
          assert.include(shown.html, "<i>a=1</i>")
          assert.deepStrictEqual([shown.status, shown.robots, asked], [410, "noindex", 1])
          const cookies = shown.session?.cookies ?? []
          assert.deepStrictEqual(cookies.map(({ httpOnly, name, value }) => [name, value, httpOnly]).toSorted(), [
            ["a", "1", false],
            ["b", "2", true]
          ])
        }),
      patience
    )

    it.effect(
      "as much of such a document as has come when time is over, and none that is too large",
      () =>
        Effect.gen(function* () {
          const port = yield* serve((request, response) => {
            response.writeHead(200, { "content-type": "text/html" })
            if (request.url === "/stalled") response.write(Buffer.concat([euro, latin1(" ".repeat(2_000))]))
            else response.end("<p>much</p>".repeat(2_000_000))
          })
          const url = `http://localhost:${port}`
          const part = yield* render(`${url}/stalled`, { timeout: Duration.seconds(12), acceptsPart: true })
          assert.deepStrictEqual([saidIn(part.html), part.finalDomState], ["5 € für Äpfel", "still-loading"])
          assert.strictEqual(yield* failureOf(`${url}/large`), "too_large")
        }),
      patience
    )
  })
})
