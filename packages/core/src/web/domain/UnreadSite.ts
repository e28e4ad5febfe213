/** A site that somebody named and of which nothing was read. */
export interface UnreadSite {
  readonly url: string
  readonly code: "WEBSITE_NOT_FOUND" | "WEBSITE_BLOCKED" | "WEBSITE_ACCESS_ERROR"
  readonly message: string
}

/** What kept a site from being read. */
interface SiteFailure {
  readonly _tag: string
  readonly message?: string
}

const codeOf = (tag: string): UnreadSite["code"] => {
  if (tag === "WebsiteNotFound") return "WEBSITE_NOT_FOUND"
  return tag === "WebsiteBlocked" ? "WEBSITE_BLOCKED" : "WEBSITE_ACCESS_ERROR"
}

const wordsOf = ({ _tag, message = "" }: SiteFailure): string => {
  if (message !== "") return message
  return _tag === "DeadlinePassed" ? "The site did not answer in time." : "The site cannot be read."
}

/** What went wrong with a site, in words of the site and not of the call. */
export const unreadSite = (url: string, failure: SiteFailure): UnreadSite => ({
  url,
  code: codeOf(failure._tag),
  message: wordsOf(failure)
})
