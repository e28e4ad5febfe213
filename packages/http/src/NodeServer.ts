/** Serves the API on a port with `node:http`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Ids } from "@kittiwake/core/security/Ids"
import { Duration, Effect, Latch, Layer } from "effect"
import { HttpServer } from "effect/http"
import { Api } from "./api.ts"
import { BatchedResponse, batchWritten, beingSent } from "./BatchedResponse.ts"
import { limitOfAll, limitPerNetwork } from "./Connections.ts"
import { leaveInTurns, makeClosing } from "./closeInTurns.ts"
import { describeEarly } from "./describeEarly.ts"
import { parserRefusals, type Refusal } from "./errors.ts"
import { beginInTurns, requestEvents } from "./inTurns.ts"
import { KnownCallers } from "./KnownCallers.ts"
import { limitPieces } from "./limitPieces.ts"
import { Ending } from "./live/Ending.ts"
import { alone } from "./narrow.ts"
import { ownServers } from "./ownMemory.ts"
import { errorBody } from "./Replies.ts"
import { refuseInOrder } from "./refuseInOrder.ts"
import { answering, metricsRoutes, routes } from "./server.ts"
import { takeBeforeClosing } from "./takeBeforeClosing.ts"
import { isCodingKnown } from "./transferCoding.ts"
import { limitUnfinishedHeads, unfinishedHeadBytes } from "./unfinishedHeads.ts"

/** What connections may take. */
export interface ServerLimits {
  readonly headers: Duration.Duration
  readonly request: Duration.Duration
  /** Time between two looks for connections that are over one of these. */
  readonly looking: Duration.Duration
  readonly keepAlive: Duration.Duration
  readonly idle: Duration.Duration
  readonly headerBytes: number
  readonly unfinishedHeadBytes: number
  readonly connections: number
  readonly connectionsPerNetwork: number
  readonly farewell: Duration.Duration
}

export const serverLimits: ServerLimits = {
  /** Time for the headers of a request to arrive. */
  headers: Duration.seconds(10),
  /** Time for a whole request to arrive. */
  request: Duration.seconds(60),
  looking: Duration.seconds(2),
  /** Longer than load balancers keep a connection, so that they close it first. */
  keepAlive: Duration.seconds(65),
  /** Time without a byte in either direction, longer than the longest request works. */
  idle: Duration.seconds(330),
  /** The request line of a page with a hundred long selectors, and room for the headers (contract/scrape.md §0.2). */
  headerBytes: 294_912,
  unfinishedHeadBytes,
  connections: 10_000,
  /** Of one network, which is an address, and of IPv6 its first 64 bits, that is not a proxy's. */
  connectionsPerNetwork: 1_000,
  /** Time for whoever broke the rules to close its side, after which the connection is cut. */
  farewell: Duration.seconds(1)
}

const refusalFor = (code: string | undefined): Refusal => {
  if (code === "HPE_HEADER_OVERFLOW") return parserRefusals.headersTooLarge
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? parserRefusals.tooSlow : parserRefusals.malformed
}

/** Of clients that cut their connection, or closed it in the middle of a request: nobody waits for an answer there. */
const areGone: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "HPE_INVALID_EOF_STATE"])

const statusTexts: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large"
}

