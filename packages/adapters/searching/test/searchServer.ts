/** A server that answers as those services do, with the mistakes that real ones make. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { SearchReply } from "@kittiwake/core/testing/searchBackendSuite"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import type { ServiceCaller as ServicePort } from "@kittiwake/core/web/ServiceCaller"
import * as Egress from "@kittiwake/fetch/Egress"
import * as ServiceCaller from "@kittiwake/fetch/ServiceCaller"
import { Effect, Layer, Result } from "effect"

/** This machine is allowed, as an intranet would be. */
const loopbackDoor = Egress.layer({ policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) } })

const caller = ServiceCaller.layer.pipe(Layer.provide(loopbackDoor))

/** Makes a backend that calls until the scope ends. */
export const made = <A>(make: Effect.Effect<A, never, ServicePort>) =>
  Effect.flatMap(Layer.build(caller), (context) => Effect.provideContext(make, context))

export interface Asked {
  readonly method: string
  readonly path: string
  /** Of the address, or of a form in the body. */
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: IncomingMessage["headers"]
}

/** What it does with one request. */
export type Reply = (asked: Asked, response: ServerResponse) => void

export const answers =
  (status: number, body: string, headers: Record<string, string> = { "content-type": "application/json" }): Reply =>
  (_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

const readBody = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
    request.on("end", () => resolve(text))
  })

/** Listens on this machine; gives one reply after the other, and the last one again and again. */
export const serve = (...replies: readonly [Reply, ...ReadonlyArray<Reply>]) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<Asked> = []
      const server = createServer((request, response) => {
        void readBody(request).then((text) => {
          const url = new URL(request.url ?? "/", "http://127.0.0.1")
          const parameters = new URLSearchParams(request.method === "POST" ? text : url.search)
          const one = {
            method: request.method ?? "",
            path: url.pathname,
            parameters: Object.fromEntries(parameters),
            headers: request.headers
          }
          asked.push(one)
          replies[Math.min(asked.length, replies.length) - 1]!(one, response)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { asked, server, url: `http://127.0.0.1:${port}` }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          })
      )
  )

export const key = "BSA-secret"

type Found = Extract<SearchReply, { readonly finds: unknown }>["finds"]

/** Replies of a suite in the words of one service. */
export const replyOf =
  (found: (pages: Found) => unknown) =>
  (reply: SearchReply): Reply => {
    if ("finds" in reply) return answers(200, JSON.stringify(found(reply.finds)))
    if ("says" in reply) return answers(200, reply.says)
    if ("redirects" in reply) return answers(302, "", { location: "https://elsewhere.example/" })
    if ("hangs" in reply) return () => undefined
    if ("floods" in reply) {
      return (_, response) => {
        response.writeHead(200, { "content-type": "application/json" })
        const pour = (): void => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
          if (!response.destroyed) response.once("drain", pour)
        }
        pour()
      }
    }
    const after = reply.retryAfter === undefined ? {} : { "retry-after": reply.retryAfter }
    return answers(reply.fails, `{"error":"${key} may not ask for swordfish"}`, after)
  }
