/** What a page is known by in an index. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { urlIdentity } from "../../web/domain/UrlIdentity.ts"

/** One text for all spellings of an address. */
export const pageIdentity = (url: string): string => {
  const parsed = parseUrl(url)
  return parsed === null ? url : urlIdentity(parsed)
}
