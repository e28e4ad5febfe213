/** Two readings of a sitemap that nobody watches yet, through what runs read through; no page of it is read. */
import { Effect } from "effect"
import { spanned } from "../spanned.ts"
import { HttpFetcher } from "../web/HttpFetcher.ts"
import type { MonitorOf } from "./domain/Monitor.ts"
import type { SitemapSeen } from "./domain/Preview.ts"
import type { TraceStep } from "./domain/Run.ts"
import { agreedDifference, firstState } from "./domain/sitemapDifference.ts"
import { confirmAfter } from "./lookAtPage.ts"
import { readListing } from "./readListing.ts"

/** Reads what is listed twice, as a first run and its confirmation would. */
export const previewSitemap = Effect.fnUntraced(function* (monitor: MonitorOf<"sitemap">, trace: Array<TraceStep>) {
  const session = yield* (yield* HttpFetcher).openSession
  const state = firstState(yield* readListing(session, monitor, null, trace))
  yield* Effect.sleep(confirmAfter)
  const second = yield* readListing(session, monitor, state, trace)
  return { type: "sitemap", state, difference: agreedDifference(state, [second]) } satisfies SitemapSeen as SitemapSeen
}, spanned("previewSitemap"))
