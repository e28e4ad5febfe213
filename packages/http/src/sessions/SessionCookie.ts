/**
 * The cookie of a session: its name, its flags, and when it counts.
 *
 * **Model.** Under https the name begins with `__Host-`: no other site of the same domain can set such a cookie, and it never
 * leaves over plain http. `SameSite=Strict` keeps it from requests of other sites; what each request says of where it comes
 * from is looked at all the same (`SessionCallers`).
 */
import { sessionTimes } from "@kittiwake/core/sessions/domain/Session"
import { Duration } from "effect"
import type { HttpServerRequest } from "effect/http"
import { cookieNamed } from "../cookieNamed.ts"
import { type OwnAddress, publicAddress } from "../web/PublicAddress.ts"

const plainName = "kittiwake-session"
const secureName = `__Host-${plainName}`

const plainIn = cookieNamed(plainName)
const secureIn = cookieNamed(secureName)

const isHttps = (address: string | null | undefined): boolean => address?.toLowerCase().startsWith("https:") === true

/** Whether the request reached us by a name of this machine and not by the address that the operator named. */
const isLocal = (own: OwnAddress, request: HttpServerRequest.HttpServerRequest): boolean => {
  const address = publicAddress({ ...own, named: null }, request)
  return address !== "" && (request.headers.origin === undefined || request.headers.origin === address)
}

/** Whether the browser came by https; it tells so when it signs in. */
const isSecure = (own: OwnAddress, request: HttpServerRequest.HttpServerRequest): boolean => {
  const { origin } = request.headers
  if (own.named === null || (isLocal(own, request) && origin !== undefined)) return isHttps(origin)
  return isHttps(own.named)
}

const cookieOf = (name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${name === secureName ? "; Secure" : ""}`

/** The secret of the session that a request carries; null when it carries none that counts. */
export const secretIn = (own: OwnAddress, request: HttpServerRequest.HttpServerRequest): string | null => {
  const secure = secureIn(request)
  if (secure !== undefined && secure !== "") return secure
  // Under https the plain name could have been set by another site of the domain.
  const counts = !isHttps(own.named) || isLocal(own, request)
  const plain = plainIn(request)
  return counts && plain !== undefined && plain !== "" ? plain : null
}

/** What gives a browser the secret of its session. */
export const giveCookie = (own: OwnAddress, request: HttpServerRequest.HttpServerRequest, secret: string): string =>
  cookieOf(isSecure(own, request) ? secureName : plainName, secret, Duration.toSeconds(sessionTimes.longest))

/** What takes it away, under whichever name the browser has it. */
export const takeCookie = (request: HttpServerRequest.HttpServerRequest): string =>
  cookieOf(secureIn(request) === undefined ? plainName : secureName, "", 0)
