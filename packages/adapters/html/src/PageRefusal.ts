/**
 * Why a page is not read, in values that no port is needed for: a thread that reads pages loads neither the ports nor the
 * schemas of their errors, which would be half of what it loads.
 */

/** The page has no text to read: another media type, or over a limit. */
export class PageRefusal extends Error {
  readonly reason: "unsupported_content" | "too_complex"

  constructor({ message, reason }: Pick<PageRefusal, "message" | "reason">) {
    super(message)
    this.reason = reason
  }
}

/** What is wrong with a selector. */
export interface BadSelector {
  readonly selector: string
  readonly message: string
}
