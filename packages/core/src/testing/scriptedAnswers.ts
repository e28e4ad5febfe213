/** What a scripted page says to a request. */
import { Answer, type Download, type EncodedAnswer, type Validators, validatorsFor } from "../web/HttpFetcher.ts"
import { etagOf, type PageContent } from "./PageScript.ts"

const statusOf = (page: PageContent): number => page.status ?? 200

const mediaTypeOf = (page: PageContent): string => page.mediaType ?? "text/html"

/** As RFC 9110 has it: a date only counts where there is no entity tag to compare. */
const isFresh = (page: PageContent, validators: Validators | null): boolean => {
  const etag = etagOf(page)
  if (statusOf(page) !== 200) return false
  if (etag !== null && validators?.etag != null) return etag === validators.etag
  return page.lastModified !== undefined && page.lastModified === validators?.lastModified
}

const robotsOf = ({ robots }: PageContent) => (robots === undefined ? {} : { robots })

const challengeOf = ({ isChallenge }: PageContent) => (isChallenge === undefined ? {} : { isChallenge })

/** The answer to a fetch. */
export const answerOf = (url: string, page: PageContent, validators: Validators | null): Answer =>
  isFresh(page, validatorsFor(validators, url))
    ? Answer.cases.NotModified.make(robotsOf(page))
    : Answer.cases.Fetched.make({
        url,
        status: statusOf(page),
        mediaType: mediaTypeOf(page),
        body: page.body,
        etag: etagOf(page),
        lastModified: page.lastModified ?? null,
        ...(page.retryAfter === undefined ? {} : { retryAfter: page.retryAfter }),
        ...robotsOf(page),
        ...challengeOf(page)
      })

/** The same with its body in UTF-8. */
export const encodedOf = (answer: Answer): EncodedAnswer =>
  answer._tag === "NotModified"
    ? answer
    : { ...answer, body: { bytes: new TextEncoder().encode(answer.body), charset: "utf-8" } }

/** The answer to a download. */
export const downloadOf = (url: string, page: PageContent, validators: Validators | null): Download => {
  const isNotModified = isFresh(page, validatorsFor(validators, url))
  const bytes = page.bytes?.slice() ?? new TextEncoder().encode(page.body)
  return {
    url,
    status: isNotModified ? 304 : statusOf(page),
    contentType: mediaTypeOf(page),
    bytes: isNotModified ? new Uint8Array() : bytes,
    etag: etagOf(page),
    lastModified: page.lastModified ?? null,
    ...robotsOf(page),
    ...challengeOf(page),
    ...(page.cacheControl === undefined ? {} : { cacheControl: page.cacheControl }),
    ...(page.retryAfter === undefined ? {} : { retryAfter: page.retryAfter }),
    isNotModified,
    isPart: false
  }
}
