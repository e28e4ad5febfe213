/**
 * `/mcp`: who may speak there, and how much.
 *
 * **Details.** In this order: the names in `Host` and `Origin`, the key, the method, the body within the limits of bodies,
 * and what the caller's limits allow. A message that calls the API draws on nothing here, because the call does so itself:
 * with its own scope, budget, charge and log. A token that lacks the scope of what is called is told so by the status (step-up); whoever
 * has a key could ask for no more. Replies are streams where the protocol wants them to be.
 *
 * Clients of 2025 are given a label with which their messages belong together (`Mcp-Session-Id`), so that one of them can cancel another. Nothing is
 * kept of it, and whoever sends none is answered all the same. One that is not ours, or not the caller's, is answered 404, so that its client begins anew.
 */
import { Conversations } from "@kittiwake/core/grants/Conversations"
import { Limits } from "@kittiwake/core/limits/Limits"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { Scope as ApiScope } from "@kittiwake/core/organizations/domain/Scope"
import { Effect, Option, type Scope } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { readJson } from "../body.ts"
import { Exchange, type ExchangeState } from "../Exchange.ts"
import { type ApiError, MethodNotAllowed } from "../errors.ts"
import { noteCaller } from "../inTurns.ts"
import { Authenticator } from "../middleware/Authenticator.ts"
import { challenge, lacksScope } from "../oauth/challenge.ts"
import { Replies } from "../Replies.ts"
import { noRoom } from "../requestMemory.ts"
import { ListeningHost, PublicAddress, publicAddress } from "../web/PublicAddress.ts"
import { AssistantDoor, AssistantOrigins } from "./AssistantDoor.ts"
import { cancellable, together } from "./cancellable.ts"
import { InnerApi } from "./InnerApi.ts"
import { makeRunningCalls, type RunningCall } from "./RunningCalls.ts"
import { distrusts } from "./trust.ts"

/** Where AI clients speak to an installation. */
export const assistantPath = "/mcp"

/** What the protocol calls a body that is no message. */
const notAMessage = (code: number, message: string, status: number) =>
  HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", id: null, error: { code, message } }, { status })

/** Most messages of a batch, as the protocol of March 2025 has them: each is answered in full, and none waits for the last. */
const batchMax = 10

const isBearer = /^bearer /i

/** Tells a client that has no key, or a wrong one, where to get one (contract/mcp-oauth.md §3). */
const unauthorized = (address: string, hasSent: boolean): string =>
  challenge(address, "mcp", {
    error: "unauthorized",
    error_description: hasSent ? "This key or token is not valid (any more)." : "Send an API key or an access token."
  })

/** The reply to a call whose scope was not granted: the client may ask its user for it. */
const lacksPermission = (address: string, scope: ApiScope, held: Principal["scopes"], message: unknown) => {
  const id = typeof message === "object" && message !== null && "id" in message ? (message.id ?? null) : null
  const error = { code: -32000, message: `This token may not do that: it lacks the scope ${scope}.`, data: { scope } }
  return HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id, error },
    { status: 403, headers: { "www-authenticate": lacksScope(address, "mcp", scope, held) } }
  )
}

const labelHeader = "mcp-session-id"

/** Versions from this one on know of no sessions. */
const stateless = "2026-07-28"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const methodOf = (message: unknown): unknown => (isRecord(message) ? message.method : undefined)

const cancels = (message: unknown): boolean => methodOf(message) === "notifications/cancelled"

/** The call that a cancellation names. */
const cancelledBy = (message: unknown): unknown => Object(Object(message).params).requestId

/** The label that a message came with, where that means something: a handshake begins a new one. */
const labelOf = ({ headers }: HttpServerRequest.HttpServerRequest, message: unknown): string | null => {
  if ((headers["mcp-protocol-version"] ?? "") >= stateless || methodOf(message) === "initialize") return null
  return headers[labelHeader] ?? null
}

