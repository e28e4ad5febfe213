/** Pages whose drawing is without end, in the browser that others are shown in. Observed: whether those of others come. */
import { assert, describe, it } from "@effect/vitest"
import { failureOf, plainRequest, render } from "@kittiwake/core/testing/browserSuite"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { browserHere, hasBrowser, hasSandbox } from "../../../../test/setup/browser.ts"
import { needing } from "../../../../test/setup/needs.ts"
import type { Seat } from "../src/BrowserPool.ts"
import { launchBrowser } from "../src/launchBrowser.ts"
import { makeEgressProxy } from "../src/proxy/EgressProxy.ts"
import { NeedsOwnBrowser } from "../src/render/PageFailed.ts"
import { renderPage } from "../src/render/renderPage.ts"
import { browserLayer, resolver } from "./browsers.ts"
import { serve } from "./servers.ts"

/** One triangle, whose points are computed for ever. */
const triangle = `<p>content</p><script>
const canvas = document.createElement("canvas"); canvas.width = canvas.height = 2000; document.body.append(canvas)
const gl = canvas.getContext("webgl"), program = gl.createProgram()
const add = (type, source) => { const one = gl.createShader(type); gl.shaderSource(one, source); gl.compileShader(one); gl.attachShader(program, one) }
add(gl.VERTEX_SHADER, "attribute vec2 p;void main(){gl_Position=vec4(p,0,1);}")
add(gl.FRAGMENT_SHADER, "precision highp float;void main(){float a=0.;for(int i=0;i<100000;i++){for(int j=0;j<1000;j++){a+=sin(float(i)*float(j)+gl_FragCoord.x);}}gl_FragColor=vec4(a);}")
gl.linkProgram(program); gl.useProgram(program); gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1,-1,3,-1,-1,3]), gl.STATIC_DRAW)
gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0); gl.drawArrays(gl.TRIANGLES, 0, 3); fetch("/drawn")
</script>`

/** No script draws these. */
const layers = `<style>div{position:absolute;width:900px;height:900px;will-change:transform;backdrop-filter:blur(60px);animation:a 1s infinite alternate}
@keyframes a{to{transform:translate(50px,50px) rotate(20deg)}}</style><p>content</p>${"<div></div>".repeat(400)}<script>fetch("/drawn")</script>`

/** What scripts show in the fourth frame. */
const drawn = `<main id=m><h1>Loading</h1></main><script>
let frames = 0; const go = () => { if (++frames < 4) return requestAnimationFrame(go); m.innerHTML = "<h1>all is drawn</h1>" }; requestAnimationFrame(go)
</script>`

/** What a monitor takes a picture of: a part of it is made by its scripts, another is drawn by them. */
const watched = `<style>body{margin:0;background:#fafafa}p{background:#0055ff;color:#fff}div{height:1500px;background:#ffcc00}</style>
<p id=p>Price</p><canvas id=c width=200 height=100></canvas><div></div><script>p.textContent = "Price: 5 €"
const gl = c.getContext("webgl", { preserveDrawingBuffer: true }); gl.clearColor(0, 1, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT)</script>`

const pages: Readonly<Record<string, string>> = {
  "/triangle": triangle,
  "/layers": layers,
  "/shown": drawn,
  "/watched": watched
}

/** As monitors ask for pictures: they do without one rather than without the page. */
const ofMonitor = { fullPage: true, maxHeight: 20_000, mayLack: true } as const

// What draws is known where there is a /proc.
const needs = needing({ Linux: process.platform === "linux", browser: hasBrowser })

const capture = { fullPage: false, maxHeight: 1_000 }

