/**
 * How a receiver knows that an event is ours: the contract's own signature, and beside it the three headers of Standard
 * Webhooks 1.0, which ordinary libraries verify (contract/webhooks.md §2, docs/decisions/0010).
 */
import { Result } from "effect"
import { Base64, Hex } from "effect/encoding"
import type { EventType } from "./Event.ts"

/** A text to authenticate, and the bytes of the key to do it with. */
export interface Signing {
  readonly key: Uint8Array
  readonly message: string
}

/** What the contract's own signature covers, under the whole secret string. */
export const serviceSigning = (secret: string, seconds: number, body: string): Signing => ({
  key: new TextEncoder().encode(secret),
  message: `${seconds}.${body}`
})

/** What a Standard Webhooks signature covers, under the bytes that the secret's Base64 part stands for. */
export const standardSigning = (secret: string, eventId: string, seconds: number, body: string): Signing => ({
  key: Result.getOrElse(Base64.decode(secret.replace(/^whsec_/, "")), () => new TextEncoder().encode(secret)),
  message: `${eventId}.${seconds}.${body}`
})

/** The headers of one attempt. */
export const signedHeaders = (options: {
  /** What the contract's own headers begin with. */
  readonly prefix: string
  readonly event: EventType
  readonly eventId: string
  readonly seconds: number
  readonly serviceMac: Uint8Array
  readonly standardMac: Uint8Array
}): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  [`${options.prefix}-event`.toLowerCase()]: options.event,
  [`${options.prefix}-id`.toLowerCase()]: options.eventId,
  [`${options.prefix}-signature`.toLowerCase()]: `t=${options.seconds},v1=${Hex.encode(options.serviceMac)}`,
  "webhook-id": options.eventId,
  "webhook-timestamp": String(options.seconds),
  "webhook-signature": `v1,${Base64.encode(options.standardMac)}`
})

/** Whether a secret ends as one does that is shown in part: no secret has dots, or the sign for them. @internal */
export const isShortened = (secret: string): boolean => /(?:…|\.{3})$/.test(secret)