/** What goes onto the socket when the parser gave up before there was a request. */
const rawReply = (refusal: Refusal, requestId: string): string => {
  const body = JSON.stringify(errorBody(refusal, { request_id: requestId }))
  return [
    `HTTP/1.1 ${refusal.status} ${statusTexts[refusal.status] ?? "Error"}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "x-should-retry: false",
    "connection: close",
    "",
    body
  ].join("\r\n")
}

/**
 * Answers whoever asks for another protocol in this one (RFC 9110 §7.8), since nothing here has another, and closes: what came with such a
 * request in one read of the socket is lost to Node's parser. To a listener Node would give the connection away: without limits of time,
 * and with answers before it that never go out.
 */
const keepProtocol = (server: Server): void => {
  server.on("newListener", (event, listener: () => void) => {
    if (event === "upgrade") process.nextTick(() => server.off(event, listener))
  })
  closeAfter(server, ({ headers }) => headers.upgrade !== undefined)
}

/** Closes the connections of such requests behind their answers. */
const closeAfter = (server: Server, isLast: (request: IncomingMessage) => boolean): void => {
  const look = (request: IncomingMessage, response: ServerResponse) => {
    if (isLast(request)) response.shouldKeepAlive = false
  }
  for (const event of requestEvents) server.prependListener(event, look)
}

/**
 * Whether somebody in between may have found another end of the body: HTTP/1.0 knows no chunks, and what is coded besides may be read in
 * several ways (RFC 9112 §6.1).
 */
const mayEndElsewhere = ({ headers, httpVersion }: IncomingMessage): boolean => {
  const coding = headers["transfer-encoding"]
  return coding !== undefined && (httpVersion === "1.0" || !isCodingKnown(coding))
}

/**
 * Takes no connection for idle whose answer is still being read: Node does so as soon as all of it was handed over, and a server that stops
 * would cut it.
 */
const spareReaders = (server: Server): void => {
  const close = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    const sent = beingSent()
    for (const response of sent) response.finished = false
    try {
      close()
    } finally {
      for (const response of sent) response.finished = true
    }
  }
}

/** Makes servers that keep these limits, and answer nothing yet. @internal */
export const makeServer = Effect.fnUntraced(function* (limits: ServerLimits = serverLimits) {
  const ids = yield* Ids
  const run = Effect.runForkWith(yield* Effect.context<never>())
  return (): Server => {
    const server: Server = createServer({
      ServerResponse: BatchedResponse,
      headersTimeout: Duration.toMillis(limits.headers),
      requestTimeout: Duration.toMillis(limits.request),
      keepAliveTimeout: Duration.toMillis(limits.keepAlive),
      connectionsCheckingInterval: Duration.toMillis(limits.looking),
      maxHeaderSize: limits.headerBytes,
      // A request without one is answered like every other, by `middleware/requestId.ts`.
      requireHostHeader: false
    })
    ownServers.add(server)
    spareReaders(server)
    const callers = new KnownCallers()
    // Each stands before the one above it: a connection that is one too many of its network takes nobody's place.
    const asks = limitOfAll(server, limits.connections, callers)
    limitPerNetwork(server, limits.connectionsPerNetwork)
    const close = makeClosing()
    leaveInTurns(server, close)
    const arrives = refuseInOrder(server, (error, socket) => {
      if (areGone.has(error.code) || !socket.writable) close(socket)
      else {
        const dismiss = Effect.map(ids.uuid, (id) => socket.end(rawReply(refusalFor(error.code), id)))
        // Who does not close in turn would otherwise keep the connection for as long as he likes.
        const part = Effect.sync(() => close(socket))
        run(Effect.andThen(dismiss, Effect.delay(part, limits.farewell)))
      }
    })
    const backlog = beginInTurns(
      server,
      (request, response) => {
        asks(request, response)
        arrives(request, response)
        finishesHead(request)
        if (request.headers["transfer-encoding"] !== undefined) limitPieces(request)
      },
      undefined,
      callers
    )
    const finishesHead = limitUnfinishedHeads(server, limits.unfinishedHeadBytes, undefined, backlog)
    server.setTimeout(Duration.toMillis(limits.idle))
    // The answer that each connection waits for last: whoever is told that it stays open asks on it again, and is not heard.
    const lastOf = new Map<IncomingMessage["socket"], ServerResponse>()
    // An answer that stood behind another when its connection went has no end of its own.
    server.on("connection", (socket) => socket.once("close", () => lastOf.delete(socket)))
    const isClosing = takeBeforeClosing(server, () => {
      for (const response of lastOf.values()) if (!response.headersSent) response.shouldKeepAlive = false
    })
    // `close` ends the connections that are idle then, and no other: one that becomes idle later is ended here, so that
    // clients which keep theirs open do not use up the grace.
    const endWhenClosed = ({ socket }: IncomingMessage, response: ServerResponse) => {
      lastOf.set(socket, response)
      if (isClosing()) response.shouldKeepAlive = false
      response.once("close", () => {
        if (lastOf.get(socket) === response) lastOf.delete(socket)
      })
      response.once("finish", () => {
        if (!server.listening) server.closeIdleConnections()
      })
    }
    for (const event of requestEvents) server.prependListener(event, endWhenClosed)
    keepProtocol(server)
    closeAfter(server, mayEndElsewhere)
    // Whoever expects what nobody knows is answered as if he did not (RFC 9110 §10.1.1).
    server.on("checkExpectation", (request, response) => server.emit("request", request, response))
    return server
  }
})

/** Where to listen, and for how long requests in flight may finish. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly grace?: Duration.Input
}

const listening = <R>(options: ListenOptions, served: Layer.Layer<never, never, R>) => {
  const server = Layer.effect(
    HttpServer.HttpServer,
    Effect.gen(function* () {
      let node: Server | undefined
      const evaluate = yield* makeServer()
      const bound = yield* NodeHttpServer.make(() => (node = evaluate()), {
        host: options.host,
        port: options.port,
        gracefulShutdownTimeout: options.grace ?? Duration.seconds(20)
      })
      // What has begun is answered by now, or has had its time; what is left are clients that keep a connection open without asking.
      yield* Effect.addFinalizer(() => Effect.map(batchWritten, () => node?.closeAllConnections()))
      return bound
    })
  )
  const serving = Layer.effectDiscard(
    Effect.gen(function* () {
      const ending = yield* Latch.make(false)
      const answer = yield* Effect.provideService(answering(served), Ending, ending.await)
      yield* alone((yield* HttpServer.HttpServer).serve(answer))
      // First of all when it stops: streams that would go on for minutes must not use up the grace of requests.
      yield* Effect.addFinalizer(() => ending.open)
    })
  )
  return serving.pipe(Layer.provide(NodeHttpServer.layerHttpServices), Layer.provideMerge(server))
}

/**
 * Listens on `host` and `port`; the layer gives the `HttpServer`, which knows the address.
 *
 * **Details.** When its scope closes it takes no more connections, lets requests in flight finish for `grace`, answers the
 * rest with 503, and closes every connection.
 */
export const layer = (options: ListenOptions) =>
  Layer.merge(listening(options, routes), Layer.effectDiscard(describeEarly(Api)))

/** The same for `GET /metrics` alone. */
export const layerMetrics = (options: ListenOptions) => listening(options, metricsRoutes)
