/** The address under which others reach an installation, as it is set. */
import { Result } from "effect"

/** What to write, in the settings and in a program. */
export const exampleAddress = "such as https://api.example.com"

/**
 * Reads it, without slashes at its end; a failure says what is wrong with it, and repeats nothing of it. It begins addresses that are given
 * away: what stands behind `?` or `#` would swallow what is added, and a password would be read by all.
 */
export const readPublicAddress = (text: string): Result.Result<string, string> => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return Result.fail("is no address that begins with https:// or http://")
  }
  if (url.username !== "" || url.password !== "") {
    return Result.fail("has a user or a password in it, which everybody would read who is given an address")
  }
  if (/[?#]/.test(text)) return Result.fail("has a query or a fragment, behind which no address goes on")
  return Result.succeed(`${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ""))
}
