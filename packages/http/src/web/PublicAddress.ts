/** Under which address this installation is reached from outside. */
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"

/** The address that the operator named (`KITTIWAKE_PUBLIC_URL`), without a slash at its end; null when he named none. */
export const PublicAddress = Context.Reference<string | null>("@kittiwake/http/web/PublicAddress", {
  defaultValue: () => null
})

const host = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Where a reply says that files are: at the operator's address, else where the caller reached us. */
export const assetAddress = (
  named: string | null,
  request: HttpServerRequest.HttpServerRequest,
  id: string
): string => {
  const asked = request.headers.host ?? ""
  const base = named ?? (host.test(asked) ? `http://${asked}` : "")
  return `${base}/assets/${id}`
}
