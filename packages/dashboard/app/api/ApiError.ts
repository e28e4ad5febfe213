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
  /** Whether the same call would end the same way, or do twice what it does. */
  readonly isFinal: boolean
  /** Whether the address of the call named something of the organization's, which may not be there. */
  readonly isOfRecord: boolean

  constructor(of: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly requestId: string | null
    readonly retryAfter?: number | null
    readonly lacks?: string | null
    readonly isFinal?: boolean
    readonly isOfRecord?: boolean
  }) {
    super(of.message)
    this.status = of.status
    this.code = of.code
    this.requestId = of.requestId
    this.retryAfter = of.retryAfter ?? null
    this.lacks = of.lacks ?? null
    this.isFinal = of.isFinal ?? false
    this.isOfRecord = of.isOfRecord ?? false
  }
}
