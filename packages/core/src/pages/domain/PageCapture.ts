/** A page as it was fetched, before anything is made of it. */
import { Schema } from "effect"
import { ActionOutcome } from "./BrowserAction.ts"
import { FileType, isTextType } from "./FileType.ts"

const Frame = Schema.Struct({ url: Schema.String, html: Schema.String })

/** All that is known of a fetched page but its body. */
export const CaptureFacts = Schema.Struct({
  /** Address of the last hop. */
  finalUrl: Schema.String,
  status: Schema.Int,
  type: FileType,
  /** Present where the page is HTML that came as XML (`application/xhtml+xml`). */
  isXml: Schema.optionalKey(Schema.Literal(true)),
  frames: Schema.Array(Frame),
  finalDomState: Schema.Literals(["loaded", "still-loading"]),
  actionsApplied: Schema.Array(ActionOutcome),
  /** Whether an action worked and the page could not be read again. */
  isStale: Schema.Boolean,
  /** Why a browser rendered it; null for the bytes of the server. */
  renderedBecause: Schema.NullOr(Schema.String),
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  /** What the server asks of robots (`X-Robots-Tag`), each header on a line; absent when it asks nothing. */
  robots: Schema.optionalKey(Schema.String)
})
export type CaptureFacts = typeof CaptureFacts.Type

/** A fetched page. */
export interface PageCapture extends CaptureFacts {
  /**
   * What was fetched; a text is in UTF-8, decoded by whoever reads it. A fiber that waited for the network is old when
   * the page comes, and what it gives lives on with it until the whole heap is collected: a string of each page was most
   * of what a crawl kept there.
   */
  readonly body: Uint8Array
  readonly capturedAtMillis: number
}

/** The text of a textual kind, else null. */
export const textOf = ({ body, type }: PageCapture): string | null =>
  isTextType(type) ? new TextDecoder().decode(body) : null

/** Whether the page may be kept for other callers: it is whole, and is what every caller would get. */
export const isKeepable = ({ actionsApplied, finalDomState, isStale }: CaptureFacts): boolean =>
  finalDomState === "loaded" && !isStale && actionsApplied.every(({ status }) => status === "applied")
