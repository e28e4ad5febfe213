/** The first yardstick: `node:http` alone, checking the same header and answering a body of the same size. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answerCalls } from "../children.ts"
import { cpuSeconds } from "./cpu.ts"

const body = JSON.stringify({
  monitors_used: 0,
  monitors_limit: 10_000,
  plan: "scale",
  request_id: "00000000-0000-4000-8000-000000000000",
  key_metadata: { credits_consumed: 0, credits_remaining: 1_000_000 }
})

let keys = new Set<string>()

const server = createServer((request, response) => {
  if (!keys.has((request.headers.authorization ?? "").slice("Bearer ".length))) {
    response.writeHead(401).end()
    return
  }
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
})

const listen = (given: ReadonlyArray<string>) =>
  new Promise<number>((resolve) => {
    keys = new Set(given)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

answerCalls({ listen, cpuSeconds })
