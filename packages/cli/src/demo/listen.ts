/** A server on a port of this machine, until its scope closes. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

const closed = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })

const opened = (server: Server, port: number) =>
  Effect.callback<string, Error>((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(port, "127.0.0.1", () =>
      resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    )
  })

/** Answers at the address that it gives, on `port`, or on any that is free when that is 0. */
export const listen = (answer: RequestListener, port = 0) =>
  Effect.suspend(() => {
    const server = createServer(answer)
    return Effect.acquireRelease(opened(server, port), () => closed(server))
  })
