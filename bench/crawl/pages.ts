/** The site: catalogue pages, with rules for robots. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"
import { render } from "./render.ts"
import { pageAt, type Site } from "./site.ts"

const robots = ["User-agent: *", "Disallow: /basket/", "Disallow: /*?sort=", "Allow: /basket/help", ""].join("\n")

const server = createServer((request, response) => {
  if (request.url === "/robots.txt") return void response.writeHead(200, { "content-type": "text/plain" }).end(robots)
  const found = pageAt(request.url ?? "", portOf())
  if (found === null) return void response.writeHead(404).end()
  const body = Buffer.from(render(...found))
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length }).end(body)
})
server.keepAliveTimeout = 60_000

const portOf = (): number => (server.address() as AddressInfo).port

answerCalls({
  /** Listens, and tells the port. */
  listen: () => new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve(portOf()))),

  /** Length of a page in bytes. */
  bytes: (site: Site) => Buffer.byteLength(render(site, 1))
})
