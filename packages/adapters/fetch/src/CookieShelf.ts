/** The cookies of one session. */
import { CookieJar } from "tough-cookie"

/** Most cookies of one answer and of one session, and most characters of one cookie. */
const maxPerAnswer = 50
const maxKept = 300
const maxCookieChars = 4_096

/** Most characters of cookies in one request; many servers refuse more than 16 KB of headers. */
const maxSentChars = 8_192

export interface CookieShelf {
  /** Keeps what an answer set, where its server may set it. */
  readonly keep: (url: URL, header: string | ReadonlyArray<string> | undefined) => void
  /** The `cookie` header for a request, or null. */
  readonly headerFor: (url: URL) => string | null
}

/** An empty shelf. The jar behind it is made when the first cookie arrives, as most sites set none. */
export const makeCookieShelf = (): CookieShelf => {
  let jar: CookieJar | null = null
  let kept = 0
  return {
    keep: (url, header) => {
      if (header === undefined) return
      const cookies = typeof header === "string" ? [header] : header
      for (const cookie of cookies.slice(0, maxPerAnswer)) {
        if (kept >= maxKept || cookie.length > maxCookieChars) continue
        jar ??= new CookieJar()
        if (jar.setCookieSync(cookie, url.href, { ignoreError: true }) !== undefined) kept += 1
      }
    },
    headerFor: (url) => {
      const sent: Array<string> = []
      let chars = 0
      for (const cookie of jar?.getCookiesSync(url.href) ?? []) {
        const pair = cookie.cookieString()
        chars += pair.length + 2
        if (chars <= maxSentChars) sent.push(pair)
      }
      return sent.length === 0 ? null : sent.join("; ")
    }
  }
}
