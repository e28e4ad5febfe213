/** When a server wants to be asked again. */

/** Seconds that a header `retry-after` says, as a number or as a date; null where it says nothing. */
export const retryAfterSeconds = (written: string | undefined, nowMillis: number): number | null => {
  const text = written?.trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const atMillis = text === "" ? Number.NaN : Date.parse(text)
  return Number.isNaN(atMillis) ? null : Math.max(0, Math.ceil((atMillis - nowMillis) / 1_000))
}
