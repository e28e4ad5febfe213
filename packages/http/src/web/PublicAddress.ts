/** Under which address this installation is reached from outside. */
import { isUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"

/** The address that the operator named (`KITTIWAKE_PUBLIC_URL`), without a slash at its end; null when he named none. */
export const PublicAddress = Context.Reference<string | null>("@kittiwake/http/web/PublicAddress", {
  defaultValue: () => null
})

/** The host that the server listens on (`KITTIWAKE_HOST`); null when nobody told. */
export const ListeningHost = Context.Reference<string | null>("@kittiwake/http/web/ListeningHost", {
  defaultValue: () => null
})

const host = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Whether a name that a caller says it reached is one that the server is known by. */
const isOwn = (name: string, listensOn: string | null): boolean =>
  loopback.test(name) || (listensOn !== null && [listensOn, `[${listensOn}]`].includes(name.toLowerCase()))

/** How the installation is known. */
export interface OwnAddress {
  readonly named: string | null
  readonly listensOn: string | null
}

/**
 * Where a reply says that files are: at the operator's address, else where the caller reached us, else below whatever
 * address the reader of the reply knows.
 *
 * **Details.** `Host` is what a caller says: an address that is built from any name would lead readers of a cached or
 * forwarded reply to somebody else's server.
 */
export const publicAddress = (
  { listensOn, named }: OwnAddress,
  request: HttpServerRequest.HttpServerRequest
): string => {
  const asked = request.headers.host ?? ""
  const name = host.exec(asked)?.[1]
  if (named !== null) return named
  // 127.999.0.1 and port 99999 look like addresses and are none.
  return name !== undefined && isOwn(name, listensOn) && isUrl(`http://${asked}`) ? `http://${asked}` : ""
}

/** Where a reply says that an asset is. */
export const assetAddress = (own: OwnAddress, request: HttpServerRequest.HttpServerRequest, id: string): string =>
  `${publicAddress(own, request)}/assets/${id}`
