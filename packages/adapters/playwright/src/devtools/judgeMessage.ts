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
  /** Most bytes of an answer: the largest is a document of 20 million characters that are all escaped. */
  readonly answerBytes: number
  /** Most bytes of a picture. Of photographs from edge to edge, 1,920 points wide and 20,000 high, it has some 50 MB. */
  readonly pictureBytes: number
  /** Most bytes of what is told of frames, pages and workers: an address of a document has 2 MB at most, may stand there twice, and be all escaped. */
  readonly eventBytes: number
  /** Most bytes of what is told of requests, which have the pictures that stand in a page and what it sends as their own. */
  readonly requestBytes: number
  /** Most bytes of what a page shows and asks people, and of what has no long address in it. */
  readonly wordBytes: number
  /** A message with more bytes than this counts for its page, and so do all others that it has told: so many bytes are read. */
  readonly largeBytes: number
  readonly pageBytes: number
}

export const messageLimits: MessageLimits = {
  answerBytes: 144 * 1024 * 1024,
  pictureBytes: 64 * 1024 * 1024,
  eventBytes: 9 * 1024 * 1024,
  requestBytes: 1024 * 1024,
  wordBytes: 64 * 1024,
  largeBytes: 64 * 1024,
  pageBytes: 24 * 1024 * 1024
}

/** So much of a message tells its kind, and so much of its end whose it is. */
export const headBytes = 128
export const tailBytes = 256

/** What nobody reads, or reads nothing of that is used: what a page writes to its console and throws, what comes and goes over
 * lasting connections, and the names of windows that it opens. */
const unread: ReadonlySet<string> = new Set([
  "Log.entryAdded",
  "Network.dataReceived",
  "Network.eventSourceMessageReceived",
  "Network.webSocketFrameError",
  "Network.webSocketFrameReceived",
  "Network.webSocketFrameSent",
  "Page.windowOpen",
  "Runtime.consoleAPICalled",
  "Runtime.exceptionRevoked",
  "Runtime.exceptionThrown",
  "Runtime.inspectRequested"
])

/** What has words of a page in it and no address, or addresses of scripts that are told for where they were called. */
const worded: ReadonlySet<string> = new Set([
  "Inspector.detached",
  "Page.frameAttached",
  "Page.javascriptDialogOpening",
  "Page.lifecycleEvent",
  "Runtime.bindingCalled",
  "Runtime.executionContextCreated"
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
  if (worded.has(kind.method)) return limits.wordBytes
  return /^(?:Network|Fetch)\./.test(kind.method) ? limits.requestBytes : limits.eventBytes
}

/** What the end of a message says: whose it is, and which page that belongs to what it tells of. */
export const endOf = (tail: string): { readonly session: string | null; readonly context: string | null } => ({
  session: /,"sessionId":"(\w+)"\}$/.exec(tail)?.[1] ?? null,
  context: /,"browserContextId":"(\w+)"[^}]{0,100}\},"waitingForDebugger":\w+\}/.exec(tail)?.[1] ?? null
})

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
  const sessionId = endOf(tail).session
  const session = sessionId === null ? {} : { sessionId }
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
