/** The document's own request: who the browser is to the proxy, and which headers it adds. */

import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { type Duration, Effect } from "effect"
import type { CDPSession } from "playwright-core"
import type { Credentials } from "../proxy/EgressProxy.ts"
import { safely } from "../safely.ts"
import { ask } from "./PageFailed.ts"
import { type Given, holdDocuments, openTypeOf, type PausedResponse } from "./tellCharset.ts"

export interface DocumentRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly credentials: Credentials | null
  /** Whether the navigation that was asked for is still under way. */
  readonly isFirst: () => boolean
  /** Whether all that documents are from now on is a place in which to look at what their sites stored: none is asked for. */
  readonly isOver: () => boolean
  /** How long a document may take to be whole whose charset only its bytes tell. */
  readonly wholeWithin: Effect.Effect<Duration.Duration>
  readonly mainFrameId: string
  /** Hears of the document of the page how much of it was given on, where it was held up for its charset. */
  readonly onGiven: (given: Given) => void
  /** Ends the rendering, where one of the browser's questions cannot be answered. */
  readonly fail: () => void
}

/** What is read of the browser's questions. */
interface AuthRequired {
  readonly requestId: string
  readonly authChallenge: { readonly source?: "Server" | "Proxy" }
}

interface RequestPaused extends PausedResponse {
  readonly responseErrorReason?: string
  readonly frameId?: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}

const asList = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** Headers of the request as they are, and those of the caller in place of the browser's own. */
const merged = (own: Readonly<Record<string, string>>, added: Readonly<Record<string, string>>) => {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  return [...asList(own).filter(({ name }) => !names.has(name.toLowerCase())), ...asList(added)]
}

/** An empty document, with an icon in it: for one that names none a browser asks its server. */
const blank = {
  responseHeaders: [{ name: "content-type", value: "text/html" }],
  body: btoa('<!doctype html><title></title><link rel=icon href="data:,">')
}

/**
 * Answers the proxy's question, adds the headers, and has documents read in the charset that they are in.
 *
 * **Details**
 *
 * The first request of a context is always the document's. Once it has told the proxy who it is, the browser tells it with
 * every request of that context, also those that no session sees, such as those of shared workers. Only requests and answers of
 * documents are held up. An override lasts for one hop, so each hop at
 * the first origin gets its own, and a redirect elsewhere gets none.
 */
export const prepareDocument = Effect.fnUntraced(function* (session: CDPSession, request: DocumentRequest) {
  const origin = parseUrl(request.url)?.origin
  const hasHeaders = Object.keys(request.headers).length > 0
  const forget = (answer: Promise<unknown>) => void answer.catch(() => {})

  const authenticate = ({ authChallenge, requestId }: AuthRequired) => {
    const isProxy = authChallenge.source === "Proxy" && request.credentials !== null
    forget(
      session.send("Fetch.continueWithAuth", {
        requestId,
        authChallengeResponse: isProxy
          ? { response: "ProvideCredentials", ...request.credentials }
          : { response: "CancelAuth" }
      })
    )
  }
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const scope = yield* Effect.scope
  const giveOn = holdDocuments(session, request.wholeWithin)
  const goOnWith = (paused: RequestPaused) => {
    const { frameId, requestId } = paused
    const type = request.isOver() ? null : openTypeOf(paused)
    if (type === null) return forget(session.send("Fetch.continueRequest", { requestId }))
    const given = Effect.map(giveOn(paused, type), (how) => {
      if (frameId === request.mainFrameId) request.onGiven(how)
    })
    return void fork(Effect.forkIn(given, scope))
  }
  const goOn = (paused: RequestPaused) => {
    const { frameId, request: sent, requestId } = paused
    if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined) return goOnWith(paused)
    if (request.isOver()) {
      return forget(session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, ...blank }))
    }
    // What the browser takes for an address may be none here: it is not at our origin then.
    const isOurs = hasHeaders && request.isFirst() && origin !== undefined && parseUrl(sent.url)?.origin === origin
    return forget(
      session.send("Fetch.continueRequest", {
        requestId,
        ...(isOurs && frameId !== undefined ? { headers: merged(sent.headers, request.headers) } : {})
      })
    )
  }
  session.on("Fetch.authRequired", safely(authenticate, request.fail))
  session.on("Fetch.requestPaused", safely(goOn, request.fail))
  yield* ask(() =>
    session.send("Fetch.enable", {
      handleAuthRequests: true,
      patterns: [
        { urlPattern: "*", resourceType: "Document", requestStage: "Request" },
        { urlPattern: "*", resourceType: "Document", requestStage: "Response" }
      ]
    })
  )
})
