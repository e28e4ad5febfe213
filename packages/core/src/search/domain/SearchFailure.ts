/** Why a backend gave no answer. */

/** Every reason, for whoever counts them. */
export const searchFailures = [
  /** It cannot be reached, or has trouble of its own. */
  "unavailable",
  /** The operator does not allow its address. */
  "forbidden_address",
  /** It does not take our key or the request. */
  "rejected",
  /** It takes no more for now. */
  "throttled",
  /** What it answered is none of its answers. */
  "malformed",
  "deadline"
] as const

export type SearchFailure = (typeof searchFailures)[number]
