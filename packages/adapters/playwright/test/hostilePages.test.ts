/** Pages that want to keep the browser, the machine or us. Observed: how a rendering ends, how soon, and that the next works. */

import { assert, layer } from "@effect/vitest"
import type { Browser, RenderRequest } from "@kittiwake/core/pages/Browser"
import { failureOf, render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, type Scope } from "effect"
import { describe } from "vitest"
import { needsBrowser } from "../../../../test/setup/browser.ts"
import { sharedBrowser } from "./browsers.ts"
import { serve } from "./servers.ts"

const markup = (script: string, body = "<p>content</p>") =>
  `<!doctype html><title>t</title>${body}<script>${script}</script>`

/** A site with one page at each path. */
const pages: Readonly<Record<string, string>> = {
  "/fine": markup("", "<p>all is well</p>"),
  "/loop": markup("while(true){}"),
  "/loopAfterLoad": markup("onload=()=>setTimeout(()=>{while(true){}},0)"),
  "/alerts": markup(
    "for(let i=0;i<30;i++){alert(i);confirm(i);prompt(i)};onbeforeunload=()=>'stay';setInterval(()=>alert(1),5)"
  ),
  "/windows": markup("setInterval(()=>window.open('/fine'),10);for(let i=0;i<50;i++)window.open('/fine?'+i)"),
  "/locations": markup("setInterval(()=>{location='/locations?'+Math.random()},5)"),
  "/tall": markup("", "<div style='height:30000000px'>tall</div>"),
  "/nested": markup("", `${"<div>".repeat(50_000)}deep`),
  "/canvases": markup(
    "for(let i=0;i<50;i++){const c=document.createElement('canvas');c.width=c.height=16000;document.body.append(c);c.getContext('2d').fillRect(0,0,16000,16000)}"
  ),
  "/downloads": markup(
    "for(let i=0;i<500;i++){const a=document.createElement('a');a.href='data:application/octet-stream,x';a.download=i+'.bin';document.body.append(a);a.click()}"
  ),
  "/polluted": markup(
    "const bad=()=>{throw new Error('gotcha')};JSON.stringify=JSON.parse=bad;Array.prototype.map=Array.prototype.filter=Array.prototype[Symbol.iterator]=bad;Promise.prototype.then=bad;Document.prototype.querySelectorAll=Element.prototype.querySelectorAll=bad;Element.prototype.matches=bad;Object.defineProperty(Element.prototype,'outerHTML',{get:bad});Object.prototype.value='x';XMLSerializer=MutationObserver=setTimeout=bad",
    "<p>content</p><form id=f><input name=outerHTML><input name=id><input name=innerText></form><button onclick='document.title=1'>Press</button>"
  ),
  "/clobbered": `<!doctype html><title>t</title><p>content</p><img name=documentElement><form name=scripts></form><form name=doctype></form><img name=body>`,
  "/requests": markup("setInterval(()=>{for(let i=0;i<20;i++)fetch('/fine?'+Math.random()).catch(()=>{})},10)"),
  "/grower": markup(
    "const a=[];(function grow(){for(let i=0;i<200;i++)a.push(new Array(1e5).fill(i));setTimeout(grow)})()"
  ),
  "/title": markup("document.title='x'.repeat(5e6)"),
  "/history": markup("for(let i=0;i<1000;i++)history.pushState({},'','/fine?'+i)"),
  "/huge": markup(
    "const s='<b>'+'x'.repeat(1e6)+'</b>';for(let i=0;i<25;i++)document.body.insertAdjacentHTML('beforeend',s)"
  )
}

const site = serve((request, response) => {
  const path = (request.url ?? "/").split("?")[0] ?? "/"
  const send = (body: string) => response.writeHead(200, { "content-type": "text/html" }).end(body)
  if (path === "/silent") return
  if (path === "/empty") return void response.writeHead(204).end()
  if (path === "/dripping" || path === "/endlessPicture.png") {
    response.writeHead(200, { "content-type": path === "/dripping" ? "text/html" : "image/png" })
    const drip = setInterval(() => response.write("<p>drip</p>"), 100)
    response.on("close", () => clearInterval(drip))
    return
  }
  if (path === "/endless") {
    response.writeHead(200, { "content-type": "text/html" })
    const more = () => {
      while (!response.destroyed && response.write("<p>more</p>".repeat(2_000))) {}
    }
    response.on("drain", more)
    more()
    return
  }
  if (path === "/asks")
    return void response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end("who are you?")
  send(pages[path] ?? "")
})

