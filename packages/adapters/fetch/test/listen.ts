/** Servers on the loopback address that live as long as their scope. */
import { createServer, type RequestListener, type Server } from "node:http"
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer
} from "node:net"
import { Effect } from "effect"

/** Listens on a free port until the scope closes, and gives the address. */
export const listen = (server: Server | SocketServer) =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
      )
    }),
    () => Effect.sync(() => server.close())
  )

/** Answers requests as the listener says. */
export const serve = (listener: RequestListener) =>
  Effect.gen(function* () {
    const server = createServer(listener)
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

/** Sends these bytes to everyone who has sent a request, whatever it says. */
export const serveBytes = (bytes: string, then: (socket: Socket) => void = () => {}) =>
  serveSockets((socket) => {
    socket.on("data", () => {
      socket.write(bytes, "latin1")
      then(socket)
    })
  })
