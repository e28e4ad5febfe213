/** Reads pages of a sitemap, so that they are known again when they move: politely, as far as a budget goes, and never to fail. */
import { Clock, Duration, Effect } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { answerProblem } from "../pages/domain/PageProblem.ts"
import { forbidsIndex } from "../pages/domain/robotsTag.ts"
import { PageReader } from "../pages/PageReader.ts"
import { tellGone } from "../pages/PageReadings.ts"
import { hostOf } from "../Shares.ts"
import { Signer } from "../security/Signer.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { normalUrl } from "../sites/domain/UrlSelection.ts"
import { retryAfterSeconds } from "../web/domain/retryAfter.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import type { KnownPage } from "./domain/Baseline.ts"
import { mostListed } from "./domain/UrlChange.ts"

/** Time for one page. */
const pageTimeout = Duration.seconds(10)

/** What pages that are read together may take: as many as a list of a change shows, so long, and so many characters. */
const budget = { pages: mostListed, time: Duration.minutes(1), characters: 32 * 1024 * 1024 } as const

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
    leavesOutNoise: true,
    // Millions of characters are looked through where they are read.
    normalizesWhitespace: true
  })
  const plain = text.replaceAll("\n", " ")
  if (plain.length < leastText) return null
  const said = title?.replace(/\s+/gu, " ").trim() ?? ""
  const page: KnownPage = { url, content: yield* digestOf(plain), title: said === "" ? null : yield* digestOf(said) }
  return page
})

/** What was read, and how many of the pages the budget did not reach. */
export interface PagesRead {
  readonly read: ReadonlyArray<ReadPage>
  readonly left: number
}

/** Reads these pages, the first ones first, where their sites let robots see them; what cannot be read is passed over. */
export const readPages = Effect.fnUntraced(function* (session: FetchSession, urls: ReadonlyArray<string>) {
  const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(budget.time)
  const hosts = yield* makeCrawlHosts(session, { atMillis: until, acceptsPart: false })
  const pauses = yield* HostPauses
  const read: Array<ReadPage> = []
  let characters = 0
  let reached = 0

  const readOne = Effect.fnUntraced(function* (asked: string) {
    if (!(yield* hosts.mayFetch(asked))) return
    const host = hostOf(asked)
    const answer = yield* hosts.inTurn(asked)(
      Effect.flatMap(pauses.restOf(host), (rest) =>
        rest !== null && rest.restMillis > 0
          ? Effect.succeed(null)
          : session.fetch({ url: asked, validators: null, timeout: pageTimeout, patience: budget.time })
      )
    )
    if (answer === null || answer._tag === "NotModified") return
    const { body, isChallenge, mediaType, retryAfter, robots, status, url } = answer
    characters += body.length
    const problem = answerProblem(
      status,
      body,
      retryAfterSeconds(retryAfter, yield* Clock.currentTimeMillis),
      isChallenge
    )
    if (problem?.retryAfterSeconds !== undefined)
      yield* pauses.throttled(host, { status, retryAfterSeconds: problem.retryAfterSeconds })
    else yield* pauses.answered(host)
    const isHidden = forbidsIndex(robots, yield* Clock.currentTimeMillis)
    if (problem?.kind === "not_found" || (problem === null && isHidden)) yield* tellGone(asked, url)
    const isThere = problem === null
    const page = isThere ? yield* known(asked, body, mediaType) : null
    read.push({ asked, answered: isThere ? normalUrl(url) : null, page })
  }, borrowing)

  const readNext = (url: string) =>
    Effect.suspend(() => {
      if (characters > budget.characters) return Effect.void
      const done = Effect.sync(() => {
        reached += 1
      })
      return Effect.andThen(Effect.ignore(readOne(url)), done)
    })

  yield* Effect.forEach(urls.slice(0, budget.pages), readNext, { concurrency: 2, discard: true }).pipe(
    Effect.timeoutOrElse({ duration: budget.time, orElse: () => Effect.void })
  )
  return { read, left: urls.length - reached } satisfies PagesRead as PagesRead
})

/** How much of it is not known, for a trace; nothing where all is. */
export const describeLeft = (left: number): string =>
  left === 0 ? "" : `; ${left} not read, beyond ${budget.pages} pages, a minute or 32 MB`
