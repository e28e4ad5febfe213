/** What a page has left in its context. */

import { maxProfileSessionBytes } from "@kittiwake/core/profiles/domain/BrowserProfile"
import type { BrowserSession } from "@kittiwake/core/profiles/domain/BrowserSession"
import { Effect } from "effect"
import type { OpenPage } from "./OpenPage.ts"
import { ask } from "./PageFailed.ts"
import { stoppable } from "./stoppable.ts"

/** Most cookies that are kept. */
const maxCookies = 300

/** Cookies first, then what sites stored, as much of it as a profile may hold. */
const fitting = (session: BrowserSession): BrowserSession => {
  let room = maxProfileSessionBytes - 1_024
  const takes = (value: unknown): boolean => {
    const bytes = Buffer.byteLength(JSON.stringify(value)) + 1
    if (bytes > room) return false
    room -= bytes
    return true
  }
  return {
    cookies: session.cookies.slice(0, maxCookies).filter(takes),
    origins: session.origins.filter(takes)
  }
}

/** Cookies and stored values as they stand now. */
export const readSession = ({ context }: OpenPage) =>
  ask((stop) => stoppable(context, stop).storageState()).pipe(
    Effect.map(({ cookies, origins }) =>
      fitting({
        cookies: cookies.map(({ domain, expires, httpOnly, name, path, sameSite, secure, value }) => ({
          name,
          value,
          domain,
          path,
          expires,
          httpOnly,
          secure,
          sameSite
        })),
        origins: origins.map(({ localStorage, origin }) => ({ origin, localStorage }))
      })
    )
  )
