/** The site of the hostile pages, in a process of its own. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"
import { pages, sitemaps } from "./pages.ts"

const named = Object.values(pages)

const server = createServer((request, response) => {
  response.on("error", () => {})
  request.socket.on("error", () => {})
  const [, kind, index] = (request.url ?? "").split("/")
  const page = kind === "page" ? named[Number.parseInt(index ?? "", 10)] : undefined
  if (page !== undefined) page(response, request)
  else if (kind === "large")
    response.writeHead(200, { "content-type": "text/html" }).end(`<p>${"word ".repeat(1_048_576)}`)
  else sitemaps(response, request)
})

answerCalls({
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
    })
})
