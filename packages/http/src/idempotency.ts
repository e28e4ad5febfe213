/** The header with which a caller says that two requests are one. */
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import type { KeyedBody } from "@kittiwake/core/idempotency/domain/KeptAnswer"
import { Schema } from "effect"

/** The request headers of an operation that takes `Idempotency-Key`. */
export const keyHeaders = {
  "idempotency-key": Schema.optionalKey(
    IdempotencyKey.annotate({
      description:
        "Sending the same request with the same key again within 24 hours gives the first answer and does nothing twice."
    })
  )
}

type KeyHeaders = Schema.Struct<typeof keyHeaders>["Type"]

/** The body with its key, when one came. */
export const keyedBody = (headers: KeyHeaders, body: unknown): KeyedBody | undefined => {
  const key = headers["idempotency-key"]
  return key === undefined ? undefined : { key, body }
}
