/** The API listening on a free port of this machine. */
import { type Duration, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as NodeServer from "../../src/NodeServer.ts"
import { core } from "./App.ts"

/** Listens for as long as the layer's scope is open, and for `grace` longer where requests need it. */
export const layerWithGrace = (grace: Duration.Input) =>
  NodeServer.layer({ host: "127.0.0.1", port: 0, grace }).pipe(Layer.provideMerge(core))

export const layer = layerWithGrace("2 seconds")

/** Where it listens, without a slash at the end. */
export const baseUrl = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "UnixPathAddress" ? "" : `http://127.0.0.1:${address.port}`
)
