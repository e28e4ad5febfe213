/** A hit as Markdown, or why it is not. */

/** How the reading of a hit ended. */
export const hitCodes = [
  "SUCCESS",
  "NOT_REQUESTED",
  "TIMEOUT",
  "CONTENT_TOO_LARGE",
  "WEBSITE_ACCESS_ERROR",
  "ERROR"
] as const

export type HitCode = (typeof hitCodes)[number]
