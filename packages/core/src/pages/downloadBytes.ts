/** A resource as it is. */
import { Clock, Duration, Effect } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { leftOf } from "../web/domain/Deadline.ts"
import { WebsiteBlocked } from "../web/errors.ts"
import { type Download, maxBodyBytes } from "../web/HttpFetcher.ts"
import { openSession } from "../web/openSession.ts"
import { writtenUrl } from "../web/writtenUrl.ts"
import { ofExchange, ofPage } from "./captureProblems.ts"
import { robotsWall, showsWall, statusProblem } from "./domain/PageProblem.ts"
import { bytesPrice } from "./domain/Price.ts"

export interface BytesRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly country: string | null
}

/** As much of an error page as is looked at for a wall. */
const wallBytes = 16_384

const isWall = ({ bytes, contentType }: Download): boolean =>
  contentType?.includes("html") === true && showsWall(new TextDecoder().decode(bytes.subarray(0, wallBytes)))

/** Downloads what stands at the address, whatever its kind. An address that answers with an error is one. */
export const downloadBytes = Effect.fn("Web.bytes")(function* (call: Call, request: BytesRequest) {
  return yield* charged(
    call,
    exactly(bytesPrice)
  )(
    Effect.fnUntraced(function* () {
      yield* writtenUrl("url", request.url)
      const now = yield* Clock.currentTimeMillis
      const session = yield* openSession
      const value = yield* session
        .download({
          ...request,
          validators: null,
          maxBytes: maxBodyBytes,
          timeout: Duration.millis(leftOf(call.deadline, now)),
          patience: Duration.millis(leftOf(call.deadline, now)),
          acceptsPart: false
        })
        .pipe(Effect.mapError(ofExchange))
      if (value.isChallenge === true) return yield* Effect.fail(ofPage({ ...robotsWall, status: value.status }))
      const problem = statusProblem(value.status)
      if (problem !== null && isWall(value)) return yield* new WebsiteBlocked({ message: problem.message })
      if (problem !== null)
        return yield* Effect.fail(ofPage(problem.kind === "blocked" ? { ...problem, kind: "unusable" } : problem))
      return { value, credits: bytesPrice }
    })
  )
})
