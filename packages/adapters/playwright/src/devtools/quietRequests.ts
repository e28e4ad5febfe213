/** What playwright asks a browser for, without that for which nobody listens. */

interface Asked {
  readonly method: string
  readonly sessionId?: string
}

const isAsked = (message: unknown): message is Asked & object =>
  typeof message === "object" && message !== null && typeof Reflect.get(message, "method") === "string"

/** Numbers of what is asked here and not by playwright, which begins with 1; a browser takes 31 bits of them. */
export const firstOwnId = 2_000_000_000

/**
 * What is asked in place of a message.
 *
 * **Details**
 *
 * For each page, frame and worker playwright wants to be told what its scripts write to the console and throw (`Runtime`, `Log`), and with
 * each request all that it sends. A browser writes that down before anybody can leave it out: half a gigabyte held up its other pages for a
 * minute. Our own scripts need none of it. Playwright's own do, which it runs in pages that it makes to put in or read what sites stored:
 * it knows those by what it asks of no other page, that service workers stay out.
 */
export const quietRequests = (message: unknown, ownId: () => number): ReadonlyArray<unknown> => {
  if (!isAsked(message) || message.sessionId === undefined) return [message]
  switch (message.method) {
    case "Runtime.enable":
    case "Log.enable":
      return [{ ...message, method: message.method.replace("enable", "disable") }]
    case "Network.enable":
      return [{ ...message, params: { maxPostDataSize: 1 } }]
    case "Network.setBypassServiceWorker":
      return [message, { id: ownId(), method: "Runtime.enable", params: {}, sessionId: message.sessionId }]
    default:
      return [message]
  }
}
