/** Baselines between what stores keep and the states of each kind. */
import { Schema } from "effect"
import { BaselineState, type KeptState } from "./Baseline.ts"
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

/** A kept state as lines, in UTF-8: what it takes to read it grows with it. @internal */
export const keptLines = ({ bytes, kind }: KeptState): Uint8Array => {
  if (kind === "page") return bytes
  const state = decode(decoder.decode(bytes))
  if (state.type === "page") return bytes
  return encoder.encode(state.type === "sitemap" ? state.urls.join("\n") : JSON.stringify(state.data, null, 2))
}

/** A state as it was stored. */
export const readState = (kind: string, body: string): BaselineState =>
  kind === "page" ? { type: "page", text: body } : decode(body)
