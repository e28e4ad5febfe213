/**
 * Addresses of inboxes.
 *
 * **Details.** There are two. One has a token in it and takes what anybody posts who knows it. The other, for the webhooks of
 * the organization's own monitors and batches, has none: it means the inbox of whoever sends, and only this installation can
 * send to it. So a monitor's row holds nothing with which somebody else could post, and goes on when the token is replaced.
 */
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** Where this installation is reached, as far as it was told. */
export interface InstallationPlace {
  /** The address that the operator named, without a slash at its end; null when he named none. */
  readonly named: string | null
  /** The host that the server listens on; null when nobody told. */
  readonly listensOn: string | null
}

/** Before the token, and below the address of the installation. */
const path = "/inbox/"

/** Stands where the other address has its token. */
const own = "own"

/** Characters of a token. @internal */
export const tokenLength = 40

const token = /^[A-Za-z0-9]{40}$/

/** Below which address inboxes are when no other is known: events reach them from within all the same. @internal */
export const addressInside = "http://localhost"

/** The address that takes what is posted. */
export const inboxAddress = (base: string, given: string): string => `${base}${path}${given}`

/** The address for one's own webhooks. */
export const ownInboxAddress = (base: string): string => `${base}${path}${own}`

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

const isHere = ({ hostname }: URL, { listensOn }: InstallationPlace): boolean =>
  loopback.test(hostname) ||
  (listensOn !== null && [listensOn, `[${listensOn}]`].includes(hostname.toLowerCase()) && listensOn !== "0.0.0.0")

/** What an address of an inbox leads to. */
export interface InboxTarget {
  /** The token in it; null means the inbox of whoever sends. */
  readonly token: string | null
  /** Whether nothing but this installation is at that address. */
  readonly isOurs: boolean
}

/**
 * What inbox of this installation an address leads to; null when it leads elsewhere. Behind an address of this machine there
 * may be another installation, on whatever port: whether a token there is one of ours, the inboxes know.
 */
export const inboxTarget = (url: string, place: InstallationPlace): InboxTarget | null => {
  const parsed = url.includes(path) ? parseUrl(url) : null
  if (parsed === null || parsed.search !== "" || parsed.hash !== "" || parsed.username !== "") return null
  const last = parsed.pathname.slice(parsed.pathname.lastIndexOf("/") + 1)
  if (last !== own && !token.test(last)) return null
  const base = parsed.href.slice(0, -(path.length + last.length))
  const isNamed = place.named !== null && base === parseUrl(place.named)?.href.replace(/(?<!\/)\/+$/, "")
  if (!isNamed && !(isHere(parsed, place) && parsed.pathname === `${path}${last}`)) return null
  return { token: last === own ? null : last, isOurs: isNamed || last === own }
}
