/** Small pages on every loopback host; it counts how many requests one host had at once. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"

const pageOf = (path: string): string =>
  `<!doctype html><title>${path}</title><main><h1>Prices of ${path}</h1>${"<p>A paragraph that says what is sold here, and for how much.</p>".repeat(20)}</main>`

/** An answer takes so long, so that requests to one host may meet. */
const answerMillis = 20

const underWay = new Map<string, number>()
let most = 0

const server = createServer((request, response) => {
  const host = request.headers.host ?? ""
  const count = (underWay.get(host) ?? 0) + 1
  underWay.set(host, count)
  most = Math.max(most, count)
  response.once("close", () => underWay.set(host, underWay.get(host)! - 1))
  setTimeout(
    () => response.setHeader("content-type", "text/html; charset=utf-8").end(pageOf(request.url ?? "/")),
    answerMillis
  )
})
server.keepAliveTimeout = 60_000

answerCalls({
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, "0.0.0.0", () => resolve((server.address() as AddressInfo).port))
    }),

  /** Most requests that one host had at once. */
  mostOfOneHost: () => most
})
