/** Takes what is posted to the address of an inbox: from whoever knows it, without a key. */
import { inboxLimits, isTaken } from "@kittiwake/core/inbox/domain/InboxEvent"
import { Inbox } from "@kittiwake/core/inbox/Inbox"
import { Limits } from "@kittiwake/core/limits/Limits"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { NoSuchRoute, UnsupportedBody } from "../errors.ts"
import { addressOf } from "../oauth/form.ts"
import { Replies } from "../Replies.ts"
import { readBytes } from "../readBytes.ts"

/** Requests a minute from one address, to one inbox or to those that are none. */
const requestsPerMinute = 120

/** What a sender is told whose event a receiver would refuse. It is kept all the same, so that its owner sees why. */
const refusals: Readonly<Record<string, string>> = {
  wrong_signature: "The signature is not that of this body under the secret of its monitor.",
  too_old: "The signature was made more than five minutes from now."
}

/** `POST /inbox/{token}`. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const inbox = yield* Inbox
    const limits = yield* Limits
    const { refuse } = yield* Replies

    const answer = Effect.fnUntraced(function* (token: string) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const address = addressOf(request)
      const organizationId = yield* Effect.catchTag(inbox.find(token), "InboxNotFound", () =>
        Effect.andThen(limits.admitStranger("inbox", address, requestsPerMinute), Effect.fail(new NoSuchRoute()))
      )
      // Who knows an address is counted with who else knows it: strangers, however many, keep them from nothing.
      yield* limits.admitStranger(`inbox:${organizationId}`, address, requestsPerMinute)
      const bytes = yield* Effect.catchTag(readBytes(request, inboxLimits.bodyBytes), "HttpServerError", () =>
        Effect.fail(new UnsupportedBody({ message: "The body cannot be read." }))
      )
      const body = new TextDecoder().decode(bytes)
      const { id, verdict } = yield* inbox.receive(organizationId, { headers: request.headers, body })
      const { requestId } = yield* Exchange
      const reply = { id, verdict, request_id: requestId }
      return isTaken(verdict)
        ? HttpServerResponse.jsonUnsafe(reply)
        : HttpServerResponse.jsonUnsafe(
            { ...reply, message: refusals[verdict], error_code: "UNAUTHORIZED" },
            { status: 401 }
          )
    })

    yield* router.add(
      "POST",
      "/inbox/:token",
      Effect.gen(function* () {
        const exchange = yield* Exchange
        const { token = "" } = yield* HttpRouter.params
        const answered = yield* Effect.result(answer(token))
        return answered._tag === "Failure" ? yield* refuse(exchange, answered.failure) : answered.success
      })
    )
  })
)