describe("a page whose drawing is without end", needs, () => {
  for (const path of ["/triangle", "/layers"]) {
    it.live(
      `keeps no picture of others waiting, however long it stays: ${path}`,
      () =>
        Effect.gen(function* () {
          const isDrawn = yield* Deferred.make<void>()
          const port = yield* serve((request, response) => {
            if (request.url === "/drawn") Deferred.doneUnsafe(isDrawn, Effect.void)
            response
              .writeHead(200, { "content-type": "text/html" })
              .end(pages[request.url ?? ""] ?? "<p>all is well</p>")
          })
          const url = `http://localhost:${port}`
          const before = (yield* render(`${url}/watched`, { capture: ofMonitor })).capture
          const dear = yield* Effect.forkChild(
            failureOf(`${url}${path}`, { capture, wait: Duration.seconds(5), timeout: Duration.seconds(120) })
          )
          yield* Deferred.await(isDrawn)
          const long = { timeout: Duration.seconds(100) }
          const [fine, watchedBeside] = yield* Effect.all(
            [render(`${url}/fine`, { ...long, capture }), render(`${url}/watched`, { ...long, capture: ofMonitor })],
            { concurrency: 2 }
          )
          assert.isAbove(fine.capture?.png.length ?? 0, 100)
          assert.isAbove(before?.pageHeight ?? 0, 1_500)
          // Whoever compares the two finds nothing, though what had drawn the page was ended.
          assert.deepStrictEqual(watchedBeside.capture, before)
          yield* Fiber.interrupt(dear)
        }).pipe(Effect.provide(browserLayer())),
      240_000
    )
  }

  it.live(
    "keeps no page of others from what its scripts draw, also where it has asked for no picture and is gone",
    () =>
      Effect.gen(function* () {
        const isDrawn = yield* Deferred.make<void>()
        const port = yield* serve((request, response) => {
          if (request.url === "/drawn") Deferred.doneUnsafe(isDrawn, Effect.void)
          response.writeHead(200, { "content-type": "text/html" }).end(pages[request.url ?? ""] ?? "<p>all is well</p>")
        })
        const url = `http://localhost:${port}`
        // It stays for longer than it is waited for, so that what it draws holds up others.
        const dear = yield* Effect.forkChild(
          Effect.exit(render(`${url}/layers`, { wait: Duration.seconds(3), timeout: Duration.seconds(100) }))
        )
        yield* Deferred.await(isDrawn)
        for (let times = 0; times < 3; times++) {
          const { html } = yield* render(`${url}/shown`, { timeout: Duration.seconds(100) })
          assert.include(html, "<h1>all is drawn</h1>")
        }
        yield* Fiber.join(dear)
        assert.include((yield* render(`${url}/shown`, { timeout: Duration.seconds(100) })).html, "all is drawn")
      }).pipe(Effect.provide(browserLayer())),
    240_000
  )

  it.live(
    "leaves no picture out that may lack, but has its page begin again",
    () =>
      Effect.gen(function* () {
        const port = yield* serve((_, response) => response.end(watched))
        const proxy = yield* makeEgressProxy()
        const ready = yield* Effect.promise(browserHere)
        const running = yield* Effect.acquireRelease(launchBrowser(ready, proxy.server, hasSandbox), ({ end }) => end)
        // What draws is ended when the page has been read, and is there for its picture alone.
        const seat: Seat = {
          running,
          giveUp: Effect.void,
          giveUpUnclosed: Effect.void,
          waitForPicture: () => Effect.fail(new NeedsOwnBrowser()),
          waitForFrame: (frame) => frame,
          isAlone: () => false,
          hasOutgrown: Effect.succeed(false)
        }
        const request = { ...plainRequest, url: `http://localhost:${port}/`, capture: ofMonitor }
        const acting = { hasBegun: false, hasTouched: false }
        const left = Effect.succeed(Duration.seconds(60))
        const failure = yield* Effect.flip(renderPage(seat, request, acting, proxy.openAccount, left))
        assert.instanceOf(failure, NeedsOwnBrowser)
      }).pipe(Effect.scoped, Effect.provide(resolver)),
    120_000
  )
})
