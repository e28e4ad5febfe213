/** Calls of the API from the browser, with the session's cookie. */

import { type AnyInput, addressOf, type Input, type OperationName, type Output } from "./operations.ts"
import { placed } from "./place.ts"

/** What the API refused, or that it could not be reached (`status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError"
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** Seconds after which to try again, where the answer says so. */
  readonly retryAfter: number | null
  /** What a key must be allowed to do that the key of the session is not; null where nothing lacks it. */
  readonly lacks: string | null

  constructor(of: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly requestId: string | null
    readonly retryAfter?: number | null
    readonly lacks?: string | null
  }) {
    super(of.message)
    this.status = of.status
    this.code = of.code
    this.requestId = of.requestId
    this.retryAfter = of.retryAfter ?? null
    this.lacks = of.lacks ?? null
  }
}

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

const errorOf = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => null)
  const record = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>
  const retryAfter = Number(response.headers.get("retry-after"))
  return new ApiError({
    status: response.status,
    code: textOf(record.error_code) ?? textOf(record.code) ?? `HTTP_${response.status}`,
    message: textOf(record.message) ?? textOf(record.error) ?? response.statusText,
    requestId: textOf(record.request_id) ?? response.headers.get("x-request-id"),
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
    lacks: textOf(record.required_permission)
  })
}

/** Sends a request as the session does, and answers with what came, which is a success. */
export const send = async (
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly signal?: AbortSignal | undefined; readonly headers?: HeadersInit } = {}
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
  if (!response.ok) throw await errorOf(response)
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
  const { payload } = input as AnyInput
  const body = payload ?? (method === "POST" || method === "PATCH" ? {} : undefined)
  const response = await send(method, path, { body, signal, ...(headers === undefined ? {} : { headers }) })
  if (response.status === 204) return undefined as Output<Name>
  return (await response.json()) as Output<Name>
}
