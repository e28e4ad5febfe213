/** A browser for tests of what asks for one. */
import { Browser, type BrowserUnavailable, type Rendered, type RenderRequest } from "@kittiwake/core/pages/Browser"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import type { TestInstallationOptions } from "@kittiwake/core/testing/TestInstallation"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Layer } from "effect"
import { instructionOf } from "../src/pages/domain/BrowserAction.ts"

/** A browser at the outer edge: what it shows is scripted, and it notes what it was asked for. */
export const scriptedBrowser = (
  show: (request: RenderRequest, look: number) => string | Partial<Rendered> | PageUnreachable | BrowserUnavailable
) => {
  const asked: Array<RenderRequest> = []
  const render = (request: RenderRequest) =>
    Effect.suspend(() => {
      asked.push(request)
      const shown = show(request, asked.length)
      if (typeof shown === "object" && "_tag" in shown) return Effect.fail(shown)
      const rendered: Rendered = {
        url: request.url,
        status: 200,
        contentType: "text/html",
        html: "",
        frames: [],
        finalDomState: "loaded",
        actionsApplied: request.actions.map((action) => ({ instruction: instructionOf(action), status: "applied" })),
        isStale: false,
        capture: null,
        session: request.session,
        ...(typeof shown === "string" ? { html: shown } : shown)
      }
      return Effect.succeed(rendered)
    })
  const options: TestInstallationOptions = {
    readers: Layer.merge(PlainReaders.layer, Layer.succeed(Browser, { render }))
  }
  return { asked, options }
}
