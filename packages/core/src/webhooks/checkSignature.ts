/** Verifies an event as its receiver does, in whichever of the two forms it is signed (docs/decisions/0010). */
import { type DateTime, Effect } from "effect"
import { Base64, Hex } from "effect/encoding"
import { constantTimeEqual } from "../security/constantTimeEqual.ts"
import { Signer } from "../security/Signer.ts"
import { serviceSigning, standardSigning } from "./domain/Signature.ts"
import { HeaderPrefix } from "./HeaderPrefix.ts"

/** Longest time, in seconds, between signing and receiving. */
export const toleranceSeconds = 300

/** A request with its headers in lower case. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a signature turned out to be. */
export type SignatureVerdict = "verified" | "wrong_signature" | "too_old"

const isService = Effect.fnUntraced(function* (signature: string, secret: string, body: string) {
  const [, time = "", given = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (given === "") return null
  const { key, message } = serviceSigning(secret, Number(time), body)
  const mac = Hex.encode(yield* (yield* Signer).mac(key, message))
  return constantTimeEqual(given, mac) ? Number(time) : null
})

const isStandard = Effect.fnUntraced(function* ({ headers, body }: SignedRequest, signature: string, secret: string) {
  const time = /^\d{1,12}$/.exec(headers["webhook-timestamp"] ?? "")?.[0]
  if (time === undefined) return null
  const { key, message } = standardSigning(secret, headers["webhook-id"] ?? "", Number(time), body)
  const mac = Base64.encode(yield* (yield* Signer).mac(key, message))
  // Several may stand there while a secret is replaced, by the standard.
  const given = signature.slice(0, 1_000).split(" ")
  const isAny = given.some((one) => one.startsWith("v1,") && constantTimeEqual(one.slice(3), mac))
  return isAny ? Number(time) : null
})

/**
 * What the signatures of a request that was received at `at` turn out to be under `secret`. One form is enough; where both are there,
 * both must be right, as everything we send is signed in both.
 */
export const checkSignature = Effect.fnUntraced(function* (
  request: SignedRequest,
  secret: string,
  at: DateTime.Utc
): Effect.fn.Return<SignatureVerdict, never, Signer> {
  const { body, headers } = request
  const service = headers[`${yield* HeaderPrefix}-signature`.toLowerCase()]
  const standard = headers["webhook-signature"]
  const seconds = [
    ...(service === undefined ? [] : [yield* isService(service, secret, body)]),
    ...(standard === undefined ? [] : [yield* isStandard(request, standard, secret)])
  ]
  if (seconds.length === 0 || seconds.includes(null)) return "wrong_signature"
  const now = at.epochMilliseconds / 1_000
  return seconds.some((one) => Math.abs(now - (one ?? 0)) > toleranceSeconds) ? "too_old" : "verified"
})
