/** The hostile pages, sites and receivers, in a process of their own. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"
import { browsed } from "./browsed.ts"
import { data } from "./data.ts"
import { pages } from "./pages.ts"
import { receivers } from "./receivers.ts"
import { siteOf } from "./sites.ts"

const numbered = [...Object.values(pages), ...Object.values(data), ...Object.values(browsed)]
const received = Object.values(receivers)

/** Almost as many letters as are kept of a page, of three bytes each. */
const letters = () => {
  const line = (place: number) => String.fromCodePoint(0x4e00 + (place % 20_000)).repeat(64)
  return `<meta charset="utf-8"><main>${Array.from({ length: 60_000 }, (_, place) => `<p>${line(place)}`).join("")}</main>`
}

let hooks = 0

const server = createServer((request, response) => {
  response.on("error", () => {})
  const site = siteOf(request)
  if (site !== undefined) return site(response, request)
  const [, kind, index = ""] = (request.url ?? "").split(/[/?]/)
  const chosen = Number.parseInt(index, 10)
  const page = kind === "page" ? numbered[chosen] : kind === "hook" ? received[chosen] : undefined
  if (kind === "hook") hooks += 1
  if (page !== undefined) return page(response, request)
  if (kind === "letters") return void response.writeHead(200, { "content-type": "text/html" }).end(letters())
  if (kind === "large") {
    return void response.writeHead(200, { "content-type": "text/html" }).end(`<p>${"word ".repeat(1_048_576)}`)
  }
  response.writeHead(200, { "content-type": "text/html" }).end(`<p>Page ${request.url}`)
})
server.requestTimeout = 0
// Once for each connection, which is kept for many requests.
server.on("connection", (socket) => void socket.on("error", () => {}))

answerCalls({
  listen: () =>
    new Promise<number>((resolve) => {
      for (const page of numbered) page.prepare?.()
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
    }),
  /** How often receivers of webhooks were called. */
  hooks: () => hooks
})
