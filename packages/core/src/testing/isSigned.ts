/** Verifies a webhook as a receiver does that wants both signatures. */
import { type DateTime, Effect } from "effect"
import { checkSignature, type SignedRequest } from "../webhooks/checkSignature.ts"

/** Whether both signatures of a request are there, right under `secret`, of one moment, and made at most five minutes before `at`. */
export const isSigned = Effect.fnUntraced(function* (request: SignedRequest, secret: string, at: DateTime.Utc) {
  const { headers } = request
  const [, time = ""] = /^t=(\d{1,12}),/.exec(headers["x-service-signature"] ?? "") ?? []
  if (time === "" || headers["webhook-timestamp"] !== time) return false
  if (headers["webhook-signature"] === undefined || headers["x-service-id"] !== headers["webhook-id"]) return false
  return (yield* checkSignature(request, secret, at)) === "verified"
})
