/** A web to scrape that shows what a test scripted: pages over time, outages, redirects, slowness. */
import { Context, DateTime, Duration, Effect, Layer, Result } from "effect"
import { CurrentLease, leaving, neverFitsMessage, noRoomMessage } from "../budget/MemoryBudget.ts"
import { parseAllow, publicOnly } from "../web/domain/EgressPolicy.ts"
import { checkRequestHeaders } from "../web/domain/RequestHeaders.ts"
import { EgressRules } from "../web/EgressRules.ts"
import {
  type Answer,
  countedOf,
  type Download,
  type DownloadRequest,
  type FetchRequest,
  HttpFetcher,
  MayBeLed,
  maxBodyBytes,
  maxRedirects,
  PageUnreachable
} from "../web/HttpFetcher.ts"
import { TextRecords, textRecordLimits } from "../web/TextRecords.ts"
import { contentAt, type PageContent, type PageScript } from "./PageScript.ts"
import { answerOf, downloadOf, encodedOf } from "./scriptedAnswers.ts"

/** A look that somebody took at a page. */
export interface WebLook {
  readonly url: string
  readonly at: DateTime.Utc
  /** What was answered: a status, or why there was no answer. */
  readonly outcome: number | PageUnreachable["reason"]
}

/** When a host does not answer. Without an end it lasts until `mend`. */
interface Outage {
  readonly reason: PageUnreachable["reason"]
  readonly from: DateTime.Utc
  readonly until: DateTime.Utc | null
}

