/** Which messages of a browser are read. Pages have it send most of them, as large and as often as they like. */

/** What the first bytes of a message say it is. */
export type MessageKind =
  /** An answer to what was asked under this number. */
  | { readonly _tag: "Answer"; readonly id: number }
  /** Something that the browser tells unasked. */
  | { readonly _tag: "Event"; readonly method: string }
  /** Something that the browser holds up until it is answered: a request, or what begins in a session of this name. */
  | { readonly _tag: "Held"; readonly method: string; readonly id: string }
  | { readonly _tag: "Unknown" }

export interface MessageLimits {
  /** Most bytes of an answer: the largest is a picture of 100 MB, in base64. */
  readonly answerBytes: number
  /** Most bytes of what is told of frames, pages and workers: an address of a document has 2 MB at most, may stand there twice, and be all escaped. */
  readonly eventBytes: number
  /** Most bytes of what is told of requests, which have the pictures that stand in a page and what it sends as their own. */
  readonly requestBytes: number
}

export const messageLimits: MessageLimits = {
  answerBytes: 144 * 1024 * 1024,
  eventBytes: 9 * 1024 * 1024,
  requestBytes: 1024 * 1024
}

/** So much of a message tells its kind, and so much of its end whose it is. */
export const headBytes = 128
export const tailBytes = 128

/** What nobody reads: what a page writes to its console and throws, and what comes and goes over lasting connections. */
const unread: ReadonlySet<string> = new Set([
  "Log.entryAdded",
  "Network.dataReceived",
  "Network.eventSourceMessageReceived",
  "Network.webSocketFrameError",
  "Network.webSocketFrameReceived",
  "Network.webSocketFrameSent",
  "Runtime.consoleAPICalled",
  "Runtime.exceptionRevoked",
  "Runtime.exceptionThrown",
  "Runtime.inspectRequested"
])

/** What the browser holds up until it is answered. The dialog is known by its session alone. */
const held: ReadonlySet<string> = new Set(["Fetch.authRequired", "Fetch.requestPaused", "Target.attachedToTarget"])

/** The kind of a message that begins so. What is held up and does not say by its first words what it is, is read like an answer. */
export const kindOf = (head: string): MessageKind => {
  const [, answered, method] = /^\{"(?:id":(\d{1,15})|method":"([\w.]{1,100})")/.exec(head) ?? []
  if (answered !== undefined) return { _tag: "Answer", id: Number(answered) }
  if (method === undefined) return { _tag: "Unknown" }
  if (!held.has(method)) return { _tag: "Event", method }
  const id = /^[^,]{1,120},"params":\{"(?:request|session)Id":"([\w.-]{1,64})"/.exec(head)?.[1]
  return id === undefined ? { _tag: "Unknown" } : { _tag: "Held", method, id }
}

/** Most bytes of a message of this kind; of a kind that is not read there are none. */
export const mostBytesOf = (kind: MessageKind, limits: MessageLimits): number => {
  if (kind._tag === "Answer" || kind._tag === "Unknown") return limits.answerBytes
  if (unread.has(kind.method)) return 0
  return /^(?:Network|Fetch)\./.test(kind.method) ? limits.requestBytes : limits.eventBytes
}

/** What an answer that is too large says instead. */
export const tooLarge = "The answer is larger than answers may be."

/** What is held up, in as many words as let whoever listens answer it: it goes on as though nobody had held it. */
const heldOf = (method: string, id: string): object => {
  // Nobody adds headers to a request of this address. A proxy is answered at the first request of a context, which sends nothing.
  const paused = {
    requestId: id,
    request: { url: "about:blank", method: "GET", headers: {} },
    resourceType: "Document"
  }
  if (method === "Fetch.requestPaused") return paused
  if (method === "Fetch.authRequired") return { ...paused, authChallenge: { source: "Server", origin: "" } }
  // A session of this type is left at once, and what waits for it begins.
  const targetInfo = { targetId: "", type: "other", title: "", url: "", attached: true, canAccessOpener: false }
  return { sessionId: id, targetInfo, waitingForDebugger: true }
}

/**
 * What stands in for a message that is not read: whoever asked is told that there is no answer, and what holds up its page is still
 * answered: a dialog is dismissed, a request goes on, a worker begins. The others leave nothing.
 */
export const standInFor = (kind: MessageKind, tail: string): string | null => {
  const sessionId = /,"sessionId":"(\w+)"\}$/.exec(tail)?.[1]
  const session = sessionId === undefined ? {} : { sessionId }
  // Of what was asked by somebody who is gone, an error of this number is ignored, and any other ends the process.
  if (kind._tag === "Answer") {
    return JSON.stringify({ id: kind.id, error: { code: -32_001, message: tooLarge }, ...session })
  }
  if (kind._tag === "Held") {
    return JSON.stringify({ method: kind.method, params: heldOf(kind.method, kind.id), ...session })
  }
  if (kind._tag !== "Event" || kind.method !== "Page.javascriptDialogOpening") return null
  const params = { url: "", message: "", type: "alert", hasBrowserHandler: false, defaultPrompt: "" }
  return JSON.stringify({ method: kind.method, params, ...session })
}
