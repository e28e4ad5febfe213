/** What keeps a site from being read, for whoever named it by something else than its domain: which site that is. */
import { type ReadingError, WebsiteBlocked, WebsiteInaccessible, WebsiteNotFound } from "../web/errors.ts"

const statusOf = ({ status }: WebsiteBlocked | WebsiteInaccessible) => (status === undefined ? {} : { status })

/** The error with the domain before its message, where it is about the site at that domain. */
export const atSite =
  (domain: string) =>
  <E>(error: E): E | ReadingError => {
    if (error instanceof WebsiteNotFound) return new WebsiteNotFound({ message: `${domain}: ${error.message}` })
    if (error instanceof WebsiteInaccessible) {
      return new WebsiteInaccessible({ message: `${domain}: ${error.message}`, ...statusOf(error) })
    }
    if (error instanceof WebsiteBlocked) {
      return new WebsiteBlocked({ message: `${domain}: ${error.message}`, ...statusOf(error) })
    }
    return error
  }
