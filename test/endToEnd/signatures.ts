/** How a receiver checks that an event is genuine: by hand, and with the library of Standard Webhooks. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Webhook } from "standardwebhooks"
import type { Arrival } from "./Receiver.ts"

/** Checks `X-Service-Signature: t=<seconds>,v1=<hex>` as the documentation tells receivers to. */
export const isSignedByHand = ({ body, headers }: Pick<Arrival, "body" | "headers">, secret: string): boolean => {
  const [, seconds = "", mac = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-service-signature"])) ?? []
  const expected = createHmac("sha256", secret).update(`${seconds}.${body}`).digest()
  const given = Buffer.from(mac, "hex")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Checks the `webhook-*` headers with the library. */
export const isSignedByStandard = ({ body, headers }: Pick<Arrival, "body" | "headers">, secret: string): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
