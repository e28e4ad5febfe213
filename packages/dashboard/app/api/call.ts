/** Calls of the API from the browser, with the session's cookie. */

import { ApiError } from "./ApiError.ts"
import { type AnyInput, addressOf, type Input, type OperationName, type Output } from "./operations.ts"
import { placed } from "./place.ts"

/** For which organization every call is made; null until it is known. One of another is refused. */
let actingFor: string | null = null

/** Whom calls are made for, so that what they answered is not taken for another's. */
export const actsFor = (): string | null => actingFor

/** Calls are made for this organization from now on: `queries.ts` forgets what was read for another. */
export const setActing = (organizationId: string | null): void => {
  actingFor = organizationId
}

/** Headers that every call of the dashboard has: no page of another site can send them. */
export const sessionHeaders = (): Record<string, string> => ({
  "x-kittiwake-session": "1",
  ...(actingFor === null ? {} : { "x-kittiwake-organization": actingFor })
})

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** Seconds that an answer asks to wait; null where it asks for none. */
export const waitOf = ({ headers }: Response): number | null => {
  const seconds = Number(headers.get("retry-after"))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

const errorOf = async (response: Response, isOfRecord: boolean): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => null)
  const record = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>
  return new ApiError({
    status: response.status,
    code: textOf(record.error_code) ?? textOf(record.code) ?? `HTTP_${response.status}`,
    message: textOf(record.message) ?? textOf(record.error) ?? response.statusText,
    requestId: textOf(record.request_id) ?? response.headers.get("x-request-id"),
    retryAfter: waitOf(response),
    lacks: textOf(record.required_permission),
    isFinal: response.headers.get("x-should-retry") === "false",
    isOfRecord
  })
}

/** Sends a request as the session does, and answers with what came, which is a success. */
export const send = async (
  method: string,
  path: string,
  options: {
    readonly body?: unknown
    readonly signal?: AbortSignal | undefined
    readonly headers?: HeadersInit
    /** Whether the path names something of the organization's. */
    readonly isOfRecord?: boolean
  } = {}
): Promise<Response> => {
  const isForm = options.body instanceof FormData || options.body instanceof Blob
  const { body } = options
  let response: Response
  try {
    response = await fetch(placed(path), {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...sessionHeaders(),
        ...options.headers
      },
      ...(body === undefined ? {} : { body: isForm ? (body as BodyInit) : JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal })
    })
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause
    throw new ApiError({ status: 0, code: "UNREACHABLE", message: "", requestId: null })
  }
  if (!response.ok) throw await errorOf(response, options.isOfRecord ?? false)
  return response
}

/** Calls an operation of the API. */
export const call = async <const Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
  headers?: Readonly<Record<string, string>>
): Promise<Output<Name>> => {
  const { method, path } = addressOf(name, input as AnyInput)
  const { params, payload } = input as AnyInput
  const body = payload ?? (method === "POST" || method === "PATCH" ? {} : undefined)
  const response = await send(method, path, {
    body,
    signal,
    isOfRecord: params !== undefined,
    ...(headers === undefined ? {} : { headers })
  })
  if (response.status === 204) return undefined as Output<Name>
  return (await response.json()) as Output<Name>
}
