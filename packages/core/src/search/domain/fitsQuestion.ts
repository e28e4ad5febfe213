/**
 * Which of what a backend found may be told.
 *
 * **Details.** What a backend was asked to leave out is checked again, as far as a hit shows it. Exclusion wins over inclusion, and a domain
 * covers what is below it. A hit that is known to be older than is asked for goes; one without a date stays, because most pages do not
 * say theirs. Words that must not be there drop a hit that shows them. That a page has a phrase cannot be seen in a hit: backends answer for it.
 */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { isOfDomain } from "./domains.ts"
import { addressText, fold, hostOf } from "./indexTerms.ts"
import { spacedWords } from "./readQuestion.ts"
import type { SearchHit, SearchQuery, SearchQuestion } from "./SearchQuestion.ts"

/** A title that its backend has cut says nothing of what it does not show. */
const isCut = (title: string): boolean => /(?:…|\.\.\.)\s*$/.test(title)

const isWeb = (url: string): boolean => {
  const protocol = parseUrl(url)?.protocol
  return (protocol === "https:" || protocol === "http:") && url.length <= maxUrlLength
}

/** Whether an address is at a port that is asked for; of a domain without one every port is. */
const isAtPort = (
  url: string,
  host: string,
  { atPorts = [], includeDomains, notAtPorts = [] }: SearchQuery
): boolean => {
  if (atPorts.length + notAtPorts.length === 0) return true
  const port = parseUrl(url)?.port ?? ""
  const isOut = notAtPorts.some(
    (authority) => authority.endsWith(`:${port}`) && isOfDomain(host, authority.slice(0, -port.length - 1))
  )
  if (isOut) return false
  const covering = includeDomains.filter((domain) => isOfDomain(host, domain))
  return (
    atPorts.length === 0 ||
    covering.some((domain) => {
      const own = atPorts.filter((authority) => authority.replace(/:\d+$/, "") === domain)
      return own.length === 0 || own.includes(`${domain}:${port}`)
    })
  )
}

/** Whether a hit is one of those that were asked for. */
export const fitsQuestion = ({ publishedSince, query }: SearchQuestion, hit: SearchHit): boolean => {
  if (!isWeb(hit.url)) return false
  if (publishedSince !== null && hit.publishedAt !== null) {
    if (hit.publishedAt.epochMilliseconds < publishedSince.epochMilliseconds) return false
  }
  const host = hostOf(hit.url)
  const { excludeDomains, inTitle, inUrl, includeDomains, without } = query
  if (excludeDomains.some((domain) => isOfDomain(host, domain))) return false
  if (includeDomains.length > 0 && !includeDomains.some((domain) => isOfDomain(host, domain))) return false
  if (!isAtPort(hit.url, host, query)) return false
  if (inUrl.length > 0) {
    const address = `${fold(hit.url)} ${fold(addressText(hit.url))}`
    if (!inUrl.every((part) => address.includes(fold(part.trim())))) return false
  }
  if (inTitle.length + without.length === 0) return true
  const title = spacedWords(hit.title)
  if (!isCut(hit.title) && !inTitle.every((phrase) => title.includes(spacedWords(phrase)))) return false
  const description = spacedWords(hit.description)
  return !without.some((phrase) => {
    const words = spacedWords(phrase)
    return words.trim() !== "" && (title.includes(words) || description.includes(words))
  })
}
