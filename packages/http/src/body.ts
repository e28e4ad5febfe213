/** Reads a JSON body, with every limit that hostile input can meet before its fields are looked at. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { ByteSize, Effect, Schema } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { Exchange } from "./Exchange.ts"
import { BodyTooLarge, UnsupportedBody } from "./errors.ts"
import { invalidInput } from "./inputErrors.ts"

/** Most bytes of a body. */
export const maxBodyBytes = 1024 * 1024

/** Deepest nesting of a body; the database engines parse JSON recursively. */
export const maxBodyDepth = 32

const mediaType = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

const unsupported = (headers: HttpServerRequest.HttpServerRequest["headers"]): string | null => {
  const type = headers["content-type"]
  if (type !== undefined && type !== "" && !mediaType.test(type)) return "Send the body as application/json in UTF-8."
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
const problemOf = (value: unknown, path: string, depth: number): InvalidInput | null => {
  if (typeof value === "string") {
    const message = textProblem(value)
    return message === null ? null : new InvalidInput({ field: path.slice(0, 200), message })
  }
  if (typeof value !== "object" || value === null) return null
  if (depth > maxBodyDepth) {
    return new InvalidInput({ field: "", message: `The body may be nested ${maxBodyDepth} levels deep at most.` })
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const problem = problemOf(value[index], `${path}[${index}]`, depth + 1)
      if (problem !== null) return problem
    }
    return null
  }
  for (const [key, item] of Object.entries(value)) {
    const message = textProblem(key)
    if (message !== null) return new InvalidInput({ field: path, message: `a field name ${message}` })
    const problem = problemOf(item, path === "" ? key : `${path}.${key}`, depth + 1)
    if (problem !== null) return problem
  }
  return null
}

const notJson = new InvalidInput({ field: "", message: "The body is not valid JSON." })

const parse = Effect.fnUntraced(function* (bytes: ArrayBuffer, isSecret: boolean) {
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
  const problem = problemOf(value, "", 1)
  return problem === null ? value : yield* problem
})

/** The JSON of a body of at most `maxBytes`; an absent or empty one is `{}`. The log of calls keeps none that is secret. */
export const readJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { isSecret = false, maxBytes = maxBodyBytes }: { readonly maxBytes?: number; readonly isSecret?: boolean } = {}
) {
  const problem = unsupported(request.headers)
  if (problem !== null) return yield* new UnsupportedBody({ message: problem })
  const tooLarge = new BodyTooLarge({ maxBytes })
  if (Number(request.headers["content-length"]) > maxBytes) return yield* tooLarge
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBytes)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge : notJson
    )
  )
  return yield* parse(bytes, isSecret)
})

/** Decodes a body; a field it does not know is refused by name. */
export const decodeBody = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return (value: unknown): Effect.Effect<A, InvalidInput> => Effect.mapError(decode(value), invalidInput)
}
