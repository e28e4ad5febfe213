/** What a request of `node:http` is for, where it is written as a whole address (RFC 9112 §3.2.2). */
import type { IncomingMessage } from "node:http"
import { hasLongHost } from "@kittiwake/core/internal/security/domain/parseUrl"

const scheme = /^https?:\//i

/**
 * Leaves a host that is longer than any name to be read as a path, which no route has: whatever answers requests parses such an
 * address before any route sees it.
 */
export const plainTarget = (request: IncomingMessage): void => {
  const { url = "" } = request
  if (scheme.test(url) && hasLongHost(url)) request.url = url.replace(scheme, "")
}
