/** Where events go, in words that fit a row. */

/** An address without what every address has. */
export const placeOf = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "")

/** Its host alone. */
export const hostOf = (url: string): string => {
  try {
    return new URL(url).host
  } catch {
    return placeOf(url)
  }
}
