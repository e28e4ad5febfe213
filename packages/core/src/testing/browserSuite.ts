/** What `Browser` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { Browser, type RenderRequest } from "../pages/Browser.ts"
import { PageUnreachable } from "../web/HttpFetcher.ts"
import { ScriptedServers } from "./ScriptedServers.ts"

/** A browser may have to be started, and the machine may be busy. */
const patience = 120_000

const html = { "content-type": "text/html; charset=utf-8" }

const page = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) => ({
  path,
  headers: { ...html, ...headers },
  body
})

/** A rendering without anything special. @internal */
export const plainRequest: RenderRequest = {
  url: "",
  headers: {},
  country: null,
  viewport: { width: 800, height: 600 },
  colorScheme: null,
  wait: Duration.zero,
  actions: [],
  settlesAnimations: false,
  handlesCookieBanner: false,
  clearsPopups: false,
  wantsFrames: false,
  capture: null,
  session: null,
  timeout: Duration.seconds(60),
  acceptsPart: false
}

/** Renders `url`, with everything else as the request says. @internal */
export const render = (url: string, request: Partial<RenderRequest> = {}) =>
  Browser.use((browser) => browser.render({ ...plainRequest, ...request, url }))

/** Why `url` cannot be rendered. @internal */
export const failureOf = (url: string, request: Partial<RenderRequest> = {}) =>
  Effect.flip(render(url, request)).pipe(
    Effect.map((failure) => (failure._tag === "PageUnreachable" ? failure.reason : failure._tag))
  )

