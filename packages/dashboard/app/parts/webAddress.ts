/** Addresses that somebody else gave, as what a link may lead to and what it may say. */

/** Most characters of an address that a link leads to. */
const lengthMax = 8_192

/**
 * An address of the web, or nothing. One that names a user is none: `https://bank.example@evil.example` is read as the first and leads
 * to the second.
 */
export const webAddress = (href: string): string | null => {
  // A browser leaves breaks out of an address, so that what is read is not where it leads.
  if (href.length > lengthMax || /[\s\p{Cc}]/u.test(href)) return null
  try {
    const url = new URL(href)
    const isWeb = url.protocol === "https:" || url.protocol === "http:"
    return isWeb && url.username === "" && url.password === "" ? url.href : null
  } catch {
    return null
  }
}

/** What a link says of its address: as it is written, unless its host looks like another's (`аpple.com` is `xn--pple-43d.com`). */
export const addressText = (url: string, href: string): string => (/^https?:\/\/[!-~]+(?:$|\/)/i.test(url) ? url : href)

/** It without what all begin with. */
export const shortAddress = (url: string): string =>
  addressText(url, webAddress(url) ?? url).replace(/^https?:\/\//, "")

/** What a link to another site tells it and the search engines: nothing. */
export const awayRel = "noopener noreferrer nofollow"
