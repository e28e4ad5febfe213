/** What a browser encrypts itself: bytes passed on, counted and never read. */

import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { targetOf } from "@kittiwake/core/web/domain/Egress"
import { safely } from "../safely.ts"
import { DialFailed } from "./dial.ts"
import { tunnelOrigin } from "./forward.ts"
import type { ProxyAccount } from "./ProxyAccount.ts"

const answer = (client: Duplex, status: string) => {
  if (client.writable) client.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
}

const pass = (account: ProxyAccount, from: Duplex, to: Duplex) => {
  const end = safely(() => to.destroy())
  from.on(
    "data",
    safely((chunk: Buffer) => account.count(chunk.length))
  )
  from.on("error", end)
  from.on("close", end)
  from.pipe(to)
}

/** Opens a tunnel to `host:port`, or says why not. */
export const tunnel = (account: ProxyAccount, request: IncomingMessage, client: Duplex, head: Buffer) => {
  const url = parseUrl(`https://${request.url}/`)
  if (url === null || url.username !== "" || url.pathname !== "/") {
    answer(client, "400 Bad Request")
    return
  }
  const open = (upstream: Duplex) => {
    if (!client.writable) {
      upstream.destroy()
      return
    }
    client.write("HTTP/1.1 200 Connection established\r\n\r\n")
    upstream.write(head)
    pass(account, client, upstream)
    pass(account, upstream, client)
  }
  const refuse = (cause: unknown) => {
    const refusal = cause instanceof DialFailed ? cause.refusal : "connection_failed"
    account.refuse(tunnelOrigin(url), refusal)
    answer(client, refusal === "forbidden_address" ? "403 Forbidden" : "502 Bad Gateway")
  }
  const end = () => client.destroy()
  account.dial(targetOf(url)).then(safely(open, end), safely(refuse, end))
}
