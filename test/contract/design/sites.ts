/** Sites as a browser would see them, and what callers ask of their looks. */
import { assert } from "@effect/vitest"
import { Browser, BrowserUnavailable, type Rendered, type RenderRequest } from "@kittiwake/core/pages/Browser"
import type { PageStyles } from "@kittiwake/core/pages/domain/PageStyles"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import type { TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import ContextDev from "context.dev"
import { Duration, Effect, Layer } from "effect"
import type { Server } from "../Server.ts"

/** What the browser was asked. */
export type Seen = Array<Pick<RenderRequest, "colorScheme" | "url" | "viewport">>

const stylesIn = (scheme: RenderRequest["colorScheme"]): PageStyles => {
  const [ground, ink] = scheme === "dark" ? ["#101010", "#eeeeee"] : ["#ffffff", "#222222"]
  const type = { families: ["Acme", "Helvetica Neue", "sans-serif"], lineHeight: "24px", letterSpacing: "normal" }
  const seen = { ...type, behind: ground, color: ink, size: 16, weight: 400, elements: 1, words: 30 }
  const box = {
    behind: ground,
    borderColor: "#1a73e880",
    borderStyle: "solid",
    borderWidth: "1px",
    borderRadius: "8px",
    padding: "12px 24px",
    shadow: "none",
    families: type.families,
    size: 16,
    weight: 600,
    decoration: "none",
    decorationColor: "#ffffff",
    width: 140,
    height: 48,
    area: 6_720,
    elements: 1
  }
  return {
    from: "browser",
    background: ground,
    paints: [{ value: ground, count: 100_000 }],
    texts: [
      { ...seen, element: "p" },
      { ...seen, element: "h1", size: 48, weight: 700, words: 4, families: ["Lora", "serif"] }
    ],
    boxes: [
      { ...box, kind: "button", background: "#1a73e8", color: "#ffffff" },
      { ...box, kind: "button", background: "#00000000", color: ink },
      {
        ...box,
        kind: "link",
        background: "#00000000",
        color: "#1a73e8",
        decoration: "underline",
        decorationColor: "#99bbee"
      },
      { ...box, kind: "card", background: ground, color: ink }
    ],
    gaps: [
      { px: 8, count: 9 },
      { px: 24, count: 9 }
    ],
    shadows: [{ value: "rgba(0, 0, 0, 0.1) 0px 1px 2px 0px", count: 2 }],
    faces: [
      { family: "Acme", isUpright: true, weights: [400, 700], url: "https://acme.example/acme.woff2", isLatin: true },
      {
        family: "Lora",
        isUpright: true,
        weights: [700, 700],
        url: "https://fonts.gstatic.com/s/lora/b.woff2",
        isLatin: true
      }
    ]
  }
}

const unreachable = (reason: PageUnreachable["reason"]) => Effect.fail(new PageUnreachable({ reason, message: reason }))

const bare: PageStyles = { ...stylesIn(null), texts: [], boxes: [], faces: [] }

/** What a browser makes of an address: by its host. */
const render = (request: RenderRequest): Effect.Effect<Rendered, PageUnreachable> => {
  const { hostname } = new URL(request.url)
  const rendered: Rendered & { readonly styles: PageStyles } = {
    url: request.url,
    status: hostname === "gone.example" ? 404 : 200,
    contentType: "text/html",
    html: "<html><body>Acme</body></html>",
    frames: [],
    finalDomState: "loaded",
    actionsApplied: [],
    isStale: false,
    capture: null,
    session: null,
    styles: hostname === "empty.example" ? bare : stylesIn(request.colorScheme)
  }
  switch (hostname) {
    case "nowhere.example":
      return unreachable("unknown_host")
    case "away.example":
      return unreachable("connection_failed")
    case "plain.example":
      return request.url.startsWith("https:") ? unreachable("connection_failed") : Effect.succeed(rendered)
    case "slow.example":
      return request.acceptsPart
        ? Effect.succeed({ ...rendered, finalDomState: "still-loading" })
        : Effect.as(Effect.sleep(Duration.minutes(10)), rendered)
    case "patient.example":
      return Effect.as(Effect.sleep(Duration.seconds(2)), rendered)
    case "fonts.example":
      return Effect.succeed({ ...rendered, styles: { ...rendered.styles, faces: [] } })
    default:
      return Effect.succeed(rendered)
  }
}

/** An installation with a browser that says what it was asked. */
export const withBrowser = (seen: Seen = []): TestInstallationOptions => ({
  readers: Layer.merge(
    PlainReaders.layer,
    Layer.succeed(Browser, {
      render: (request) =>
        Effect.suspend(() => {
          seen.push(request)
          return render(request)
        })
    })
  )
})

export const withoutBrowser: TestInstallationOptions = {
  readers: Layer.merge(
    PlainReaders.layer,
    Layer.succeed(Browser, {
      render: () => Effect.fail(new BrowserUnavailable({ message: "No browser was found. Set KITTIWAKE_BROWSER." }))
    })
  )
}

export const credits = async ({ call }: Server): Promise<number> => {
  const { body } = await call("GET", "/batch/list")
  return Number(Object(body.key_metadata).credits_remaining)
}

/** That a call is refused so, and costs nothing. */
export const refuses = async (server: Server, ask: () => PromiseLike<unknown>, status: number, code: string) => {
  const before = await credits(server)
  const error = await Promise.resolve(ask()).then(
    () => assert.fail("It was answered."),
    (cause: unknown) => cause
  )
  assert.instanceOf(error, ContextDev.APIError)
  assert.deepStrictEqual([error.status, Object(error.error).error_code], [status, code], error.message)
  assert.strictEqual(await credits(server), before)
  return error.message
}
