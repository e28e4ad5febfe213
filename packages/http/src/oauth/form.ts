/** Reads forms, as programs and pages send them. */
import { noRoomMessage } from "@kittiwake/core/budget/MemoryBudget"
import { ClientRefused } from "@kittiwake/core/grants/errors"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { readBytes } from "../readBytes.ts"

/** Most bytes of a form; a long state twice over fits. */
const formMaxBytes = 65_536

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

const unreadable = (message: string) => new ClientRefused({ reason: "invalid_request", message })

/** There is no room for what was sent. */
export const withoutRoom = new ClientRefused({ reason: "temporarily_unavailable", message: noRoomMessage })

/** The fields of a form that was posted. */
export const readForm = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!formType.test(request.headers["content-type"] ?? "")) {
    return yield* unreadable("Send the body as application/x-www-form-urlencoded.")
  }
  const bytes = yield* Effect.mapError(readBytes(request, formMaxBytes), (error) =>
    error._tag === "TooBusy" ? withoutRoom : unreadable("The body cannot be read.")
  )
  return new URLSearchParams(new TextDecoder().decode(bytes))
})

/** Who sends the request, as far as the connection tells; behind a proxy that is the proxy. */
export const addressOf = (request: HttpServerRequest.HttpServerRequest): string =>
  request.remoteAddress._tag === "Some" ? request.remoteAddress.value : "unknown"
