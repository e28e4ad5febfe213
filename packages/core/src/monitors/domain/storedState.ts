/** Baselines between what stores keep and the states of each kind. */
import { Schema } from "effect"
import { BaselineState, type DataLine, type KeptState, type SitemapState } from "./Baseline.ts"
import type { TargetType } from "./Target.ts"

const Json = Schema.fromJsonString(BaselineState)
const encode = Schema.encodeSync(Json)
const decode = Schema.decodeUnknownSync(Json)

/** A baseline as stores keep it: which kind it is of, and one text. That of a page is its own text. */
export interface StoredState {
  readonly kind: TargetType
  readonly body: string
}

/** A state as it is stored. */
export const storedState = (state: BaselineState): StoredState =>
  state.type === "page" ? { kind: "page", body: state.text } : { kind: state.type, body: encode(state) }

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const encoder = new TextEncoder()

const lineOf = ({ text }: DataLine): string => text

const textOf = (state: BaselineState, isByLines: boolean): string => {
  if (state.type === "page") return state.text
  if (state.type === "sitemap") return state.urls.join("\n")
  return isByLines ? (state.lines ?? []).map(lineOf).join("\n") : JSON.stringify(state.data, null, 2)
}

const hasLines = (state: BaselineState): boolean => state.type === "extract" && state.lines !== undefined

/** Two kept states as runs compare them: what it takes to read them grows with them. @internal */
export interface KeptTexts {
  /** In UTF-8. Data is its lines where both have them, as those of other versions of the product have not. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** Of two sitemaps, their addresses. */
  readonly sitemaps: readonly [SitemapState, SitemapState] | null
}

/** Reads two kept states. @internal */
export const keptTexts = (before: KeptState, after: KeptState): KeptTexts => {
  if (before.kind === "page" && after.kind === "page")
    return { before: before.bytes, after: after.bytes, sitemaps: null }
  const [was, now] = [stateOf(before), stateOf(after)]
  const isByLines = hasLines(was) && hasLines(now)
  return {
    before: encoder.encode(textOf(was, isByLines)),
    after: encoder.encode(textOf(now, isByLines)),
    sitemaps: was.type === "sitemap" && now.type === "sitemap" ? [was, now] : null
  }
}

/** A state as it was stored. */
export const readState = (kind: string, body: string): BaselineState =>
  kind === "page" ? { type: "page", text: body } : decode(body)

const stateOf = ({ bytes, kind }: KeptState): BaselineState => readState(kind, decoder.decode(bytes))
