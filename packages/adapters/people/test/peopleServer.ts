/** A server that answers as those services do, with the mistakes that real ones make. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Signer as SignerPort } from "@kittiwake/core/security/Signer"
import type { PersonReply, ScriptedPerson } from "@kittiwake/core/testing/personSourceSuite"
import { parseAllow, publicOnly } from "@kittiwake/core/web/domain/EgressPolicy"
import type { ServiceCaller as ServicePort } from "@kittiwake/core/web/ServiceCaller"
import * as Signer from "@kittiwake/crypto/Signer"
import * as Egress from "@kittiwake/fetch/Egress"
import * as ServiceCaller from "@kittiwake/fetch/ServiceCaller"
import { Effect, Layer, Result } from "effect"

/** This machine is allowed, as an intranet would be. */
const loopbackDoor = Egress.layer({ policy: { ...publicOnly, allow: Result.getOrThrow(parseAllow("127.0.0.1")) } })

const ports = Layer.merge(ServiceCaller.layer.pipe(Layer.provide(loopbackDoor)), Signer.layer)

/** Makes a source that calls until the scope ends. */
export const made = <A>(make: Effect.Effect<A, never, ServicePort | SignerPort>) =>
  Effect.flatMap(Layer.build(ports), (context) => Effect.provideContext(make, context))

export interface Asked {
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: IncomingMessage["headers"]
}

/** What it does with one request. */
export type Reply = (asked: Asked, response: ServerResponse) => void

export const answers =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(body)
  }

/** Answers by the address: what a table says of its path, and 404 elsewhere. */
export const routed =
  (table: (asked: Asked) => unknown): Reply =>
  (asked, response) => {
    const found = table(asked)
    if (typeof found === "function") found(asked, response)
    else answers(found === undefined ? 404 : 200, JSON.stringify(found ?? { message: "Not Found" }))(asked, response)
  }

/** Listens on this machine until the scope ends. */
export const serve = (reply: Reply) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<Asked> = []
      const server = createServer((request, response) => {
        request.resume()
        const url = new URL(request.url ?? "/", "http://127.0.0.1")
        const one = {
          path: url.pathname,
          parameters: Object.fromEntries(url.searchParams),
          headers: request.headers
        }
        asked.push(one)
        reply(one, response)
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

export const key = "secret-key"

/** Replies of the suite in the words of one service. */
export const replyOf =
  (known: (people: ReadonlyArray<ScriptedPerson>) => (asked: Asked) => unknown) =>
  (reply: PersonReply): Reply => {
    if ("knows" in reply) return routed(known(reply.knows))
    if ("says" in reply) return answers(200, reply.says)
    if ("redirects" in reply) return answers(302, "", { location: "https://elsewhere.example/" })
    if ("hangs" in reply) return () => undefined
    if ("cuts" in reply) {
      return (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
        response.write('{"items":[', () => response.destroy())
      }
    }
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
    return answers(reply.fails, `{"error":"${key} may not ask for Arden or ada@tern.example"}`, reply.headers)
  }
