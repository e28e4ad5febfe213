/** The first page of a site that is known by its host alone, and where it leads. */
import { Effect } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { ofPage } from "../pages/captureProblems.ts"
import { nothing, type PageSource, plainSource } from "../pages/domain/ScrapeRequest.ts"
import { fetchCapture } from "../pages/fetchCapture.ts"
import { PageReader } from "../pages/PageReader.ts"
import { giveFetched, takeReading } from "../pages/pageMemory.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { WebsiteInaccessible } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import { siteUrls } from "./domain/SiteScope.ts"

const readLinks = Effect.fnUntraced(function* (url: string, headers: PageSource["headers"], deadline: Deadline) {
  const session = yield* openSession
  const fetched = yield* fetchCapture(session, plainSource(url, headers), null, deadline).pipe(
    Effect.mapError((error) => ("kind" in error ? ofPage(error) : error))
  )
  // A site that lets only browsers in is still there: its first page is known, what it links to is not.
  if (fetched._tag !== "Page") return { url, links: [] }
  const { finalUrl, type } = fetched.capture
  if (type !== "html") return { url: finalUrl, links: [] }
  yield* giveFetched(fetched.capture.body.length)
  yield* takeReading(fetched.capture.body.length)
  const { links } = yield* (yield* PageReader)
    .shape({
      html: fetched.capture.body,
      ...(fetched.capture.isXml === true ? { isXml: true } : {}),
      sourceUrl: url,
      finalUrl,
      includeSelectors: [],
      excludeSelectors: [],
      mainContentOnly: false,
      frames: null,
      markdown: null,
      wantsHtml: false,
      wantsMetadata: false,
      wantsLinks: true,
      wantsImages: false,
      extract: nothing.extract
    })
    .pipe(Effect.mapError(({ message }) => new WebsiteInaccessible({ message })))
  return { url: finalUrl, links }
}, borrowing)

/** Looks at the site over HTTPS, and over HTTP when it does not answer so. */
export const readSiteLinks = (host: string, deadline: Deadline, headers: PageSource["headers"] = {}) => {
  const [secure, plain] = siteUrls(host)
  return readLinks(secure!, headers, deadline).pipe(
    Effect.catchTag("WebsiteInaccessible", () => readLinks(plain!, headers, deadline))
  )
}
