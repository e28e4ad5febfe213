/** What the organizations of this bench reach: pages that hang, a site without end, a dead receiver, and what answers at once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"

const words = "harbour tide ledger signal margin anchor copper lantern weather voyage cargo river merchant season"

const page = (title: string, links: ReadonlyArray<string>): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1>${`<p>${words}.</p>`.repeat(200)}${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(" ")}</main>`

let hangs = 0

const answer = (request: IncomingMessage, response: ServerResponse) => {
  const url = request.url ?? "/"
  if (url.startsWith("/hang")) {
    hangs += 1
    return
  }
  if (url.startsWith("/site/")) {
    const number = Number(url.slice("/site/".length))
    const links = Array.from({ length: 10 }, (_, at) => `/site/${number * 10 + at + 1}`)
    response.setHeader("content-type", "text/html").end(page(`Page ${number}`, links))
    return
  }
  if (url.startsWith("/page")) {
    response.setHeader("content-type", "text/html").end(page("Prices", []))
    return
  }
  request.resume()
  response.end()
}

const server = createServer(answer)

answerCalls({
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, "0.0.0.0", () => resolve((server.address() as AddressInfo).port))
    }),
  /** Requests that were never answered. */
  hangs: () => hangs
})
