/** Goes to a page, until its document is there. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Result, Schedule } from "effect"
import { tunnelOrigin } from "../proxy/forward.ts"
import type { ProxyAccount } from "../proxy/ProxyAccount.ts"
import type { OpenPage } from "./OpenPage.ts"
import { ask, failed, ofNavigation, refused } from "./PageFailed.ts"

/** What the proxy knows about why nothing came from where the page went last. */
const refusalOf = (account: ProxyAccount | null, url: string): PageUnreachable | null => {
  const parsed = parseUrl(url)
  if (account === null || parsed === null) return null
  if (account.isSpent) return refused("too_large")
  const refusal = account.refusalOf(parsed.protocol === "https:" ? tunnelOrigin(parsed) : parsed.origin)
  return refusal === null ? null : refused(refusal)
}

/** What the proxy answers in place of a server that was not reached. */
const proxyStatuses: ReadonlySet<number> = new Set([403, 429, 502])

const isNoAddress = failed("bad_response", "The page leads to what is no address.")

/** Why the document was not sent by its server; null when it was. Of a tunnel the proxy writes nothing. */
const refusedAnswer = ({ watch }: OpenPage, account: ProxyAccount | null): PageUnreachable | null => {
  const answer = watch.mainAnswer()
  // The proxy goes to no such address, and has nobody to remember it for.
  if (account !== null && answer?.url.startsWith("http:") === true && parseUrl(answer.url) === null) return isNoAddress
  const isOurs = answer?.url.startsWith("http:") === true && proxyStatuses.has(answer.status)
  return isOurs ? refusalOf(account, answer.url) : null
}

/** A document of our own in place of the browser's, for an answer without a body: its status is an answer all the same. */
const showBlank = ({ page }: OpenPage) =>
  ask(() => page.goto("about:blank", { timeout: 0 })).pipe(
    // The browser's own page about the answer arrives at some moment, and interrupts what goes elsewhere.
    Effect.retry({ times: 60, schedule: Schedule.spaced("50 millis") })
  )

const failureOf = ({ watch }: OpenPage, url: string, account: ProxyAccount | null, message: string): PageUnreachable =>
  refusalOf(account, watch.navigatingTo() ?? url) ?? ofNavigation(message)

/** The document of `url` is shown, whatever its status; an answer that the proxy made in its place is a failure. */
export const navigate = Effect.fnUntraced(function* (opened: OpenPage, url: string, account: ProxyAccount | null) {
  const { page, watch } = opened
  const going = yield* Effect.result(ask(() => page.goto(url, { waitUntil: "commit", timeout: 0 })))
  const answer = watch.mainAnswer()
  if (Result.isFailure(going)) {
    const { message } = going.failure
    const isBodiless = /ERR_HTTP_RESPONSE_CODE_FAILURE/.test(message) && answer !== null
    const failure = failureOf(opened, url, account, message)
    if (!isBodiless || refusalOf(account, answer.url) !== null) return yield* failure
    yield* showBlank(opened)
    return
  }
  const refusal = refusedAnswer(opened, account)
  if (refusal !== null) return yield* refusal
})

/** Fails when the page has gone where nothing is, by itself: what is shown then was made by the browser or the proxy. */
export const mustBeThere = (opened: OpenPage, account: ProxyAccount | null): Effect.Effect<void, PageUnreachable> =>
  Effect.suspend(() => {
    const shown = opened.page.url()
    if (shown.startsWith("chrome-error:")) {
      return Effect.fail(failureOf(opened, shown, account, "net::ERR_CONNECTION_FAILED"))
    }
    const refusal = refusedAnswer(opened, account)
    return refusal === null ? Effect.void : Effect.fail(refusal)
  })
