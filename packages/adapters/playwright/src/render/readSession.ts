/**
 * What a page has left in its context.
 *
 * **Details.** A site may store ten million characters, in half a million items, and as much again at each origin that its page has gone
 * through. So what is stored is cut where it is, before it is told: of an origin that is shown in its document, and of the others in an empty
 * one, which the page goes to once all else of it is read.
 */

import { maxProfileSessionBytes } from "@kittiwake/core/profiles/domain/BrowserProfile"
import type { BrowserSession } from "@kittiwake/core/profiles/domain/BrowserSession"
import { Effect, Option } from "effect"
import { readStored } from "../page/stored.ts"
import type { OpenPage } from "./OpenPage.ts"
import { ask } from "./PageFailed.ts"
import { type Cookie, canBePut } from "./putCookies.ts"
import { stoppable } from "./stoppable.ts"

/** Most cookies that are kept. */
const maxCookies = 300

/** Most that is told of one origin: as much as a profile may hold, and as many items as fit into that. */
const limits = { maxChars: maxProfileSessionBytes, maxItems: 10_000 }

/** An origin that does not answer in time stays as it was, and so do those behind it once all have had theirs. */
const originWithin = "2 seconds"
const allWithin = "5 seconds"

type Origins = BrowserSession["origins"]

/** Cookies first, then what sites stored, as much of it as a profile may hold. */
export const fitting = (cookies: ReadonlyArray<Cookie>, origins: Origins): BrowserSession => {
  let room = maxProfileSessionBytes - 1_024
  const takes = (value: unknown): boolean => {
    const bytes = Buffer.byteLength(JSON.stringify(value)) + 1
    if (bytes > room) return false
    room -= bytes
    return true
  }
  return {
    cookies: cookies.filter(canBePut).slice(0, maxCookies).filter(takes),
    origins: origins.flatMap(({ localStorage, origin }) => {
      if (!takes({ origin, localStorage: [] })) return []
      const kept = localStorage.filter(takes)
      return kept.length === 0 ? [] : [{ origin, localStorage: kept }]
    })
  }
}

const readCookies = ({ context }: OpenPage) =>
  Effect.map(
    ask((stop) => stoppable(context, stop).cookies()),
    (cookies) =>
      cookies.map(
        ({ domain, expires, httpOnly, name, path, sameSite, secure, value }): Cookie => ({
          name,
          value,
          domain,
          path,
          expires,
          httpOnly,
          secure,
          sameSite
        })
      )
  )

/** What is stored at the origin that the page shows. */
const readShown = ({ world }: OpenPage) =>
  Effect.map(Effect.timeoutOption(Effect.option(world.run(readStored, limits)), originWithin), (read) =>
    Option.getOrNull(Option.flatten(read))
  )

const visit = Effect.fnUntraced(function* (opened: OpenPage, origin: string) {
  const went = ask(() => opened.session.send("Page.navigate", { url: `${origin}/` }))
  yield* Effect.timeoutOption(Effect.option(went), originWithin)
  const stored = yield* readShown(opened)
  return stored?.origin === origin ? stored : null
})

/** What is stored at each origin that the page has come by. What the session had of others is there still. */
const readOrigins = Effect.fnUntraced(function* (opened: OpenPage, before: BrowserSession, silence: () => void) {
  const read = new Map<string, Origins[number]>()
  const readAll = Effect.gen(function* () {
    const shown = yield* readShown(opened)
    if (shown !== null) read.set(shown.origin, shown)
    for (const origin of opened.watch.origins()) {
      if (read.has(origin)) continue
      if (!opened.reading.isOver) {
        opened.reading.isOver = true
        silence()
      }
      const stored = yield* visit(opened, origin)
      if (stored !== null) read.set(origin, stored)
    }
  })
  yield* Effect.timeoutOption(readAll, allWithin)
  return [...read.values(), ...before.origins.filter(({ origin }) => !read.has(origin))]
})

/**
 * Cookies and stored values as they stand now, of a page that had those of `before`. Nothing else is read of it afterwards. `silence` cuts it
 * from all servers before it is left: what a page tells its server then may be that its visitor signs out.
 */
export const readSession = Effect.fnUntraced(function* (opened: OpenPage, before: BrowserSession, silence: () => void) {
  // Cookies first: what the empty documents have set is none of a page's.
  const cookies = yield* readCookies(opened)
  return fitting(cookies, yield* readOrigins(opened, before, silence))
})