/** What an address shows from a moment on, and how often it was looked at since. */
interface Version {
  readonly from: number
  readonly script: PageScript
  looks: number
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url

const unreachable = (reason: PageUnreachable["reason"]) =>
  new PageUnreachable({ reason, message: `The scripted web answers ${reason}.` })

/** Counts a body as it comes, and then on for who asked for it. */
const counting = <A>(bytesOf: (answer: A) => number) => {
  const heldOf = (answer: A) => countedOf(bytesOf(answer))
  const take = Effect.fnUntraced(function* (answer: A) {
    const lease = yield* CurrentLease
    const bytes = heldOf(answer)
    if (bytes === 0 || lease.take(bytes)) return
    return yield* lease.fits(bytes)
      ? new PageUnreachable({ reason: "busy", message: noRoomMessage })
      : new PageUnreachable({ reason: "too_large", message: neverFitsMessage(lease.enoughFor?.(bytes) ?? null) })
  })
  return <R>(exchange: Effect.Effect<A, PageUnreachable, R>) => exchange.pipe(Effect.tap(take), leaving(heldOf))
}

/** Finds what a request meets, hop by hop, without waiting. */
const makeWeb = Effect.sync(() => {
  const versions = new Map<string, Array<Version>>()
  const outages = new Map<string, Array<Outage>>()
  const looks: Array<WebLook> = []
  const records = new Map<string, ReadonlyArray<string>>()

  const pageAt = (url: string, at: DateTime.Utc): PageContent | null => {
    // A fragment is never sent.
    const version = (versions.get(url) ?? versions.get(url.replace(/#.*$/s, "")))?.findLast(
      ({ from }) => from <= at.epochMilliseconds
    )
    if (version === undefined) return null
    version.looks += 1
    return contentAt(version.script, at, version.looks - 1)
  }

  const outageAt = (url: string, at: DateTime.Utc) =>
    outages
      .get(hostOf(url))
      ?.find(
        ({ from, until }) =>
          DateTime.isLessThanOrEqualTo(from, at) && (until === null || DateTime.isLessThan(at, until))
      )

  const knowsHost = (url: string) => [...versions.keys()].some((known) => hostOf(known) === hostOf(url))

  return { versions, outages, looks, records, pageAt, outageAt, knowsHost }
})

/** As much of a name's records as is told. */
const told = (records: ReadonlyArray<string>): ReadonlyArray<string> =>
  records.filter(({ length }) => length <= textRecordLimits.characters).slice(0, textRecordLimits.records)

const notFound: PageContent = { body: "Not found", status: 404, mediaType: "text/plain" }

/**
 * A scripted web. Its layer is the `HttpFetcher` too, so that what is scraped is what a test scripted; nothing leaves the
 * process.
 *
 * **Details**
 *
 * An address that no script names is a 404 on a host that has pages, and `unknown_host` on any other. All its time is
 * Effect's clock. There are no cookies.
 */
export class ScriptedWeb extends Context.Service<
  ScriptedWeb,
  {
    /** What `url` shows from now on, or from a moment on; the latest moment that has come wins. */
    readonly page: (url: string, script: PageScript, options?: { readonly from?: DateTime.Utc }) => Effect.Effect<void>

    /** Takes every page of the host away, from now until `lasting` is over, or until `mend`. */
    readonly outage: (
      url: string,
      options?: {
        readonly reason?: PageUnreachable["reason"]
        readonly lasting?: Duration.Input
        readonly from?: DateTime.Utc
      }
    ) => Effect.Effect<void>

    /** The text records of a name (DNS), from now on. */
    readonly texts: (name: string, records: ReadonlyArray<string>) => Effect.Effect<void>

    /** Ends every outage of the host. */
    readonly mend: (url: string) => Effect.Effect<void>

    /** Looks taken so far, oldest first; with a url, those at this address. */
    readonly looks: (url?: string) => Effect.Effect<ReadonlyArray<WebLook>>
  }
>()("@kittiwake/core/testing/ScriptedWeb") {
  /** The scripted web, the fetcher and the name server that see nothing else, and rules that let every host be named. */
  static readonly layer: Layer.Layer<ScriptedWeb | HttpFetcher | EgressRules | TextRecords> = Layer.effectContext(
    Effect.gen(function* () {
      const web = yield* makeWeb

      const hop = Effect.fnUntraced(function* (url: string) {
        const at = yield* DateTime.now
        const outage = web.outageAt(url, at)
        if (outage !== undefined) return yield* unreachable(outage.reason)
        const page = web.pageAt(url, at)
        if (page === null && !web.knowsHost(url)) return yield* unreachable("unknown_host")
        const found = page ?? notFound
        if (found.latency !== undefined) yield* Effect.sleep(found.latency)
        if (found.unreachable !== undefined) return yield* unreachable(found.unreachable)
        if (found.body.length > maxBodyBytes) return yield* unreachable("too_large")
        return found
      })

      const follow = Effect.fnUntraced(function* (start: string) {
        const mayBeLed = yield* MayBeLed
        let url = start
        for (let hops = 0; hops <= maxRedirects; hops++) {
          const page = yield* hop(url)
          if (page.redirectTo === undefined) return { url, page }
          url = URL.parse(page.redirectTo, url)?.href ?? page.redirectTo
          const refused = mayBeLed === null ? null : yield* mayBeLed(url)
          if (refused !== null) return yield* new PageUnreachable(refused)
        }
        return yield* unreachable("too_many_redirects")
      })

      /** Answers within the time of the request, and notes what came of it. */
      const look = Effect.fnUntraced(function* <A>(
        { timeout, url }: FetchRequest | DownloadRequest,
        exchange: Effect.Effect<A, PageUnreachable>,
        statusOf: (answer: A) => number
      ) {
        const at = yield* DateTime.now
        const note = (outcome: WebLook["outcome"]) => Effect.sync(() => web.looks.push({ url, at, outcome }))
        return yield* exchange.pipe(
          Effect.timeoutOrElse({ duration: timeout, orElse: () => unreachable("timeout") }),
          Effect.tap((answer) => note(statusOf(answer))),
          Effect.tapError(({ reason }) => note(reason))
        )
      })

      const fetch = (request: FetchRequest) =>
        look(
          request,
          Effect.flatMap(follow(request.url), ({ page, url }) =>
            page.bytes === undefined
              ? Effect.succeed(answerOf(url, page, request.validators))
              : unreachable("unsupported_content")
          ),
          (answer) => (answer._tag === "NotModified" ? 304 : answer.status)
        ).pipe(counting((answer: Answer) => (answer._tag === "NotModified" ? 0 : answer.body.length)))

      const fetchEncoded = (request: FetchRequest) => Effect.map(fetch(request), encodedOf)

      const download = (request: DownloadRequest) =>
        look(
          request,
          Effect.gen(function* () {
            if (request.country !== null) return yield* unreachable("no_exit")
            if (Result.isFailure(checkRequestHeaders(request.headers))) return yield* unreachable("bad_response")
            const { page, url } = yield* follow(request.url)
            const answer = downloadOf(url, page, request.validators)
            return answer.bytes.length > request.maxBytes ? yield* unreachable("too_large") : answer
          }),
          ({ status }) => status
        ).pipe(counting(({ bytes }: Download) => bytes.length))

      const service = ScriptedWeb.of({
        page: Effect.fnUntraced(function* (url, script, options) {
          const from = (options?.from ?? (yield* DateTime.now)).epochMilliseconds
          const known = (web.versions.get(url) ?? []).filter((version) => version.from !== from)
          web.versions.set(
            url,
            [...known, { from, script, looks: 0 }].sort((a, b) => a.from - b.from)
          )
        }),
        outage: Effect.fnUntraced(function* (url, options) {
          const from = options?.from ?? (yield* DateTime.now)
          const until =
            options?.lasting === undefined
              ? null
              : DateTime.addDuration(from, Duration.fromInputUnsafe(options.lasting))
          const outage: Outage = { reason: options?.reason ?? "connection_failed", from, until }
          web.outages.set(hostOf(url), [...(web.outages.get(hostOf(url)) ?? []), outage])
        }),
        texts: (name, records) => Effect.sync(() => void web.records.set(name, records)),
        mend: (url) => Effect.sync(() => void web.outages.delete(hostOf(url))),
        looks: (url) => Effect.sync(() => web.looks.filter((look) => url === undefined || look.url === url))
      })
      return Context.make(ScriptedWeb, service).pipe(
        Context.add(HttpFetcher, HttpFetcher.of({ openSession: Effect.succeed({ fetch, fetchEncoded, download }) })),
        Context.add(TextRecords, TextRecords.of({ at: (name) => Effect.sync(() => told(web.records.get(name) ?? [])) }))
      )
    })
  ).pipe(Layer.merge(EgressRules.layerOf({ ...publicOnly, allow: Result.getOrThrow(parseAllow("0.0.0.0/0,::/0")) })))
}
