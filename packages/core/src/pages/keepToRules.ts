/** Keeps to what sites ask of robots where a page was led to an address without being asked about it. */
import { Effect } from "effect"
import { MayBeLed, PageUnreachable } from "../web/HttpFetcher.ts"
import { ofExchange } from "./captureProblems.ts"

/**
 * Fails where a page that was read stands at an address at which it may not be read: one that a browser was led to, or that was kept for
 * somebody who named it.
 */
export const keepToRules = Effect.fnUntraced(function* (asked: string, finalUrl: string) {
  const mayBeLed = yield* MayBeLed
  if (mayBeLed === null || asked === finalUrl) return
  const refused = yield* mayBeLed(finalUrl)
  if (refused !== null) return yield* Effect.fail(ofExchange(new PageUnreachable(refused)))
})
