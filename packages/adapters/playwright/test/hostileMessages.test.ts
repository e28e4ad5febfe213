/**
 * Pages that have the browser tell more than this process could read. Observed: that the process lives, how much its memory grows, how long
 * its thread is held, how the rendering ends and when, and that the next one works.
 */
import { assert, layer } from "@effect/vitest"
import type { RenderRequest } from "@kittiwake/core/pages/Browser"
import { render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, Result } from "effect"
import { describe } from "vitest"
import { needsBrowser } from "../../../../test/setup/browser.ts"
import { sharedBrowser } from "./browsers.ts"
import { costOf } from "./costOf.ts"
import { serve } from "./servers.ts"

const megabyte = 1024 * 1024

const page = (script: string) => `<!doctype html><title>t</title><p>content</p><script>${script}</script>`

const large = `'x'.repeat(60*${megabyte})`

/** What tells much, each by another way. */
const tellers: Readonly<Record<string, string>> = {
  "/logs": page(`const s=${large};let n=0;const go=()=>{console.log(s);if(++n<5)setTimeout(go)};go()`),
  "/many": page(
    "let n=0;const go=()=>{for(let i=0;i<2000;i++)console.log(i,[1,{a:1}],document.body,{x:{y:1}});if(++n<100)setTimeout(go)};go()"
  ),
  // A console that no script of before the page has changed.
  "/fresh": page(
    `const f=document.createElement('iframe');document.body.append(f);f.contentWindow.console.error(${large})`
  ),
  "/worker": page(
    `new Worker(URL.createObjectURL(new Blob(["const s=${large.replaceAll("'", "`")};console.log(s);throw new Error(s)"])))`
  ),
  "/throws": page(`setTimeout(()=>{throw new Error(${large})});Promise.reject(${large})`),
  "/dialog": page(`alert(${large});prompt(${large},${large});document.body.append('after')`),
  "/picture": page(`new Image().src='data:image/png;base64,'+${large}`),
  "/posts": page(`fetch('/fine',{method:'POST',body:${large}}).catch(()=>{})`),
  "/addresses": page(`for(let i=0;i<60;i++)history.pushState({},'','/fine?'+i+'x'.repeat(${megabyte}))`),
  "/frames": page(
    "for(let i=0;i<60;i++){const f=document.createElement('iframe');f.src='data:text/html,'+'x'.repeat(1.9e6);document.body.append(f)}"
  )
}

/** Sends a form of so many bytes as soon as it is there. */
const sending = (action: string, bytes: number, target = "") =>
  `<!doctype html><form method=post action="${action}" target="${target}"><textarea name=a></textarea></form><iframe name=inner></iframe><script>document.forms[0].a.value='y'.repeat(${bytes});onload=()=>{onload=null;document.forms[0].submit()}</script>`

/** What a browser holds up until it is answered, and tells with more than is read. */
const holders: Readonly<Record<string, string>> = {
  "/sends600K": sending("/echo", 600_000),
  "/sends3M": sending("/echo", 3 * megabyte),
  "/sends20M": sending("/echo", 20 * megabyte),
  "/sendsToFrame": sending("/echo", 3 * megabyte, "inner"),
  "/sendsToAsking": sending("/asks", 3 * megabyte),
  "/namedWorker": page(
    `new Worker('/worker.js',{name:'n'.repeat(20*${megabyte})}).onmessage=({data})=>document.body.append(data)`
  ),
  "/quotedWorker": page(
    `new Worker('data:text/javascript,postMessage("worked")//'+'"'.repeat(1.9e6)).onmessage=({data})=>document.body.append(data)`
  )
}

const pages: Readonly<Record<string, string>> = {
  ...tellers,
  ...holders,
  "/fine": page(""),
  "/killer": page(`const s='x'.repeat(172*${megabyte});console.log(s,s,s)`)
}

const site = serve((request, response) => {
  const path = (request.url ?? "/").split("?")[0] ?? "/"
  if (path === "/echo" || path === "/asks") {
    let bytes = 0
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on("end", () => {
      const asks = path === "/asks"
      response.writeHead(asks ? 401 : 200, {
        "content-type": "text/html",
        ...(asks ? { "www-authenticate": 'Basic realm="x"' } : {})
      })
      response.end(`<p>got ${bytes}`)
    })
    return
  }
  request.resume()
  if (path === "/worker.js") {
    response.writeHead(200, { "content-type": "text/javascript" }).end("postMessage('worked')")
    return
  }
  response.writeHead(200, { "content-type": "text/html" }).end(pages[path] ?? "")
})

const read = (url: string, request: Partial<RenderRequest> = {}) =>
  render(url, { timeout: Duration.seconds(40), ...request })

describe("Chromium", needsBrowser, () => {
  const browser = sharedBrowser({ limits: { concurrency: 4 } })
  layer(browser, { timeout: "120 seconds", excludeTestServices: true })("a page that tells too much", (it) => {
    it.effect(
      "costs this process next to nothing, by whatever way it tells it",
      () =>
        Effect.gen(function* () {
          const url = `http://localhost:${yield* site}`
          yield* read(`${url}/fine`)
          const all = Effect.forEach(
            Object.keys(tellers),
            (path) => Effect.result(read(`${url}${path}`, { wantsFrames: true, acceptsPart: true })),
            { concurrency: 3 }
          )
          const { heldMillis, megabytes, result } = yield* costOf(all)
          // One of them alone took 430 MB. What three at once leave to be collected wanders with the machine.
          assert.isBelow(megabytes, 250)
          assert.isBelow(heldMillis, 120)
          const ends = Result.getOrThrow(result).map((one) =>
            Result.isSuccess(one) ? "read" : "reason" in one.failure ? one.failure.reason : one.failure._tag
          )
          for (const end of ends) assert.include(["read", "timeout", "too_large"], end)
          assert.include((yield* read(`${url}/fine`)).html, "content")
        }),
      240_000
    )

    it.effect(
      "is not held up by what is too large to be read",
      () =>
        Effect.gen(function* () {
          const url = `http://localhost:${yield* site}`
          const expected = {
            "/sends600K": "got 600002",
            "/sends3M": `got ${3 * megabyte + 2}`,
            "/sends20M": `got ${20 * megabyte + 2}`,
            "/sendsToFrame": `got ${3 * megabyte + 2}`,
            "/sendsToAsking": `got ${3 * megabyte + 2}`,
            "/namedWorker": "worked",
            "/quotedWorker": "worked"
          }
          assert.hasAllKeys(expected, Object.keys(holders))
          const request = {
            headers: { "x-own": "1" },
            timeout: Duration.seconds(25),
            wait: Duration.seconds(2),
            wantsFrames: true
          }
          const seen = yield* Effect.forEach(
            Object.keys(expected),
            (path) =>
              Effect.map(Effect.result(read(`${url}${path}`, request)), (one) => [
                path,
                Result.isSuccess(one)
                  ? (/got \d+|worked(?=<\/body>)/.exec(
                      [one.success.html, ...one.success.frames.map(({ html }) => html)].join()
                    )?.[0] ?? "nothing")
                  : one.failure._tag
              ]),
            { concurrency: 2 }
          )
          assert.deepStrictEqual(Object.fromEntries(seen), expected)
        }),
      240_000
    )

    it.effect(
      "may write to its console what no string can hold",
      () =>
        Effect.gen(function* () {
          const url = `http://localhost:${yield* site}`
          const { heldMillis, megabytes } = yield* costOf(read(`${url}/killer`, { timeout: Duration.seconds(100) }))
          assert.isBelow(megabytes, 150)
          assert.isBelow(heldMillis, 120)
          assert.include((yield* read(`${url}/fine`)).html, "content")
        }),
      180_000
    )

    it.effect(
      "is answered in time, also where the browser is slow to close it",
      () =>
        Effect.gen(function* () {
          const url = `http://localhost:${yield* site}`
          yield* read(`${url}/fine`)
          const began = performance.now()
          yield* Effect.result(read(`${url}/killer`, { timeout: Duration.seconds(4) }))
          assert.isBelow(performance.now() - began, 5_000)
          assert.include((yield* read(`${url}/fine`)).html, "content")
        }),
      120_000
    )
  })
})
