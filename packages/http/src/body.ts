/** Reads a JSON body, with every limit that hostile input can meet before its fields are looked at. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import type { TooBusy } from "@kittiwake/core/web/errors"
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Exchange, type ExchangeState } from "./Exchange.ts"
import { UnsupportedBody } from "./errors.ts"
import { invalidInput } from "./inputErrors.ts"
import { jsonSize } from "./jsonSize.ts"
import { announcedBytes, readBytes } from "./readBytes.ts"

/** Most bytes of a body. */
export const maxBodyBytes = 1024 * 1024

/** Deepest nesting of a body; the database engines parse JSON recursively. */
export const maxBodyDepth = 32

/** Most elements of lists and members of objects; no body that any operation takes comes near. */
export const maxBodyItems = 10_000

/** A longer media type is none that is known; a stranger sends as much as a header may hold. */
const maxMediaType = 200

const mediaType = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

const unsupported = (headers: HttpServerRequest.HttpServerRequest["headers"]): string | null => {
  const type = headers["content-type"]
  if (type !== undefined && type !== "" && (type.length > maxMediaType || !mediaType.test(type)))
    return "Send the body as application/json in UTF-8."
  const encoding = headers["content-encoding"]
  if (encoding !== undefined && encoding !== "identity") return "Send the body without a Content-Encoding."
  return null
}

/** What makes a string impossible to store, or null. */
export const textProblem = (value: string): string | null => {
  if (value.includes("\u0000")) return "must not contain the character NUL"
  return value.isWellFormed() ? null : "must not contain half of a surrogate pair"
}

/** What makes a value impossible to store, with its path; null when nothing does. */
const problemOf = (value: unknown, path: string): InvalidInput | null => {
  if (typeof value === "string") {
    const message = textProblem(value)
    return message === null ? null : new InvalidInput({ field: path.slice(0, 200), message })
  }
  if (typeof value !== "object" || value === null) return null
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const problem = problemOf(value[index], `${path}[${index}]`)
      if (problem !== null) return problem
    }
    return null
  }
  for (const [key, item] of Object.entries(value)) {
    const message = textProblem(key)
    if (message !== null) return new InvalidInput({ field: path, message: `a field name ${message}` })
    const problem = problemOf(item, path === "" ? key : `${path}.${key}`)
    if (problem !== null) return problem
  }
  return null
}

/** Refuses a body that says it is no plain JSON in UTF-8. */
export const checkMediaType = (
  headers: HttpServerRequest.HttpServerRequest["headers"]
): Effect.Effect<void, UnsupportedBody> => {
  const problem = unsupported(headers)
  return problem === null ? Effect.void : Effect.fail(new UnsupportedBody({ message: problem }))
}

/** Refuses text that could not be stored, wherever it stands in `value`. */
export const checkText = (value: unknown): Effect.Effect<void, InvalidInput> => {
  const problem = problemOf(value, "")
  return problem === null ? Effect.void : Effect.fail(problem)
}

const notJson = new InvalidInput({ field: "", message: "The body is not valid JSON." })

/** Asked before anything is made of the bytes: a million empty lists fit into a body, and take 100 MB. */
const sizeProblem = (bytes: Uint8Array): InvalidInput | null => {
  const { depth, items } = jsonSize(bytes, { depth: maxBodyDepth, items: maxBodyItems })
  if (depth > maxBodyDepth) {
    return new InvalidInput({ field: "", message: `The body may be nested ${maxBodyDepth} levels deep at most.` })
  }
  return items > maxBodyItems
    ? new InvalidInput({ field: "", message: `The body may have ${maxBodyItems} elements and members at most.` })
    : null
}

const parse = Effect.fnUntraced(function* (bytes: Uint8Array, isSecret: boolean) {
  const tooMuch = sizeProblem(bytes)
  if (tooMuch !== null) return yield* tooMuch
  const exchange = yield* Exchange
  let value: unknown
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    // The public client sends an empty body with a JSON content type when an optional body was not given.
    if (json.trim() === "") return {}
    value = JSON.parse(json)
  } catch {
    return yield* notJson
  }
  if (!isSecret) exchange.body = { value, bytes: bytes.byteLength }
  const problem = problemOf(value, "")
  return problem === null ? value : yield* problem
})

const hasBody = (request: HttpServerRequest.HttpServerRequest): boolean =>
  announcedBytes(request) > 0 || request.headers["content-length"] === undefined

/** Leaves the turn of a call while its body comes, and asks for another then: senders may take as long as they like, and others of the same organization do not wait for them. */
const withoutTurn = <A, E, R>(
  { askTurn, callTurn }: ExchangeState,
  reading: Effect.Effect<A, E, R>
): Effect.Effect<A, E | TooBusy, R> => {
  if (askTurn === null || callTurn === null) return reading
  return Effect.andThen(
    Effect.sync(() => callTurn.leave(null)),
    Effect.tap(reading, () => askTurn)
  )
}

/** The JSON of a body of at most `maxBytes`; an absent or empty one is `{}`. The log of calls keeps none that is secret. */
export const readJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { isSecret = false, maxBytes = maxBodyBytes }: { readonly maxBytes?: number; readonly isSecret?: boolean } = {}
) {
  yield* checkMediaType(request.headers)
  const reading = Effect.catchTag(readBytes(request, maxBytes), "HttpServerError", () => Effect.fail(notJson))
  const bytes = yield* hasBody(request) ? withoutTurn(yield* Exchange, reading) : reading
  return yield* parse(bytes, isSecret)
})

/** Decodes a body, or what else `whole` calls it; a field it does not know is refused by name. */
export const decodeBody = <A, I>(schema: Schema.Codec<A, I>, whole?: string) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (value: unknown): Effect.Effect<A, InvalidInput> =>
    Effect.mapError(decode(value), (error) => invalidInput(error, whole))
}