const read = (url: string, request: Partial<RenderRequest> = {}) =>
  render(url, { timeout: Duration.seconds(40), ...request })

/** Four at once: the browser is shared, as it is between the pages of customers. */
const eachOf = <A, B, E, R>(items: ReadonlyArray<A>, attempt: (item: A) => Effect.Effect<B, E, R>) =>
  Effect.forEach(items, attempt, { concurrency: 4 })

describe("Chromium", needsBrowser, () => {
  const browser = sharedBrowser({ limits: { concurrency: 4 } })
  layer(browser, { concurrent: true, timeout: "120 seconds", excludeTestServices: true })("a hostile page", (it) => {
    /** Whatever the page does, the next one is rendered. */
    const survives = <E>(name: string, attempt: (site: string) => Effect.Effect<unknown, E, Browser | Scope.Scope>) =>
      it.effect(
        name,
        () =>
          Effect.gen(function* () {
            const url = `http://localhost:${yield* site}`
            yield* attempt(url)
            assert.include((yield* read(`${url}/fine`)).html, "all is well")
          }),
        120_000
      )

    survives("may take time without end: its rendering ends in time", (url) =>
      Effect.gen(function* () {
        // None of these pages ends by itself.
        const reasons = yield* eachOf(["/loop", "/silent", "/dripping", "/endless"], (path) =>
          failureOf(`${url}${path}`, { timeout: Duration.seconds(5) })
        )
        assert.deepStrictEqual(reasons.slice(0, 3), ["timeout", "timeout", "timeout"])
        assert.include(["timeout", "too_large", "bad_response"], reasons[3])
      })
    )

    survives("may compute for ever once it is loaded: it is interrupted and read", (url) =>
      Effect.map(read(`${url}/loopAfterLoad`), ({ html }) => assert.include(html, "content"))
    )

    survives("may draw, ask, grow and go elsewhere without end: it takes the browser from nobody", (url) =>
      Effect.gen(function* () {
        const timeout = Duration.seconds(6)
        const [fine] = yield* Effect.all(
          [
            read(`${url}/fine`),
            eachOf(["/canvases", "/requests", "/grower", "/locations"], (path) =>
              Effect.result(render(`${url}${path}`, { timeout, acceptsPart: true }))
            )
          ],
          { concurrency: 2 }
        )
        assert.include(fine.html, "all is well")
      })
    )

    survives("may ask people for things, open windows and offer files: it is read", (url) =>
      Effect.gen(function* () {
        const paths = ["/alerts", "/windows", "/downloads", "/nested", "/clobbered", "/title", "/history"]
        const seen = yield* eachOf(paths, (path) => read(`${url}${path}`))
        for (const [index, { html }] of seen.entries()) assert.match(html, /content|deep/, paths[index])
        assert.include((yield* read(`${url}/asks`)).html, "who are you?")
        assert.strictEqual(yield* failureOf(`${url}/empty`), "bad_response")
      })
    )

    survives("may be 30,000,000 pixels tall: its picture is cut", (url) =>
      Effect.gen(function* () {
        const request = { viewport: { width: 320, height: 240 }, capture: { fullPage: true, maxHeight: 20_000 } }
        const { capture } = yield* read(`${url}/tall`, request)
        assert.strictEqual(capture?.height, 20_000)
        assert.isAbove(capture?.pageHeight ?? 0, 20_000_000)
      })
    )

    survives("may replace what scripts build on: ours do not notice", (url) =>
      Effect.gen(function* () {
        const { actionsApplied, html } = yield* read(`${url}/polluted`, {
          actions: [{ do: "click", selector: "button" }],
          handlesCookieBanner: true,
          clearsPopups: true,
          settlesAnimations: true,
          capture: { fullPage: true, maxHeight: 2_000 }
        })
        assert.include(html, "content")
        assert.strictEqual(actionsApplied[0]?.status, "applied", actionsApplied[0]?.error)
      })
    )

    survives("may be larger than a page may be", (url) =>
      Effect.map(failureOf(`${url}/huge`), (reason) => assert.strictEqual(reason, "too_large"))
    )
  })
})
