/** Receives events as a careful receiver does, reading each to its end, and acknowledges it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"

let received = 0
let bytes = 0

const server = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length
  })
  request.on("end", () => {
    received += 1
    response.writeHead(200, { "content-length": 0 }).end()
  })
})
server.keepAliveTimeout = 60_000

answerCalls({
  /** Listens on every loopback address; tells the port. */
  listen: () =>
    new Promise((resolve) => server.listen(0, "0.0.0.0", () => resolve((server.address() as AddressInfo).port))),
  received: () => ({ received, bytes })
})
