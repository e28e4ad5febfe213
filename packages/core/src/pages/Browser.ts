/** How pages are rendered. */
import { Context, type Duration, type Effect, Schema } from "effect"
import type { BrowserSession } from "../profiles/domain/BrowserSession.ts"
import type { PageUnreachable } from "../web/HttpFetcher.ts"
import type { ActionOutcome, BrowserAction } from "./domain/BrowserAction.ts"
import type { PageStyles } from "./domain/PageStyles.ts"

export interface Viewport {
  readonly width: number
  readonly height: number
}

/** A picture of the page. */
export interface CaptureOptions {
  /** The whole page, cut at `maxHeight`, or the viewport. */
  readonly fullPage: boolean
  readonly maxHeight: number
  /** Whether the page is an answer without it: what cannot be drawn in time is left out then. */
  readonly mayLack?: true
}

export interface RenderRequest {
  readonly url: string
  /** For the document alone, at its first origin; never for what the page loads. */
  readonly headers: Readonly<Record<string, string>>
  readonly country: string | null
  readonly viewport: Viewport
  readonly colorScheme: "light" | "dark" | null
  /** Wait after loading, before the actions. */
  readonly wait: Duration.Duration
  readonly actions: ReadonlyArray<BrowserAction>
  /** Asked before the first action that does more than wait and scroll: where it fails, nothing is done on the page. */
  readonly beforeActing?: Effect.Effect<void, PageUnreachable>
  readonly settlesAnimations: boolean
  /** Whether the cookie banner is answered, and whether whatever else lies over the page is put away. */
  readonly handlesCookieBanner: boolean
  readonly clearsPopups: boolean
  /** Whether the documents of frames are told. */
  readonly wantsFrames: boolean
  readonly capture: CaptureOptions | null
  /** Whether it is told how the page looks. */
  readonly wantsStyles?: true
  readonly session: BrowserSession | null
  /** Time for everything, once there is a browser for it. */
  readonly timeout: Duration.Duration
  /** Time for everything, waiting for a browser included; as long as it takes when absent. */
  readonly patience?: Duration.Duration
  /** Whether what is there when time runs out is an answer. */
  readonly acceptsPart: boolean
}

export interface Rendered {
  /** Address of the document after redirects and scripts. */
  readonly url: string
  /** Status of the document; 200 where it has none. */
  readonly status: number
  readonly contentType: string | null
  /** What the server asks of robots (`X-Robots-Tag`), each header on a line; absent when it asks nothing. */
  readonly robots?: string
  /** The document as it stands after the actions, with its open shadow trees as templates (`shadowrootmode`). */
  readonly html: string
  readonly frames: ReadonlyArray<{ readonly url: string; readonly html: string }>
  /** Only `still-loading` when time ran out and a part was acceptable. */
  readonly finalDomState: "loaded" | "still-loading"
  /** One for each action, in order. */
  readonly actionsApplied: ReadonlyArray<ActionOutcome>
  /** Whether an action worked and the page could not be read again. */
  readonly isStale: boolean
  /** Null where none was asked for, or where it may lack. */
  readonly capture: Picture | null
  /** How the page looks, where that was asked for. */
  readonly styles?: PageStyles
  /** What the session has become; null unless one was given. */
  readonly session: BrowserSession | null
}

/** A PNG, one pixel of it for each of the page. */
export interface Picture {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
  /** Height of the whole page, of which the picture may show a part. */
  readonly pageHeight: number
}

/** The installation has no browser, or it does not start. `message` names the setting. */
export class BrowserUnavailable extends Schema.TaggedError<BrowserUnavailable>()("BrowserUnavailable", {
  message: Schema.String
}) {}

/**
 * Renders pages.
 *
 * **Contract** (every adapter passes `testing/browserSuite.ts`)
 *
 * - No connection is opened and no packet sent to an address that the operator does not allow, by whatever the page does.
 * - Two renderings share nothing: no cookie, no cache, no storage.
 * - A rendering ends within its time, whatever the page does; its page is gone when it has ended, in any way.
 * - A page that answers with a file to be saved is `unsupported_content`.
 */
export class Browser extends Context.Service<
  Browser,
  {
    readonly render: (request: RenderRequest) => Effect.Effect<Rendered, PageUnreachable | BrowserUnavailable>
    /** Whether it asks `beforeActing`. A page that another browser was asked for counts as one that may have been acted on. */
    readonly asksBeforeActing?: boolean
  }
>()("@kittiwake/core/pages/Browser") {}
