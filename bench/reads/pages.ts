/** The site: catalogue pages of which some are scans. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"
import { render } from "../crawl/render.ts"
import { pageAt, type Site } from "../crawl/site.ts"
import { makeScans } from "./scans.ts"
import { scanAt } from "./site.ts"

let scans: ReadonlyArray<Buffer> = []

const fileOf = (site: Site, page: number) => {
  const scan = scanAt(page)
  if (scan !== null) return { mediaType: "application/pdf", bytes: scans[scan % scans.length]! }
  return { mediaType: "text/html; charset=utf-8", bytes: Buffer.from(render(site, page)) }
}

const server = createServer((request, response) => {
  const found = pageAt(request.url ?? "", portOf())
  if (found === null) return void response.writeHead(404).end()
  const { bytes, mediaType } = fileOf(...found)
  response.writeHead(200, { "content-type": mediaType, "content-length": bytes.length }).end(bytes)
})
server.keepAliveTimeout = 60_000

const portOf = (): number => (server.address() as AddressInfo).port

answerCalls({
  /** Makes the scans and listens; tells the port. */
  listen: async () => {
    scans = await makeScans()
    return new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve(portOf())))
  }
})
