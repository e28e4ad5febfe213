/** Servers on the loopback address, reached under the name `localhost`, which browsers trust as they trust HTTPS. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer
} from "node:net"
import { Effect, Layer } from "effect"
import { type ScriptedRoute, ScriptedServers, type SeenRequest } from "../../../core/src/testing/ScriptedServers.ts"

const listen = (server: Server | SocketServer) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    }),
    () => Effect.sync(() => void server.close())
  )

/** Answers requests as the listener says, until the scope closes; gives the port. */
export const serve = (listener: RequestListener, prepare: (server: Server) => void = () => {}) =>
  Effect.gen(function* () {
    const server = createServer(listener)
    prepare(server)
    yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
    return yield* listen(server)
  })

/** Speaks to sockets without any HTTP of its own. */
export const serveSockets = (onSocket: (socket: Socket) => void) =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => void socket.destroy())))
    return yield* listen(
      createSocketServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => socket.destroy())
        onSocket(socket)
      })
    )
  })

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const start = Effect.fnUntraced(function* (routes: ReadonlyArray<ScriptedRoute>) {
  const seen: Array<SeenRequest> = []
  const port = yield* serve((request, response) => {
    bodyOf(request).then(
      (body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        )
        seen.push({ method: request.method ?? "", path: request.url ?? "", headers, body })
        const route = routes.find(({ path }) => path === request.url) ?? { path: "", status: 404 }
        const isUnchanged = route.headers?.etag !== undefined && route.headers.etag === headers["if-none-match"]
        const answer = () => {
          response.writeHead(isUnchanged ? 304 : (route.status ?? 200), { ...route.headers })
          if (isUnchanged || route.stallsAfter === undefined) response.end(isUnchanged ? undefined : route.body)
          else response.write(Buffer.from(route.body ?? "").subarray(0, route.stallsAfter))
        }
        if (route.delayMillis === undefined) answer()
        else setTimeout(answer, route.delayMillis).unref()
      },
      () => response.destroy()
    )
  })
  return { url: `http://localhost:${port}`, seen: Effect.sync(() => [...seen]) }
})

/** The operator of the tests lets `localhost` out, by that name alone: the address it stands for is refused. */
export const scriptedServers = Layer.succeed(
  ScriptedServers,
  ScriptedServers.of({
    start,
    forbiddenUrl: "http://127.0.0.1:8999/",
    unknownHostUrl: "http://nobody.invalid/",
    closedUrl: "http://localhost:49151/"
  })
)
