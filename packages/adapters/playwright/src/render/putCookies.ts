/** The cookies of a session, as far as a browser takes them. */
import type { BrowserSession } from "@kittiwake/core/profiles/domain/BrowserSession"

export type Cookie = BrowserSession["cookies"][number]

/** What no browser takes, though servers have it keep some of that: nothing at all (letters that are none), and what ends a header. */
export const canBePut = ({ name, value }: Cookie): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  name + value !== "" && !/[\x00-\x1f\x7f;]/.test(name + value) && !name.includes("=")

/** Most times that a browser is asked: a session of which it takes all needs one, and each that it refuses some twenty. */
const maxTries = 200

/** Puts in all that `put` takes. A browser refuses all of those that it is handed where one of them is not for it. */
export const putCookies = async (
  cookies: ReadonlyArray<Cookie>,
  put: (some: ReadonlyArray<Cookie>) => Promise<unknown>
): Promise<void> => {
  const waiting = [cookies]
  for (let tries = 0; tries < maxTries; tries += 1) {
    const some = waiting.shift()
    if (some === undefined || some.length === 0) return
    try {
      await put(some)
    } catch {
      const half = Math.ceil(some.length / 2)
      if (some.length > 1) waiting.push(some.slice(0, half), some.slice(half))
    }
  }
}
