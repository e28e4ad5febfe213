/** Verifies a webhook as a receiver does. */
import { type DateTime, Effect, Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Signer } from "../security/Signer.ts"
import { serviceSigning, standardSigning } from "../webhooks/domain/Signature.ts"

/** Longest time, in seconds, between signing and receiving. */
const toleranceSeconds = 300

/** Whether both signatures of a request are right under `secret` and were made at most five minutes before `at`. */
export const isSigned = Effect.fnUntraced(function* (
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  secret: string,
  at: DateTime.Utc
) {
  const { headers, body } = request
  const [, time = "", service = ""] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers["x-service-signature"] ?? "") ?? []
  const [, standard = ""] = /^v1,(.+)$/.exec(headers["webhook-signature"] ?? "") ?? []
  const id = headers["webhook-id"] ?? ""
  const seconds = Number(time)
  if (time === "" || headers["webhook-timestamp"] !== time || headers["x-service-id"] !== id) return false
  if (Math.abs(at.epochMilliseconds / 1_000 - seconds) > toleranceSeconds) return false

  const signer = yield* Signer
  const own = serviceSigning(secret, seconds, body)
  const common = standardSigning(secret, id, seconds, body)
  const commonMac = Base64.encode(yield* signer.mac(common.key, common.message))
  return (
    constantTimeEqual(service, Hex.encode(yield* signer.mac(own.key, own.message))) &&
    Result.isSuccess(Base64.decode(standard)) &&
    constantTimeEqual(standard, commonMac)
  )
})
