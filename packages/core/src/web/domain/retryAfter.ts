/** When a server wants to be asked again. */

/** Longer than anybody waits: what a number with more digits stands for. */
const longestSeconds = 999_999_999

/** The day of the week, with which every date of HTTP begins (RFC 9110 §5.6.7), or the year of one that is written otherwise. */
const beginsDate = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[, ]|\d{4}-\d)/i

/** The date of C's asctime, which names no zone and is of UTC. */
const asctime = /^[a-z]{3} +[a-z]{3} +\d{1,2} +\d{2}:\d{2}:\d{2} +\d{4}$/i

const millisOf = (text: string): number =>
  beginsDate.test(text) ? Date.parse(asctime.test(text) ? `${text} GMT` : text) : Number.NaN

/**
 * Seconds that a header `retry-after` says, as a number or as a date (RFC 9110 §10.2.3): 0 for a date that has passed, and null where it
 * says nothing. Who heeds it bounds it.
 */
export const retryAfterSeconds = (written: string | undefined, nowMillis: number): number | null => {
  const text = written?.trim() ?? ""
  if (/^\d+(?:\.\d*)?$/.test(text)) return Math.min(Math.ceil(Number(text)), longestSeconds)
  const atMillis = millisOf(text)
  if (Number.isNaN(atMillis)) return null
  return Math.min(Math.max(0, Math.ceil((atMillis - nowMillis) / 1_000)), longestSeconds)
}

const units = [
  ["days", 86_400],
  ["h", 3_600],
  ["min", 60]
] as const

/** So many seconds in words, such as `5 s` or `20 min`; never less than they are. */
export const secondsInWords = (seconds: number): string => {
  const unit = units.find(([, length]) => seconds >= 2 * length)
  return unit === undefined ? `${seconds} s` : `${Math.ceil(seconds / unit[1])} ${unit[0]}`
}
