/** Whether a request comes from a page of ours, as browsers tell. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { HttpServerRequest } from "effect/http"
import { type OwnAddress, publicAddress } from "./PublicAddress.ts"

type Request = Pick<HttpServerRequest.HttpServerRequest, "headers" | "method">

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/**
 * Whether nothing in the request says that it comes from elsewhere.
 *
 * **Details.** `Sec-Fetch-Site` and `Origin` cannot be set by a page. What says nothing is no browser of today, or was not
 * sent by a page; `none` is an address that a person typed, which reads and never writes. Another site of the same domain is
 * elsewhere.
 */
export const comesFromHere = ({ headers, method }: Request, isOwn: (origin: string) => boolean): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && !(site === "none" && isRead(method))) return false
  return headers.origin === undefined || isOwn(headers.origin)
}

const originOf = (address: string): string | null => parseUrl(address)?.origin ?? null

/**
 * Whether an origin is ours: the address that the operator named, or what the browser says it reached.
 *
 * **Details.** Where no address is named, the name in `Host` must be that of the origin: a browser keeps a cookie for the
 * name that gave it, so a page under another name has none to send. Where one is named, names of this machine are ours
 * besides, since its operator opens it there.
 */
export const isOwnOrigin =
  (own: OwnAddress, request: HttpServerRequest.HttpServerRequest) =>
  (origin: string): boolean => {
    const given = originOf(origin)
    if (given === null || given === "null") return false
    if (own.named !== null && originOf(own.named) === given) return true
    const host = request.headers.host?.toLowerCase()
    if (host === undefined || new URL(given).host !== host) return false
    return own.named === null || publicAddress({ ...own, named: null }, request) !== ""
  }
