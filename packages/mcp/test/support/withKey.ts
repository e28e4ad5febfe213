/** A server in front of another that adds a key, for tools that cannot send one. */
import { createServer, request, type Server } from "node:http"

/** Passes every request on to `address` with the key. */
export const withKey = (address: string, key: string): Server =>
  createServer((incoming, response) => {
    const { hostname, port } = new URL(address)
    const passed = request(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, authorization: `Bearer ${key}` }
      },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      }
    )
    passed.on("error", () => response.destroy())
    response.on("close", () => passed.destroy())
    incoming.pipe(passed)
  })
