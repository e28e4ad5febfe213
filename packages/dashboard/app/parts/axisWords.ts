/** What stands at the ticks of a time axis. */

/** Each text once, where it comes first: between two ticks of one minute its name tells nothing the second time. */
export const onceEach = (texts: ReadonlyArray<string>): Array<string> => {
  const seen = new Set<string>()
  return texts.map((text) => {
    if (seen.has(text)) return ""
    seen.add(text)
    return text
  })
}

/** Of less than that an axis tells times, since all its days would be the same. */
const timesWithin = 36 * 3_600

/** How times are told on an axis that lasts so many seconds, with a tick every `step` of them. */
export const axisFormat = (lasts: number, step: number): Intl.DateTimeFormatOptions => {
  if (lasts >= timesWithin) return { day: "numeric", month: "short" }
  return { hour: "2-digit", minute: "2-digit", ...(step < 60 ? { second: "2-digit" } : {}) }
}
