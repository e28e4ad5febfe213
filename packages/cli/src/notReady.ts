/** Why a server is not ready, in its words. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option, Schema } from "effect"
import { HttpClient } from "effect/http"
import { type Settings, serverUrl } from "./config.ts"

const decodeNotReady = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ reasons: Schema.Array(Schema.Struct({ check: Schema.String, message: Schema.String })) })
  )
)

/** What a server that is not ready says of it; of another, what it says as it is. */
export const saidIn = (text: string): string => {
  const said = Option.getOrNull(decodeNotReady(text))
  return said === null
    ? `: ${text.slice(0, 300)}`
    : `: ${said.reasons.map(({ check, message }) => `${check} ${message}`).join("; ")}`
}

/** Why the server of these settings is not ready; null where it is, or does not say. */
export const notReady = (settings: Settings): Effect.Effect<string | null> =>
  HttpClient.get(`${serverUrl(settings)}/ready`).pipe(
    Effect.flatMap((response) => (response.status === 503 ? Effect.map(response.text, saidIn) : Effect.succeed(null))),
    Effect.timeout("3 seconds"),
    Effect.catch(() => Effect.succeed(null)),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
