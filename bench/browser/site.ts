/** The site of the bench, in a process of its own. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"
import { answerAt } from "./pages.ts"

const server = createServer((request, response) => {
  const { body, type } = answerAt(request.url ?? "/")
  response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body)
})

answerCalls({
  listen: () =>
    new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
    )
})
