/** What a server asks of robots in `X-Robots-Tag`, and a page in its `robots`: whether an index may have it. */

/** Longest that is looked at. */
const maxLength = 2_000

/** Directives that have a value behind a colon; another word before a colon is the name of a robot. */
const valued = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/

/** Names of robots that mean all of them, or us. */
const ours = /^(?:\*|robots|all|kittiwake(?:bot)?)$/

const until = /unavailable_after\s*:\s*([^\n]{4,60}?)(?=\s*(?:,\s*(?:no|none|index|follow|all|max-|unavailable)|\n|$))/i

/** Whether one header, or one `robots`, forbids it to us. */
const forbids = (said: string, atMillis: number): boolean => {
  let isMeant = true
  for (const part of said.split(/[,;]/)) {
    const [, name = "", rest = part] = /^\s*([a-z*][\w*-]*)\s*:(.*)$/i.exec(part) ?? []
    const robot = name.toLowerCase()
    // A robot that is named has all that follows in the same header to itself.
    if (robot !== "" && !valued.test(robot)) isMeant = ours.test(robot)
    const directives = robot !== "" && valued.test(robot) ? "" : rest
    if (isMeant && /(?:^|\s)(?:noindex|none)(?:$|\s)/i.test(directives)) return true
  }
  const ends = isMeant ? Date.parse(until.exec(said)?.[1]?.trim() ?? "") : Number.NaN
  return ends <= atMillis
}

/** Whether no index may have a page at this moment. Several headers stand on lines of their own. @internal */
export const forbidsIndex = (robots: string | undefined, atMillis: number): boolean =>
  (robots ?? "")
    .slice(0, maxLength)
    .split("\n")
    .some((line) => forbids(line, atMillis))
