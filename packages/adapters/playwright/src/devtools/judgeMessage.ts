/** Which messages of a browser are read. Pages have it send most of them, as large and as often as they like. */

/** What the first bytes of a message say it is. */
export type MessageKind =
  /** An answer to what was asked under this number. */
  | { readonly _tag: "Answer"; readonly id: number }
  /** Something that the browser tells unasked. */
  | { readonly _tag: "Event"; readonly method: string }
  | { readonly _tag: "Unknown" }

export interface MessageLimits {
  /** Most bytes of an answer: the largest is a picture of 100 MB, in base64. */
  readonly answerBytes: number
  /** Most bytes of what is told of frames, pages and workers: an address of a document has 2 MB at most. */
  readonly eventBytes: number
  /** Most bytes of what is told of requests, which have the pictures that stand in a page and what it sends as their own. */
  readonly requestBytes: number
}

export const messageLimits: MessageLimits = {
  answerBytes: 144 * 1024 * 1024,
  eventBytes: 4 * 1024 * 1024,
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

/** The kind of a message that begins so. */
export const kindOf = (head: string): MessageKind => {
  const [, id, method] = /^\{"(?:id":(\d{1,15})|method":"([\w.]{1,100})")/.exec(head) ?? []
  if (id !== undefined) return { _tag: "Answer", id: Number(id) }
  return method === undefined ? { _tag: "Unknown" } : { _tag: "Event", method }
}

/** Most bytes of a message of this kind; of a kind that is not read there are none. */
export const mostBytesOf = (kind: MessageKind, limits: MessageLimits): number => {
  if (kind._tag !== "Event") return limits.answerBytes
  if (unread.has(kind.method)) return 0
  return /^(?:Network|Fetch)\./.test(kind.method) ? limits.requestBytes : limits.eventBytes
}

/** What an answer that is too large says instead. */
export const tooLarge = "The answer is larger than answers may be."

/**
 * What stands in for a message that is not read: whoever asked is told that there is no answer, and a dialog, which holds up its page,
 * is still dismissed. The others leave nothing.
 */
export const standInFor = (kind: MessageKind, tail: string): string | null => {
  const sessionId = /,"sessionId":"(\w+)"\}$/.exec(tail)?.[1]
  const session = sessionId === undefined ? {} : { sessionId }
  // Of what was asked by somebody who is gone, an error of this number is ignored, and any other ends the process.
  if (kind._tag === "Answer") {
    return JSON.stringify({ id: kind.id, error: { code: -32_001, message: tooLarge }, ...session })
  }
  if (kind._tag !== "Event" || kind.method !== "Page.javascriptDialogOpening") return null
  const params = { url: "", message: "", type: "alert", hasBrowserHandler: false, defaultPrompt: "" }
  return JSON.stringify({ method: kind.method, params, ...session })
}
