/** Plain HTTP of a browser, passed on request by request. */

import { type Agent, type IncomingMessage, request as openRequest, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { hasLongHost } from "@kittiwake/core/internal/security/domain/parseUrl"
import { canonicalHost, targetOf } from "@kittiwake/core/web/domain/Egress"
import { safely } from "../safely.ts"
import { DialFailed } from "./dial.ts"
import type { ProxyAccount, ProxyRefusal } from "./ProxyAccount.ts"

/** Most bytes of the head of a request or an answer. */
export const maxHeaderBytes = 64 * 1024

/** Informational answers before the real one. */
const maxInformational = 10

const hopByHop: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "http2-settings"]
])

/** Headers as they came, without those of the connection and those that the connection header names. */
const endToEnd = (raw: ReadonlyArray<string>, also: ReadonlySet<string> = new Set()): Array<string> => {
  const named = new Set<string>()
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== "connection") continue
    for (const name of raw[at + 1]?.split(",") ?? []) named.add(name.trim().toLowerCase())
  }
  const kept: Array<string> = []
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ""
    if (!hopByHop.has(name) && !named.has(name) && !also.has(name)) kept.push(raw[at] ?? "", raw[at + 1] ?? "")
  }
  return kept
}

const refuse = (response: ServerResponse, status: number) => {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { "content-length": "0" }).end()
}

/** Answers of ours have no body, so that a page learns nothing about what stands behind a name. */
const statusOf = { forbidden_address: 403, too_large: 429 } as const

const noHost: ReadonlySet<string> = new Set(["host"])

/**
 * What a browser asks for; null for what is no address. One may be as long as a head has room for: nothing is resolved against it, and none but
 * its server is told of it. So it is not `parseUrl` that reads it, which takes as much as addresses have that are told or kept.
 */
const targetIn = (address: string): URL | null => {
  if (hasLongHost(address)) return null
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** Asking twice for these does nothing twice. */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

const mayBeAskedTwice = ({ headers, method }: IncomingMessage): boolean =>
  safeMethods.has(method ?? "") && headers["content-length"] === undefined && headers["transfer-encoding"] === undefined

/** One request of a browser, and how it is answered. */
interface Exchange {
  readonly account: ProxyAccount
  readonly url: URL
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const refuseWith = ({ account, response, url }: Exchange, refusal: ProxyRefusal) => {
  account.refuse(url.origin, refusal)
  refuse(response, refusal in statusOf ? statusOf[refusal as keyof typeof statusOf] : 502)
}

/** Sends the request on over a connection of the agent. Where one that was kept ends without a byte of an answer, it is sent `anew`. */
const send = (exchange: Exchange, agent: Agent, anew: (() => void) | null) => {
  const { account, request, response, url } = exchange
  const { host, port } = targetOf(url)
  const upstream = openRequest({
    agent,
    host,
    port,
    method: request.method ?? "GET",
    path: url.pathname + url.search,
    // The host is the one that was judged, whatever the request says.
    headers: ["host", url.host, ...endToEnd(request.rawHeaders, noHost)],
    setHost: false,
    maxHeaderSize: maxHeaderBytes
  })
  let informational = 0
  let isLeft = false
  let bytesBefore = 0
  const begin = (socket: Socket) => {
    bytesBefore = socket.bytesRead
  }
  /** A server may close a connection that it kept at the moment at which it is asked over it: it has not seen the request then. */
  const isStale = () => upstream.reusedSocket && upstream.socket?.bytesRead === bytesBefore
  const inform = () => {
    informational += 1
    if (informational > maxInformational) upstream.destroy()
  }
  const breakOff = (cause: Error) => {
    // What we break off because nobody waits for it any more says nothing of the server.
    if (isLeft) return
    if (anew !== null && isStale()) {
      isLeft = true
      anew()
    } else if (cause instanceof DialFailed) refuseWith(exchange, cause.refusal)
    else {
      const isNoHttp = "code" in cause && String(cause.code).startsWith("HPE_")
      refuseWith(exchange, isNoHttp ? "bad_response" : "connection_failed")
    }
  }
  const refuseAnswer = () => {
    upstream.destroy()
    refuseWith(exchange, "bad_response")
  }
  const answerWith = (answer: IncomingMessage) => {
    // A server that asks for the credentials of a proxy would be given ours.
    if (answer.statusCode === 407) return refuseAnswer()
    answer.on(
      "data",
      safely((chunk: Buffer) => account.count(chunk.length))
    )
    answer.on(
      "error",
      safely(() => response.destroy())
    )
    try {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders))
    } catch {
      return refuseAnswer()
    }
    return answer.pipe(response)
  }
  // However it ends, whoever asked is not left without an answer: an answer of another protocol (101) ends it without a word.
  const close = () => {
    if (!isLeft && !response.headersSent) refuseWith(exchange, "bad_response")
  }
  const leave = () => {
    isLeft = true
    upstream.destroy()
  }
  upstream.on("socket", safely(begin, leave))
  upstream.on("information", safely(inform, leave))
  upstream.on(
    "error",
    safely(breakOff, () => response.destroy())
  )
  upstream.on(
    "response",
    safely(answerWith, () => response.destroy())
  )
  upstream.on("close", safely(close))
  response.on("close", safely(leave))
  request.on(
    "error",
    safely(() => upstream.destroy())
  )
  request.pipe(upstream)
}

/** Sends the request on and the answer back, both counted. */
export const forward = (account: ProxyAccount, request: IncomingMessage, response: ServerResponse) => {
  const url = targetIn(request.url ?? "")
  if (url === null || url.protocol !== "http:" || url.username !== "") {
    refuse(response, 400)
    return
  }
  const exchange: Exchange = { account, url, request, response }
  const anew = () => send(exchange, account.newConnections, null)
  request.on(
    "data",
    safely((chunk: Buffer) => account.count(chunk.length))
  )
  send(exchange, account.agent, mayBeAskedTwice(request) ? anew : null)
}

/** The origin under which a tunnel is remembered: a browser opens one for `https:` and for `wss:`. */
export const tunnelOrigin = (url: URL): string => `https://${canonicalHost(url)}:${targetOf(url).port}`
