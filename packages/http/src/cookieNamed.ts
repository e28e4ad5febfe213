/** Finds one cookie of a request among all that it carries, which are not read: a head has room for 100,000 of other programs on the same host. */
import type { HttpServerRequest } from "effect/http"

/** Finds the value of the cookie of this name; undefined where there is none. Of several the first counts. */
export const cookieNamed = (name: string) => {
  const written = new RegExp(`(?:^|;)[ \\t]*${name}[ \\t]*=([^;]*)`)
  return ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): string | undefined =>
    written.exec(headers.cookie ?? "")?.[1]?.trim()
}
