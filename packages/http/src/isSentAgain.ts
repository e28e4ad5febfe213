/** How the public client says that it sends a request again by itself (contract/client-behaviour.md §4). */
import type { HttpServerRequest } from "effect/http"

/** Whether the request repeats one that got no answer, or one that could not be taken. */
export const isSentAgain = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): boolean =>
  Number(headers["x-stainless-retry-count"] ?? 0) > 0
