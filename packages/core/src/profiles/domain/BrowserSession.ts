/** Cookies and stored values of somebody who is signed in, as Playwright's `storageState` writes them. */
import { Schema } from "effect"

export const BrowserSession = Schema.Struct({
  cookies: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      value: Schema.String,
      domain: Schema.String,
      path: Schema.String,
      /** Seconds since 1970; -1 ends with the session. */
      expires: Schema.Number,
      httpOnly: Schema.Boolean,
      secure: Schema.Boolean,
      sameSite: Schema.Literals(["Strict", "Lax", "None"])
    })
  ),
  origins: Schema.Array(
    Schema.Struct({
      origin: Schema.String,
      localStorage: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))
    })
  )
})
export type BrowserSession = typeof BrowserSession.Type

/** Whether a cookie for `domain` goes to `host` (RFC 6265 §5.1.3). */
const isFor = (domain: string, host: string): boolean => {
  const name = domain.replace(/^\./, "").toLowerCase()
  return host === name || host.endsWith(`.${name}`)
}

/** What a session holds for a host: nothing, only what has expired, or something that lasts. @internal */
export const holdsFor = (session: BrowserSession, url: URL, nowMillis: number): "nothing" | "expired" | "valid" => {
  if (session.origins.some(({ localStorage, origin }) => origin === url.origin && localStorage.length > 0))
    return "valid"
  const cookies = session.cookies.filter(({ domain }) => isFor(domain, url.hostname))
  if (cookies.length === 0) return "nothing"
  return cookies.some(({ expires }) => expires < 0 || expires * 1_000 > nowMillis) ? "valid" : "expired"
}
