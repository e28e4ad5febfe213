/** The second yardstick: an `HttpApi` of Effect with a bearer check and the same schema, and nothing of ours. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity
} from "effect/http-api"
import { answerCalls } from "../children.ts"
import { cpuSeconds } from "./cpu.ts"

class NoKey extends Schema.TaggedError<NoKey>()("NoKey", {}, { httpApiStatus: 401 }) {}

class Bearer extends HttpApiMiddleware.Service<Bearer>()("bench/Bearer", {
  security: { bearer: HttpApiSecurity.bearer },
  error: NoKey
}) {}

const Reply = Schema.Struct({
  monitors_used: Schema.Int,
  monitors_limit: Schema.Int,
  plan: Schema.String,
  request_id: Schema.String,
  key_metadata: Schema.Struct({ credits_consumed: Schema.Int, credits_remaining: Schema.Int })
})

const api = HttpApi.make("bench").add(
  HttpApiGroup.make("monitors").add(
    HttpApiEndpoint.get("limits", "/v1/monitors/limits", { success: Reply }).middleware(Bearer)
  )
)

const reply = {
  monitors_used: 0,
  monitors_limit: 10_000,
  plan: "scale",
  request_id: "00000000-0000-4000-8000-000000000000",
  key_metadata: { credits_consumed: 0, credits_remaining: 1_000_000 }
}

const listen = (given: ReadonlyArray<string>) =>
  new Promise<number>((resolve) => {
    const keys = new Set(given)
    const bearer = Layer.succeed(
      Bearer,
      Bearer.of({
        bearer: (handler, { credential }) => (keys.has(Redacted.value(credential)) ? handler : Effect.fail(new NoKey()))
      })
    )
    const handlers = HttpApiBuilder.group(api, "monitors", (group) =>
      group.handle("limits", () => Effect.succeed(reply))
    )
    const routes = HttpApiBuilder.layer(api).pipe(Layer.provide(handlers), Layer.provide(bearer))
    const node = createServer()
    node.on("listening", () => resolve((node.address() as AddressInfo).port))
    const server = NodeHttpServer.layer(() => node, { host: "127.0.0.1", port: 0 })
    Effect.runFork(
      Layer.launch(
        HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(Layer.provide(server))
      )
    )
  })

answerCalls({ listen, cpuSeconds })
