/** Pages and files over undici, through the operator's door. */
import { Alarms } from "@kittiwake/core/internal/Alarms"
import { makeSharedPlaces } from "@kittiwake/core/internal/sharing/makeSharedPlaces"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { type DownloadRequest, type FetchRequest, HttpFetcher, PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Duration, Effect, Layer } from "effect"
import { makeCookieShelf } from "./CookieShelf.ts"
import { download } from "./download.ts"
import { Egress } from "./Egress.ts"
import type { ExchangeFailed } from "./ExchangeFailed.ts"
import { fetchEncoded, fetchText } from "./fetchText.ts"
import type { Client } from "./follow.ts"
import { type HostGate, makeHostGate } from "./HostGate.ts"
import { noteWaits } from "./noteWaits.ts"
import { defaultUserAgent } from "./userAgent.ts"

export interface HttpFetcherOptions {
  readonly userAgent: string
  readonly acceptLanguage: string
  /**
   * Most requests under way to one host, from all processes that share lanes; who waits does so before the time of its exchange begins.
   * One of them is for whoever has none there.
   */
  readonly requestsPerHost: number
  /** Most requests under way to all hosts. */
  readonly requests: number
  /** Sockets beyond this many are closed after use. */
  readonly idleConnections: number
}

export const defaults: HttpFetcherOptions = {
  userAgent: defaultUserAgent,
  acceptLanguage: "en-US,en;q=0.9,*;q=0.5",
  requestsPerHost: 5,
  requests: 256,
  idleConnections: 256
}

const unreachable = ({ isOfUrl, message, reason, status }: ExchangeFailed) =>
  new PageUnreachable({
    reason,
    message,
    ...(isOfUrl === undefined ? {} : { isOfUrl }),
    ...(status === undefined ? {} : { status })
  })

/**
 * The gate of this process and then, with a place in it, the lanes of all processes that share any: a host sees one crawler, however many
 * workers there are. Without those lanes it sees one for each process. There, too, what hangs for one organization leaves a place to others.
 */
const makeLanes = Effect.fnUntraced(function* ({ requests, requestsPerHost }: HttpFetcherOptions) {
  const gate = makeHostGate({ perHost: requestsPerHost, total: requests })
  const inLane = yield* makeSharedPlaces({
    use: "lanes",
    lost: "lanes: what the processes share does not answer; each keeps to its own lanes of a host meanwhile",
    found: "lanes: all processes share the lanes of a host again",
    longestWait: Duration.infinity
  })
  const lanes: HostGate = (host) => {
    const [enter, inSharedLane] = [gate(host), inLane(`host:${host}`, requestsPerHost)]
    return (effect) =>
      Effect.flatMap(WorksFor, (owner) => {
        const inOwnLanes = inLane(`host:${host} of ${owner ?? ""}`, Math.max(1, requestsPerHost - 1))
        return enter(inOwnLanes(() => inSharedLane(() => effect)))
      })
  }
  return yield* noteWaits(lanes)
})

/** Fetches over HTTP/1.1 with a pool of connections that all sessions share; cookies stay in their session. */
export const layer = (options: Partial<HttpFetcherOptions> = {}): Layer.Layer<HttpFetcher, never, Egress> =>
  Layer.effect(
    HttpFetcher,
    Effect.gen(function* () {
      const egress = yield* Egress
      const settings = { ...defaults, ...options }
      const client: Client = {
        policy: egress.policy,
        userAgent: settings.userAgent,
        acceptLanguage: settings.acceptLanguage,
        late: (yield* Alarms).late,
        gate: yield* makeLanes(settings),
        door: yield* egress.open({
          connectionsPerOrigin: settings.requestsPerHost,
          idleConnections: settings.idleConnections,
          maxHeaderBytes: 64 * 1024,
          bodySilenceMillis: 30_000
        })
      }

      const openSession = Effect.sync(() => {
        const cookies = makeCookieShelf()
        return {
          fetch: (request: FetchRequest) => Effect.mapError(fetchText(client, cookies, request), unreachable),
          fetchEncoded: (request: FetchRequest) => Effect.mapError(fetchEncoded(client, cookies, request), unreachable),
          download: (request: DownloadRequest) => Effect.mapError(download(client, cookies, request), unreachable)
        }
      })

      return HttpFetcher.of({ openSession })
    })
  ).pipe(Layer.provide(Alarms.layer))
