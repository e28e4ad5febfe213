/** What everything that fetches begins with. */
import { Effect } from "effect"
import { type FetchSession, HttpFetcher } from "./HttpFetcher.ts"

/** A session of its own: no cookie of another page is sent. */
export const openSession: Effect.Effect<FetchSession, never, HttpFetcher> = Effect.flatMap(
  HttpFetcher,
  (fetcher) => fetcher.openSession
)
