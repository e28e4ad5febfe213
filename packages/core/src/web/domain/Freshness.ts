/** How old an answer may be, and whether anything may be kept of it. */
export interface Freshness {
  /** Newest acceptable age of what was fetched earlier, in milliseconds; 0 fetches anew. */
  readonly maxAgeMillis: number
  /** Whether nothing may be kept. */
  readonly zeroRetention: boolean
}

/** Three days (spec/service.md, Limits). @internal */
export const defaultMaxAgeMillis = 259_200_000
/** @internal */
export const maxMaxAgeMillis = 31_536_000_000
