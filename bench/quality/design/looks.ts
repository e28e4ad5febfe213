/** How a made site looks: by its style sheets alone, and as a browser lays it out. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StyleReader } from "@kittiwake/core/design/StyleReader"
import { Browser } from "@kittiwake/core/pages/Browser"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import * as Egress from "@kittiwake/fetch/Egress"
import * as EgressResolver from "@kittiwake/fetch/EgressResolver"
import * as HtmlStyleReader from "@kittiwake/html/StyleReader"
import * as PlaywrightBrowser from "@kittiwake/playwright/Browser"
import { Duration, Effect, Layer, Result } from "effect"
import { halves, type LabelledSite, sitesOf } from "./sites.ts"

/** By markup and style sheets; what the sites need stands in their pages. */
export const bySheets = ({ html, name }: LabelledSite) =>
  StyleReader.use((reader) =>
    reader.read({ html, url: `https://${name}.example/`, sheets: [], colorScheme: "light" })
  ).pipe(Effect.orDie)

const pages = new Map<string, string>(
  halves.flatMap((half) => sitesOf(half).map(({ html, name }) => [`/${name}`, html] as const))
)

/** Serves the sites, and none of their files. */
const served = Effect.acquireRelease(
  Effect.callback<{ readonly origin: string; readonly close: () => void }>((resume) => {
    const server = createServer((request, response) => {
      const html = pages.get(request.url ?? "")
      response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      response.end(html)
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

/** Names of hosts lead nowhere. */
const policy = { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) }
const resolveName = () => Promise.reject(new Egress.NameNotResolved("ENOTFOUND"))

export const browserLayer = PlaywrightBrowser.layer({
  setting: "packed",
  hasSandbox: process.getuid?.() !== 0,
  directory: join(tmpdir(), "kittiwake-bench-chromium")
}).pipe(Layer.provide(EgressResolver.layer), Layer.provide(Egress.layer({ policy, resolveName })))

export const sheetsLayer = HtmlStyleReader.layer

/** As the product asks a browser. */
export const byBrowser = Effect.fnUntraced(function* () {
  const browser = yield* Browser
  const { origin } = yield* served
  return ({ name }: LabelledSite) =>
    browser
      .render({
        url: `${origin}/${name}`,
        headers: {},
        country: null,
        viewport: { width: 1920, height: 1080 },
        colorScheme: "light",
        wait: Duration.zero,
        actions: [],
        settlesAnimations: true,
        handlesCookieBanner: true,
        clearsPopups: true,
        wantsFrames: false,
        capture: null,
        wantsStyles: true,
        session: null,
        timeout: Duration.seconds(60),
        patience: Duration.seconds(60),
        acceptsPart: false
      })
      .pipe(
        Effect.map(({ styles }) => styles!),
        Effect.orDie
      )
})
