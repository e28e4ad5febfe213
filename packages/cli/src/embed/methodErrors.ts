/** How errors of the product become what the promise methods reject with. */
import { KeyNotFound } from "@kittiwake/core/organizations/Organizations"
import { type ApiError, refusalOf } from "@kittiwake/http/errors"
import { Schema } from "effect"
import { KittiwakeError } from "./KittiwakeError.ts"

/** Every error that the methods behind the promises can fail with. */
export type MethodError = ApiError | KeyNotFound

const isKeyNotFound = Schema.is(KeyNotFound)

/** The error that a promise rejects with. */
export const kittiwakeError = (error: MethodError): KittiwakeError => {
  if (isKeyNotFound(error)) return new KittiwakeError({ code: "NOT_FOUND", message: "Key not found." })
  const { code, field = "", message } = refusalOf(error)
  return new KittiwakeError({
    code,
    message,
    field,
    ...(error._tag === "StoreUnavailable" ? { cause: error.cause } : {})
  })
}