/** Runs every promise of the port. The clock is the real one; the pages do their work as soon as they are loaded. */
export const suite = (name: string, browsers: Layer.Layer<Browser | ScriptedServers, unknown>) =>
  layer(browsers, { timeout: Duration.millis(patience), excludeTestServices: true })(`Browser (${name})`, (it) => {
    it.effect(
      "tells how the page looks, of what is seen of it, and where its fonts are",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const css = `@font-face { font-family: "Own"; src: url(own.woff) format("woff"), url('own.woff2') format("woff2") }
            :root { --brand: oklch(0.5 0.2 260); color-scheme: light dark }
            body { margin: 0; background: #fafafa; color: rgb(34 34 34); font: 16px/24px Own, sans-serif }
            h1 { font-size: 48px; letter-spacing: -1px }
            @media (prefers-color-scheme: dark) { body { background: #101010; color: #eee } }
            .buy { background: #ff5500; color: #fff; border: 0; border-radius: 8px; padding: 12px 24px; font-size: 18px }
            .card { margin: 32px; padding: 24px; width: 300px; height: 200px; box-shadow: 0 4px 12px rgba(0,0,0,.2); border-radius: 12px }
            .wide { margin: 16px; height: 80px; border-radius: 9px; background: #fff }
            .bar { height: 80px; border: 1px solid #ddd; background: #eee }
            .tile { display: block; width: 400px; height: 200px; border-radius: 10px; background: #fff }
            .gone { display: none }`
          const body = `<!DOCTYPE html><link rel="stylesheet" href="/style/site.css"><div class="bar">Menu of the whole site</div>
            <div class="wide">A card from side to side.</div><a class="tile" href="/pie">Leek pie, with a good deal of butter</a><h1>Two words</h1>
            <p>Three words here.</p><p class="gone">Nobody sees these many words at all.</p>
            <button class="buy">Buy</button><p>Read <a href="/more" style="color:#0055ff">more</a>.</p>
            <div class="card">A card with some text in it.</div><input style="width:200px;height:40px;border:1px solid #cccccc">`
          const server = yield* start([
            { path: "/style/site.css", headers: { "content-type": "text/css" }, body: css },
            page("/", body)
          ])
          const { styles } = yield* render(server.url, { wantsStyles: true, colorScheme: "light" })
          if (styles === undefined) return assert.fail("It does not tell.")
          assert.deepStrictEqual([styles.from, styles.background], ["browser", "#fafafa"])
          const textOf = (element: string) => styles.texts.find((text) => text.element === element)
          const own = {
            families: ["Own", "sans-serif"],
            weight: 400,
            color: "#222222",
            behind: "#fafafa",
            lineHeight: "24px"
          }
          assert.deepInclude(textOf("p"), {
            ...own,
            element: "p",
            size: 16,
            letterSpacing: "normal",
            elements: 2,
            words: 5
          })
          assert.deepInclude(textOf("h1"), {
            ...own,
            size: 48,
            weight: 700,
            letterSpacing: "-1px",
            elements: 1,
            words: 2
          })
          const boxOf = (kind: string) => styles.boxes.find((box) => box.kind === kind)
          assert.deepInclude(boxOf("button"), {
            background: "#ff5500",
            color: "#ffffff",
            behind: "#fafafa",
            borderRadius: "8px",
            padding: "12px 24px",
            size: 18,
            elements: 1
          })
          assert.deepInclude(boxOf("link"), { color: "#0055ff", decoration: "underline" })
          const cards = styles.boxes.filter(({ kind }) => kind === "card")
          assert.deepStrictEqual(cards.map(({ borderRadius }) => borderRadius).toSorted(), ["10px", "12px", "9px"])
          assert.deepInclude(
            cards.find(({ borderRadius }) => borderRadius === "12px"),
            { padding: "24px", width: 348, height: 248 }
          )
          assert.deepInclude(boxOf("input"), { borderColor: "#cccccc", borderWidth: "1px", height: 44 })
          assert.deepStrictEqual(styles.shadows, [{ value: "rgba(0, 0, 0, 0.2) 0px 4px 12px 0px", count: 1 }])
          assert.deepInclude(styles.paints[0], { value: "#fafafa" })
          assert.isTrue(styles.gaps.some(({ px }) => px === 24))
          assert.deepStrictEqual(styles.faces, [
            { family: "Own", isUpright: true, weights: [400, 400], url: `${server.url}/style/own.woff2`, isLatin: true }
          ])
          const dark = yield* render(server.url, { wantsStyles: true, colorScheme: "dark" })
          assert.strictEqual(dark.styles?.background, "#101010")
          assert.notProperty(yield* render(server.url), "styles")
        }),
      patience
    )

    it.effect(
      "waits for a while for what a page shows that shows nothing yet",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const late = (tag: string) =>
            `<div id="app"></div><script>setTimeout(() => { app.innerHTML = "${tag}" }, 1200)</script>`
          const server = yield* start([
            page("/", late("<p>Ready</p>")),
            page(
              "/shadow",
              `${late("<p>Late</p>")}<x-a></x-a><script>document.querySelector("x-a").attachShadow({mode: "open"}).innerHTML = "<p>Here</p>"</script>`
            ),
            page("/never", `<div id="app"></div><script>1</script>`)
          ])
          assert.include((yield* render(server.url)).html, "Ready")
          assert.include((yield* render(`${server.url}/shadow`)).html, "Here")
          assert.notInclude((yield* render(`${server.url}/never`)).html, "Ready")
        }),
      patience
    )

    it.effect(
      "tells how a page looks whose forms have fields that are called like what elements have",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const names = [
            "parentElement",
            "childNodes",
            "localName",
            "tagName",
            "textContent",
            "innerText",
            "role",
            "attributes"
          ]
          const fields = names.map((name) => `<input name="${name}">`).join("")
          const body = `<!DOCTYPE html><form style="border:1px solid #cccccc;padding:20px;width:400px">Words of a form ${fields}</form><p>Two words</p>`
          const server = yield* start([page("/", body)])
          const { styles } = yield* render(server.url, { wantsStyles: true })
          assert.deepStrictEqual(
            styles?.texts.map(({ element, words }) => [element, words]),
            [
              ["form", 4],
              ["p", 2]
            ]
          )
          assert.strictEqual(styles?.boxes.find(({ kind }) => kind === "input")?.elements, names.length)
        }),
      patience
    )

    it.effect(
      "tells the ground of pages whose ground is a gradient or the browser's own",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const hero = `<!DOCTYPE html><div style="background:linear-gradient(#1e1b4b,#0f172a);color:#ffffff"><h1><span>Two words</span></h1></div>`
          const plain = `<!DOCTYPE html><style>:root{color-scheme:light dark}</style>Words in the body`
          const server = yield* start([page("/hero", hero), page("/plain", plain)])
          const seen = yield* render(`${server.url}/hero`, { wantsStyles: true })
          assert.deepInclude(seen.styles?.texts[0], { element: "h1", behind: "#1e1b4b", color: "#ffffff" })
          const dark = yield* render(`${server.url}/plain`, { wantsStyles: true, colorScheme: "dark" })
          assert.deepInclude(dark.styles?.texts[0], { element: "body", behind: "#121212", words: 4 })
          const light = yield* render(`${server.url}/plain`, { wantsStyles: true, colorScheme: "light" })
          assert.deepInclude(light.styles?.texts[0], { behind: "#ffffff" })
        }),
      patience
    )

    it.effect(
      "tells how a page of a hundred thousand elements looks, as far as it came",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const body = `<!DOCTYPE html><body>${"<p style='color:#123456'>word<i></i></p>".repeat(50_000)}`
          const server = yield* start([page("/", body)])
          const { finalDomState, styles } = yield* render(server.url, { wantsStyles: true })
          assert.strictEqual(finalDomState, "loaded")
          assert.isAtLeast(styles?.texts[0]?.words ?? 0, 10)
          assert.isBelow(styles?.texts[0]?.words ?? 0, 50_000)
        }),
      patience
    )

    it.effect(
      "shows the document as scripts have made it, with its status and last address",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const script =
            "document.body.append('by script'); fetch('/more').then(r=>r.text()).then(t=>document.body.append(t))"
          const server = yield* start([
            { path: "/from", status: 302, headers: { location: "/to" } },
            page("/to", `<!DOCTYPE html><title>T</title><body><script>${script}</script>`),
            page("/more", "and later"),
            { path: "/gone", status: 410, headers: html, body: "<p>gone</p>" },
            { path: "/bare", status: 500 }
          ])
          const seen = yield* render(`${server.url}/from`)
          assert.strictEqual(seen.url, `${server.url}/to`)
          assert.deepStrictEqual(
            [seen.status, seen.contentType, seen.finalDomState],
            [200, html["content-type"], "loaded"]
          )
          assert.match(seen.html, /^<!DOCTYPE html>.*by script.*and later/s)
          assert.deepStrictEqual([seen.actionsApplied, seen.frames, seen.capture, seen.session], [[], [], null, null])
          assert.strictEqual((yield* render(`${server.url}/gone`)).status, 410)
          const bare = yield* render(`${server.url}/bare`)
          assert.deepStrictEqual([bare.status, bare.url], [500, `${server.url}/bare`])
          assert.match(bare.html, /<body><\/body>/)
        }),
      patience
    )

    it.effect(
      "gives what scripts put into open shadow trees",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const script = `
            const open = (host, html) => { host.attachShadow({ mode: "open" }).innerHTML = html; return host.shadowRoot }
            const outer = open(document.querySelector("x-a"), "<p>outer</p><x-b></x-b><slot></slot>")
            open(outer.querySelector("x-b"), "<p>inner</p>")`
          const server = yield* start([
            page("/", `<!DOCTYPE html><html lang="en"><body><x-a>light</x-a><script>${script}</script></body></html>`)
          ])
          const { html: markup } = yield* render(`${server.url}/`)
          assert.match(
            markup,
            /^<!DOCTYPE html><html lang="en">.*<x-a><template shadowrootmode="open"><p>outer<\/p><x-b><template shadowrootmode="open"><p>inner<\/p><\/template><\/x-b><slot><\/slot><\/template>light<\/x-a>.*<\/html>$/s
          )
        }),
      patience
    )

    it.effect(
      "sends the headers with the document, at its first origin, and with nothing else",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const other = yield* start([page("/landed", "<p>there</p>")])
          const server = yield* start([
            { path: "/", status: 302, headers: { location: "/page" } },
            page("/page", `<img src="/picture"><script>fetch("/data")</script>`),
            { path: "/away", status: 302, headers: { location: `${other.url}/landed` } }
          ])
          const headers = { "X-Mine": "yes", "Accept-Language": "xx" }
          yield* render(`${server.url}/`, { headers })
          yield* render(`${server.url}/away`, { headers })
          const mine = (yield* server.seen).map((one) => [one.path, one.headers["x-mine"] ?? ""])
          for (const path of ["/", "/page", "/away"]) assert.deepInclude(mine, [path, "yes"])
          for (const path of ["/picture", "/data"]) assert.deepInclude(mine, [path, ""])
          const first = (yield* server.seen).find(({ path }) => path === "/page")
          assert.strictEqual(first?.headers["accept-language"], "xx")
          const landed = (yield* other.seen).find(({ path }) => path === "/landed")
          assert.isUndefined(landed?.headers["x-mine"])
        }),
      patience
    )

    it.effect(
      "says why a page cannot be rendered",
      () =>
        Effect.gen(function* () {
          const { closedUrl, forbiddenUrl, start, unknownHostUrl } = yield* ScriptedServers
          const server = yield* start([
            { path: "/trap", status: 302, headers: { location: forbiddenUrl } },
            { path: "/file", headers: { ...html, "content-disposition": "attachment" }, body: "x" },
            { path: "/binary", headers: { "content-type": "application/octet-stream" }, body: "x" },
            { path: "/paper", headers: { "content-type": "application/pdf" }, body: "%PDF-1.4" },
            { path: "/loop", status: 302, headers: { location: "/loop" } }
          ])
          assert.strictEqual(yield* failureOf(forbiddenUrl), "forbidden_address")
          assert.strictEqual(yield* failureOf(`${server.url}/trap`), "forbidden_address")
          assert.strictEqual(yield* failureOf(unknownHostUrl), "unknown_host")
          assert.strictEqual(yield* failureOf(closedUrl), "connection_failed")
          assert.strictEqual(yield* failureOf(`${server.url}/loop`), "too_many_redirects")
          for (const path of ["/file", "/binary", "/paper"]) {
            assert.strictEqual(yield* failureOf(`${server.url}${path}`), "unsupported_content", path)
          }
          assert.strictEqual(yield* failureOf("file:///etc/hostname"), "bad_response")
          assert.strictEqual(yield* failureOf("chrome://version"), "bad_response")
        }),
      patience
    )

    it.effect(
      "ends in time, with what is there when a part is acceptable",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const body = `<p>first half</p>${" ".repeat(4_096)}<p>second half</p>`
          const server = yield* start([
            { path: "/slow", delayMillis: 120_000, headers: html, body: "late" },
            { ...page("/stalled", body), stallsAfter: 2_048 }
          ])
          const timeout = Duration.seconds(4)
          const [slow, stalled] = [`${server.url}/slow`, `${server.url}/stalled`]
          const [part, ...ends] = yield* Effect.all(
            [
              // Time enough for a busy machine to come to the part that is there.
              render(stalled, { timeout: Duration.seconds(12), acceptsPart: true }),
              failureOf(slow, { timeout }),
              failureOf(slow, { timeout, acceptsPart: true }),
              failureOf(stalled, { timeout })
            ],
            { concurrency: 3 }
          )
          assert.deepStrictEqual(ends, ["timeout", "timeout", "timeout"])
          assert.strictEqual(part.finalDomState, "still-loading")
          assert.include(part.html, "first half")
          assert.notInclude(part.html, "second half")
        }),
      patience
    )

    it.effect(
      "lets two renderings share nothing",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const script =
            "document.title=[document.cookie,localStorage.x,sessionStorage.x].join();document.cookie='a=1';localStorage.x=sessionStorage.x=1"
          const cached = { "cache-control": "max-age=3600", "set-cookie": "s=1; HttpOnly" }
          const server = yield* start([page("/", `<title></title><p>Seen</p><script>${script}</script>`, cached)])
          const one = yield* render(`${server.url}/`)
          const two = yield* render(`${server.url}/`)
          for (const { html: shown } of [one, two]) assert.include(shown, "<title>,,</title>")
          const asked = (yield* server.seen).filter(({ path }) => path === "/")
          assert.deepStrictEqual(
            asked.map(({ headers }) => headers.cookie ?? ""),
            ["", ""]
          )
        }),
      patience
    )

    it.effect(
      "takes a session up and tells what it has become",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const script =
            "document.title=localStorage.who+document.cookie;localStorage.who='Grace';document.cookie='seen=1'"
          const other = yield* start([page("/", "<p>Seen</p><script>localStorage.left='behind'</script>")])
          const onward = "setTimeout(()=>{location=localStorage.next},0)"
          const server = yield* start([
            page("/", `<title></title><p>Seen</p><script>${script}</script>`),
            page("/on", `<script>localStorage.next='${other.url}/';${onward}</script>`)
          ])
          const { hostname } = new URL(server.url)
          const cookie = {
            name: "id",
            value: "7",
            domain: hostname,
            path: "/",
            expires: -1,
            httpOnly: false,
            secure: false
          }
          const origins = [{ origin: server.url, localStorage: [{ name: "who", value: "Ada" }] }]
          const session = { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins }
          const seen = yield* render(`${server.url}/`, { session })
          assert.include(seen.html, "<title>Adaid=7</title>")
          assert.deepStrictEqual(seen.session?.cookies.map(({ name, value }) => `${name}=${value}`).sort(), [
            "id=7",
            "seen=1"
          ])
          assert.deepStrictEqual(seen.session?.origins, [
            { origin: server.url, localStorage: [{ name: "who", value: "Grace" }] }
          ])
          const gone = yield* render(`${server.url}/on`, { session: { cookies: [], origins: [] } })
          assert.strictEqual(gone.url, `${other.url}/`)
          assert.sameMembers(gone.session?.origins.map(({ origin }) => origin) ?? [], [server.url, other.url])
        }),
      patience
    )

    it.effect(
      "does the actions in order, and none after one that failed",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const markup = `<button id=b onclick="document.body.append('pressed')">Press</button><button id=dead>Dead</button>
            <input id=i value=old><div style="height:3000px"></div>`
          const server = yield* start([page("/", markup)])
          const seen = yield* render(`${server.url}/`, {
            actions: [
              { do: "click", selector: "#b" },
              { do: "type", selector: "#i", text: "new" },
              { do: "scroll", direction: "down", amount: "max", maxScrolls: 1, container: null },
              { do: "click", selector: "#dead" },
              { do: "wait", timeMs: 1 }
            ]
          })
          assert.include(seen.html, "pressed")
          assert.deepStrictEqual(
            seen.actionsApplied.map(({ instruction, status }) => [instruction, status]),
            [
              ["click #b", "applied"],
              ["type into #i", "applied"],
              ["scroll down max", "applied"],
              ["click #dead", "failed"],
              ["wait 1 ms", "skipped"]
            ]
          )
          const [click, , , dead] = seen.actionsApplied
          assert.deepStrictEqual([click?.method, click?.targetDescription], ["click", 'button "Press"'])
          assert.isString(click?.completionEvidence)
          assert.isString(dead?.error)
        }),
      patience
    )

    it.effect(
      "asks before the first action that acts, where it says that it asks, and does none where it may not",
      () =>
        Effect.gen(function* () {
          if ((yield* Browser).asksBeforeActing !== true) return
          const { start } = yield* ScriptedServers
          const markup = `<button id=b onclick="fetch('/press').then(() => document.body.append('pressed'))">Press</button>`
          const server = yield* start([page("/", markup), page("/press", "")])
          const scroll = { do: "scroll", direction: "down", amount: "max", maxScrolls: 1, container: null } as const
          const press = { do: "click", selector: "#b" } as const
          const presses = Effect.map(server.seen, (seen) => seen.filter(({ path }) => path === "/press").length)
          let times = 0
          const refusing = Effect.andThen(
            Effect.sync(() => times++),
            Effect.fail(new PageUnreachable({ reason: "no_turn", message: "Nobody waits." }))
          )
          const refused = { actions: [scroll, press], beforeActing: refusing }
          assert.deepStrictEqual([yield* failureOf(`${server.url}/`, refused), times], ["no_turn", 1])
          assert.strictEqual(yield* presses, 0)
          const letting = Effect.sync(() => void times++)
          yield* render(`${server.url}/`, { actions: [scroll], beforeActing: letting })
          assert.strictEqual(times, 1)
          const seen = yield* render(`${server.url}/`, { actions: [press, press], beforeActing: letting })
          assert.include(seen.html, "pressed")
          assert.deepStrictEqual([yield* presses, times], [2, 2])
        }),
      patience
    )

    it.effect(
      "draws the viewport, or the page down to a height",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const server = yield* start([page("/", `<body style="margin:0"><div style="height:2500px">tall</div>`)])
          const viewport = { width: 400, height: 300 }
          const size = (fullPage: boolean, maxHeight: number) =>
            render(`${server.url}/`, { viewport, capture: { fullPage, maxHeight } }).pipe(
              Effect.map(({ capture }) => [capture?.width, capture?.height, capture?.pageHeight])
            )
          assert.deepStrictEqual(yield* size(false, 10_000), [400, 300, 2_500])
          assert.deepStrictEqual(yield* size(true, 10_000), [400, 2_500, 2_500])
          assert.deepStrictEqual(yield* size(true, 1_000), [400, 1_000, 2_500])
        }),
      patience
    )

    it.effect(
      "tells the documents of frames when they are wanted",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const other = yield* start([page("/far", "<p>from elsewhere</p>")])
          const server = yield* start([
            page("/", `<iframe src="/near"></iframe><iframe src="${other.url}/far"></iframe>`),
            page("/near", "<p>from here</p>")
          ])
          const { frames } = yield* render(`${server.url}/`, { wantsFrames: true })
          assert.sameMembers(
            frames.map(({ url }) => url),
            [`${server.url}/near`, `${other.url}/far`]
          )
          assert.include(frames.map((frame) => frame.html).join(), "from elsewhere")
        }),
      patience
    )

    it.effect(
      "answers a cookie banner, and puts away what lies over the page",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const fixed = "position:fixed;inset:0;z-index:9999;background:#fff"
          const banner = `<div id=c style="position:fixed;bottom:0">We use cookies. <button onclick="document.title='all';c.remove()">Accept all</button>
            <button onclick="document.title='none';c.remove()">Reject all</button></div>`
          const server = yield* start([
            page("/", `<title></title><p>content</p>${banner}<div id=n style="${fixed}">Newsletter!</div>`)
          ])
          const seen = yield* render(`${server.url}/`, { handlesCookieBanner: true })
          assert.include(seen.html, "<title>none</title>")
          assert.notInclude(seen.html, "We use cookies")
          assert.notInclude(seen.html, "display: none")
          const cleared = yield* render(`${server.url}/`, { clearsPopups: true })
          assert.match(cleared.html, /id="n"[^>]*display: none/)
        }),
      patience
    )

    it.effect(
      "gives each of many callers at once its own page",
      () =>
        Effect.gen(function* () {
          const { start } = yield* ScriptedServers
          const numbers = Array.from({ length: 6 }, (_, index) => `${index}`)
          const server = yield* start(numbers.map((number) => page(`/${number}`, `<p>page ${number}</p>`)))
          const shown = yield* Effect.forEach(
            numbers,
            (number) => Effect.map(render(`${server.url}/${number}`), (seen) => /page \d/.exec(seen.html)?.[0]),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            shown,
            numbers.map((number) => `page ${number}`)
          )
        }),
      patience
    )
  })
