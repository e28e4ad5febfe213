/** Why a page could not be rendered. */
import { PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Data, Effect } from "effect"
import { tooLarge } from "../devtools/judgeMessage.ts"
import type { ProxyRefusal } from "../proxy/ProxyAccount.ts"

/** The browser did not do what it was asked, mostly because the page went elsewhere or away meanwhile. */
export class CallFailed extends Data.TaggedError("CallFailed")<{ readonly message: string }> {}

/** The process that shows the page ended, killed by the system or by whoever had no room for it, or by what the page did. */
export class RendererEnded extends Data.TaggedError("RendererEnded")<{}> {}

/** The page has to begin again in a browser that shows no other: what others have drawn kept its picture waiting, and what it drew may be lost. */
export class NeedsOwnBrowser extends Data.TaggedError("NeedsOwnBrowser")<{}> {}

/**
 * Asks the browser for something. Who gives up waiting leaves the question behind; it ends with the page, but for what is asked of a
 * context: that ends with the signal alone.
 */
export const ask = <A>(question: (stop: AbortSignal) => PromiseLike<A>): Effect.Effect<A, CallFailed> =>
  Effect.tryPromise({
    try: question,
    catch: (cause) => new CallFailed({ message: cause instanceof Error ? cause.message : String(cause) })
  })

/** A failure with its reason. */
export const failed = (reason: PageUnreachable["reason"], message: string): PageUnreachable =>
  new PageUnreachable({ reason, message })

export const timedOut = failed("timeout", "The page took too long.")

export const crashed = failed("bad_response", "The page broke down in the browser. Another try may work.")

const holdsTooMuch = failed("too_large", "The page holds more than can be read of it.")

export const pageTooLarge = failed("too_large", "The page is larger than 20 MB.")

export const takesTooMuch = failed(
  "too_large",
  "The page takes more memory, workers or frames of other sites than a page may."
)

export const drawsTooMuch = failed("too_large", "The page takes more of the processor to be drawn than a page may.")

/** Whether what was asked for came and was too large: it would be so again. */
export const isTooLarge = ({ message }: CallFailed): boolean => message.includes(tooLarge)

/** What a call that failed to the end means for the page. */
export const ofCall = (failure: CallFailed): PageUnreachable => (isTooLarge(failure) ? holdsTooMuch : crashed)

export const gaveUpWhileActing = new PageUnreachable({
  reason: "may_have_acted",
  message:
    "The page gave up the browser to others after it had begun to act. See whether the actions were done before you ask again.",
  isOurs: true
})

export const endedWhileActing = failed(
  "may_have_acted",
  "The browser ended after it had begun to act on the page. See whether the actions were done before you ask again."
)

export const isFile = failed("unsupported_content", "The address leads to a file that browsers save and do not show.")

const ofRefusal: Readonly<Record<ProxyRefusal, PageUnreachable>> = {
  unknown_host: failed("unknown_host", "The host has no address."),
  // One text for every refused address, so that nothing is told about what stands behind a name.
  forbidden_address: failed("forbidden_address", "The address may not be reached from here."),
  timeout: failed("timeout", "The server took too long."),
  connection_failed: failed("connection_failed", "No connection to the server could be opened."),
  bad_response: failed("bad_response", "The answer is not valid HTTP."),
  too_large: failed("too_large", "The page loads more than it may.")
}

/** What a refusal of the proxy means for the page. */
export const refused = (refusal: ProxyRefusal): PageUnreachable => ofRefusal[refusal]

const byCode: ReadonlyArray<readonly [RegExp, PageUnreachable]> = [
  [/ERR_(?:NAME_NOT_RESOLVED|NAME_RESOLUTION)/, ofRefusal.unknown_host],
  [/ERR_(?:TIMED_OUT|CONNECTION_TIMED_OUT)|Timeout/, ofRefusal.timeout],
  [/ERR_TOO_MANY_REDIRECTS/, failed("too_many_redirects", "The server redirects without end.")],
  [
    /ERR_CERT|ERR_SSL_(?:SERVER_CERT|PINNED)/,
    failed("connection_failed", "The certificate of the server is not valid.")
  ],
  [
    /ERR_SSL/,
    failed(
      "connection_failed",
      "The server and the browser agree on no TLS. If it speaks none, its address begins with http://."
    )
  ],
  [/ERR_(?:UNSAFE_PORT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|BLOCKED_BY|FILE_)/, ofRefusal.forbidden_address],
  [/ERR_(?:INVALID|RESPONSE_HEADERS|CONTENT|INCOMPLETE|UNEXPECTED|HTTP2)/, ofRefusal.bad_response],
  [/ERR_(?:CONNECTION|EMPTY_RESPONSE|ADDRESS|TUNNEL|PROXY|SOCKET|NETWORK)/, ofRefusal.connection_failed],
  [/Download is starting/, isFile],
  [/ERR_ABORTED/, failed("bad_response", "The server answered without a document.")],
  [/crash/i, crashed]
]

/** What the browser's words for a failed navigation mean. */
export const ofNavigation = (message: string): PageUnreachable =>
  byCode.find(([code]) => code.test(message))?.[1] ?? failed("bad_response", "The page could not be opened.")
