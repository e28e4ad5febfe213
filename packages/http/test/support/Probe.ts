/** Operations of every weight and bucket behind the middleware of the real ones, counting who is inside at once. */
import { NodeHttpServer } from "@effect/platform-node"
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { Context, Effect, Layer, Schema, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequestCost } from "../../src/access.ts"
import { Admission } from "../../src/middleware/Admission.ts"
import { Authenticator } from "../../src/middleware/Authenticator.ts"
import * as requestId from "../../src/middleware/requestId.ts"
import { callFields, Replies } from "../../src/Replies.ts"
import type { WebHandler } from "../../src/server.ts"
import { SessionCallers } from "../../src/sessions/SessionCallers.ts"
import { core } from "./App.ts"

/** What each operation draws on and how much: the weights of the contract. */
export const operations = {
  light: { bucket: "default", weight: 1 },
  crawl: { bucket: "default", weight: 10 },
  watch: { bucket: "monitors", weight: 1 },
  submit: { bucket: "batches", weight: 50 },
  look: { bucket: "logs", weight: 1 }
} as const satisfies { readonly [name: string]: { readonly bucket: Bucket; readonly weight: number } }
export type Operation = keyof typeof operations

const endpoint = <N extends Operation>(name: N) =>
  HttpApiEndpoint.get(name, `/probe/${name}`, { success: Schema.Struct(callFields) }).annotateMerge(
    access({ summary: name, scope: null, bucket: operations[name].bucket }).pipe(
      Context.add(RequestCost, operations[name])
    )
  )

const ProbeApi = HttpApi.make("probe").add(
  HttpApiGroup.make("probe")
    .add(endpoint("light"), endpoint("crawl"), endpoint("watch"), endpoint("submit"), endpoint("look"))
    .middleware(Admission)
    .prefix("/v1")
)

/** Turns of the scheduler that a call is inside: others come and go meanwhile. */
const turns = 6

/** The probe: its door, and the most calls to the default bucket that a key or an organization had inside at once. */
export class Probe extends Context.Service<
  Probe,
  { readonly web: WebHandler; readonly most: (owner: string) => number }
>()("@kittiwake/http/test/Probe") {
  static readonly layer = Layer.effect(
    Probe,
    Effect.gen(function* () {
      const inside = new Map<string, number>()
      const most = new Map<string, number>()
      const step = (owner: string, by: 1 | -1) => {
        const now = (inside.get(owner) ?? 0) + by
        inside.set(owner, now)
        most.set(owner, Math.max(now, most.get(owner) ?? 0))
      }
      const counted =
        (operation: Operation) =>
        ({ id, organization }: Principal) =>
          Effect.gen(function* () {
            const owners = operations[operation].bucket === "default" ? [id, organization.id] : []
            for (const owner of owners) step(owner, 1)
            for (let turn = 0; turn < turns; turn++) yield* Effect.yieldNow
            for (const owner of owners) step(owner, -1)
            return {}
          })

      const handlers = HttpApiBuilder.group(
        ProbeApi,
        "probe",
        Effect.fn(function* (group) {
          const { answer } = yield* Replies
          return group.handleAll({
            light: () => answer(counted("light")),
            crawl: () => answer(counted("crawl")),
            watch: () => answer(counted("watch")),
            submit: () => answer(counted("submit")),
            look: () => answer(counted("look"))
          })
        })
      )
      const routes = HttpApiBuilder.layer(ProbeApi).pipe(
        Layer.provide(handlers),
        Layer.provide([Admission.layer, requestId.layer(() => [])]),
        Layer.provide([Authenticator.layer, Replies.layer]),
        Layer.provide(SessionCallers.layer)
      )
      const toWeb = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>
      const handle = toWeb(yield* Effect.context<never>())(yield* HttpRouter.toHttpEffect(routes))
      return Probe.of({ web: (request) => handle(request), most: (owner) => most.get(owner) ?? 0 })
    })
  ).pipe(Layer.provide(NodeHttpServer.layerHttpServices), Layer.provideMerge(core))
}
