/** Reads a few pages of a sitemap, so that they are known again when they move: politely, in little time, and never to fail. */
import { Clock, Duration, Effect } from "effect"
import { answerProblem } from "../pages/domain/PageProblem.ts"
import { PageReader } from "../pages/PageReader.ts"
import { Signer } from "../security/Signer.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { normalUrl } from "../sites/domain/UrlSelection.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { KnownPage } from "./domain/Baseline.ts"

/** Time for one page, and for all of them together. */
const pageTimeout = Duration.seconds(10)
const patience = Duration.minutes(1)

/** A page that says less is like too many others. */
const leastText = 200

/** What came of asking for an address. */
export interface ReadPage {
  readonly asked: string
  /** Where it led, as it is compared. */
  readonly answered: string | null
  /** Null where no page is there, or one that says too little. */
  readonly page: KnownPage | null
}

const digestOf = (text: string) =>
  Effect.flatMap(Signer, (signer) => Effect.map(signer.digest(text), (hex) => hex.slice(0, 32)))

const known = Effect.fnUntraced(function* (url: string, body: string, mediaType: string) {
  const { text, title } = yield* (yield* PageReader).read({
    body,
    mediaType,
    includeSelectors: [],
    excludeSelectors: [],
    leavesOutNoise: true
  })
  const plain = text.replace(/\s+/gu, " ").trim()
  if (plain.length < leastText) return null
  const said = title?.replace(/\s+/gu, " ").trim() ?? ""
  const page: KnownPage = { url, content: yield* digestOf(plain), title: said === "" ? null : yield* digestOf(said) }
  return page
})

/** Reads these pages, where their sites let robots see them; what cannot be read is passed over. */
export const readPages = Effect.fnUntraced(function* (session: FetchSession, urls: ReadonlyArray<string>) {
  const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(patience)
  const hosts = yield* makeCrawlHosts(session, { atMillis: until, acceptsPart: false })
  const read: Array<ReadPage> = []

  const readOne = Effect.fnUntraced(function* (asked: string) {
    if (!(yield* hosts.mayFetch(asked))) return
    const answer = yield* hosts.inTurn(asked)(
      session.fetch({ url: asked, validators: null, timeout: pageTimeout, patience })
    )
    if (answer._tag === "NotModified") return
    const { body, mediaType, status, url } = answer
    const isThere = answerProblem(status, body) === null
    const page = isThere ? yield* known(asked, body, mediaType) : null
    read.push({ asked, answered: isThere ? normalUrl(url) : null, page })
  })

  yield* Effect.forEach(urls, (url) => Effect.ignore(readOne(url)), { concurrency: 2, discard: true }).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.void })
  )
  return read
})