const unknownLabel = (message: unknown) =>
  HttpServerResponse.jsonUnsafe(
    {
      jsonrpc: "2.0",
      id: isRecord(message) ? (message.id ?? null) : null,
      error: { code: -32001, message: "There is no such session (any more). Initialize again." }
    },
    { status: 404 }
  )

/** Ends an answer that nobody has begun to read. */
const endUnread = ({ body }: Response): void => {
  if (body !== null && !body.locked) body.cancel().catch(() => undefined)
}

/** The route; without a door there is no such path. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const door = yield* AssistantDoor
    if (door === null) return
    const limits = yield* Limits
    const origins = yield* AssistantOrigins
    const own = { named: yield* PublicAddress, listensOn: yield* ListeningHost }
    const inner = yield* InnerApi
    const { authenticate } = yield* Authenticator
    const { refuse } = yield* Replies
    const conversations = yield* Conversations
    const calls = yield* makeRunningCalls

    const refused = (exchange: ExchangeState, request: HttpServerRequest.HttpServerRequest, error: ApiError) =>
      Effect.map(refuse(exchange, error), (response) =>
        error._tag === "Unauthorized"
          ? HttpServerResponse.setHeader(
              response,
              "www-authenticate",
              unauthorized(publicAddress(own, request), isBearer.test(request.headers.authorization ?? ""))
            )
          : response
      )

    const admitted = Effect.fnUntraced(function* (
      exchange: ExchangeState,
      request: HttpServerRequest.HttpServerRequest
    ) {
      exchange.caller = yield* authenticate(request, "mcp")
      noteCaller(request.source, exchange.caller.organization.id)
      if (exchange.memory.isShort) return yield* noRoom
      if (request.method !== "POST") return yield* new MethodNotAllowed({ allowed: ["POST"] })
      return exchange.caller
    })

    const answer = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { host, origin } = request.headers
        const distrust = distrusts({ host, origin }, own, origins)
        if (distrust !== null) return notAMessage(-32000, distrust, 403)
        const known = yield* Effect.result(admitted(exchange, request))
        if (known._tag === "Failure") return yield* refused(exchange, request, known.failure)
        const principal = known.success
        // Its text may hold anything that a person told an assistant, so the log of calls keeps only what the API is asked.
        const read = yield* Effect.result(readJson(request, { isSecret: true }))
        if (read._tag === "Failure") {
          const error = read.failure
          if (error._tag !== "InvalidInput") return yield* refuse(exchange, error)
          return notAMessage(-32700, error.message, 400)
        }
        const message = read.success
        const messages: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
        if (messages.length > batchMax) return notAMessage(-32600, `A batch has ${batchMax} messages at most.`, 400)
        const cancellations = messages.filter(cancels)
        const rest = messages.filter((one) => !cancels(one))
        const label = labelOf(request, message)
        const conversation = label === null ? null : Option.getOrNull(yield* conversations.open(label, principal.id))
        if (cancellations.length > 0) {
          // Before anything is refused: what is used up may be so by the very calls that are to end.
          const elsewhere =
            conversation === null
              ? []
              : yield* Effect.forEach(cancellations, (one) => calls.cancel(conversation, cancelledBy(one)))
          const drawn = yield* Effect.result(limits.admitCancelling(principal, cancellations.length))
          if (drawn._tag === "Failure") return yield* refuse(exchange, drawn.failure)
          exchange.limit = drawn.success
          for (const name of elsewhere) if (name !== null) yield* calls.tell(name, principal.id)
        }
        const uncounted = rest.filter((one) => !door.callsApi(one)).length
        if (uncounted > 0 || messages.length === 0) {
          const drawn = yield* Effect.result(limits.admit(principal, "default", Math.max(1, uncounted)))
          if (drawn._tag === "Failure") return yield* refuse(exchange, drawn.failure)
          exchange.limit = drawn.success
        }
        if (label !== null && conversation === null) {
          if (uncounted > 0 || cancellations.length > 0) return unknownLabel(message)
          const drawn = yield* Effect.result(limits.admit(principal, "default", 1))
          return drawn._tag === "Failure" ? yield* refuse(exchange, drawn.failure) : unknownLabel(message)
        }
        if (cancellations.length > 0 && rest.length === 0) return HttpServerResponse.empty({ status: 202 })
        // What speaks the protocol answers no call that it saw cancelled, and then its reply to those sent together would have no end.
        const kept = cancellations.length > 0 ? rest : message
        const address = publicAddress(own, request) || `http://${request.headers.host ?? "localhost"}`
        const lacking = principal.kind === "grant" ? door.lacks(kept, principal.scopes) : null
        if (lacking !== null) {
          const drawn = yield* Effect.result(limits.admit(principal, "default", 1))
          if (drawn._tag === "Failure") return yield* refuse(exchange, drawn.failure)
          exchange.errorCode = "INSUFFICIENT_PERMISSIONS"
          return lacksPermission(address, lacking, principal.scopes, message)
        }
        const ids = rest.filter((one) => methodOf(one) !== undefined).map((one): unknown => Object(one).id)
        // What has begun is over whenever this ends: nothing comes between the two.
        const response = yield* Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const running =
              conversation === null ? new Map<unknown, RunningCall>() : yield* restore(calls.begin(conversation, ids))
            const all = [...running.values()]
            const call = Array.isArray(message) ? null : (all[0] ?? null)
            const context = yield* Effect.context<Scope.Scope>()
            const run = Effect.runPromiseWith(context)
            const { source } = request
            const left = new AbortController()
            const headers = new Headers()
            for (const [name, value] of Object.entries(request.headers)) {
              if (value !== undefined && name !== "content-length" && name !== "transfer-encoding")
                headers.set(name, value)
            }
            const ends = [left.signal, ...(call === null ? [] : [call.signal])]
            const signal = AbortSignal.any(source instanceof Request ? [source.signal, ...ends] : ends)
            const replied = Effect.promise((interrupted) => {
              interrupted.addEventListener("abort", () => left.abort(), { once: true })
              const answered = () =>
                door.answer({
                  request: new Request(`${address}${assistantPath}`, { method: "POST", headers, signal }),
                  message: kept,
                  principal,
                  endedBy: (id) => running.get(id)?.signal,
                  api: (asked) => {
                    // A token is for an address, and the call is made under the one that the client reached.
                    if (request.headers.host !== undefined) asked.headers.set("host", request.headers.host)
                    return inner.answer === null
                      ? Promise.reject(new Error("No route is built yet."))
                      : inner.answer(asked)
                  },
                  refusedByLimits: () =>
                    run(
                      Effect.match(limits.admit(principal, "default", 1), {
                        onSuccess: () => null,
                        onFailure: ({ retryAfterSeconds }) => `Too many requests. Try again in ${retryAfterSeconds} s.`
                      })
                    ),
                  run
                })
              return call === null ? together(all, answered) : cancellable(call, answered)
            })
            const response = yield* Effect.onInterrupt(restore(replied), () =>
              Effect.sync(() => {
                left.abort()
                for (const one of all) one.over()
              })
            )
            // Nobody begins to read the answer to a client that has left meanwhile: what it holds is given back here.
            yield* Effect.addFinalizer(() => Effect.sync(() => endUnread(response)))
            return response
          })
        )
        // What speaks the protocol says of the connection what it cannot know: whether it stays is between the client and this server.
        const made = HttpServerResponse.removeHeader(HttpServerResponse.fromWeb(response), "connection")
        const reply = HttpServerResponse.setHeader(made, "x-accel-buffering", "no")
        if (methodOf(message) !== "initialize" || response.status !== 200) return reply
        return HttpServerResponse.setHeader(reply, labelHeader, yield* conversations.begin(principal.id))
      })

    yield* router.add("*", assistantPath, answer)
  })
)
