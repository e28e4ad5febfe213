/** Addresses and names as a log may hold them: without the values that may be secrets. */

/** Stands where a secret, uploaded bytes, or something that nobody knows to be harmless was. */
export const redacted = "[redacted]"

/** A host without its scheme, with what may follow it; a token with dots in it ends in no such name. */
const bareHost = /^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?=$|[/?#])/i

const scheme = /^\s*[a-z][a-z0-9+.-]{0,30}:\/\//i

/** `name=value` in a query. A part without a name is a value. */
const hideValue = (part: string): string => {
  const at = part.indexOf("=")
  if (at === -1) return part === "" ? "" : redacted
  return at === part.length - 1 ? part : `${part.slice(0, at)}=${redacted}`
}

/** What stands after the host of an address: its path, the names in its query, and nothing of its fragment. */
const hideAfterHost = (rest: string): string => {
  const hash = rest.indexOf("#")
  const plain = hash === -1 ? rest : rest.slice(0, hash)
  const mark = plain.indexOf("?")
  const path = (mark === -1 ? plain : plain.slice(0, mark)).replaceAll(/(;[^=;/]*=)[^;/]+/g, `$1${redacted}`)
  const query =
    mark === -1
      ? ""
      : `?${plain
          .slice(mark + 1)
          .split("&")
          .map(hideValue)
          .join("&")}`
  return `${path}${query}${hash === -1 || hash === rest.length - 1 ? "" : `#${redacted}`}`
}

/** An address with its host, its path and the names in its query; null when it is none. */
export const harmlessAddress = (text: string, keepsPath: boolean): string | null => {
  const start = scheme.exec(text)?.[0] ?? ""
  if (start === "" && !bareHost.test(text)) return null
  const afterStart = text.slice(start.length)
  const end = afterStart.search(/[/?#\\]/)
  const authority = end === -1 ? afterStart : afterStart.slice(0, end)
  const rest = end === -1 ? "" : afterStart.slice(end)
  const host = authority.includes("@") ? `${redacted}@${authority.slice(authority.lastIndexOf("@") + 1)}` : authority
  if (keepsPath) return `${start}${host}${hideAfterHost(rest)}`
  return `${start}${host}${rest === "" || rest === "/" ? rest : `/${redacted}`}`
}

/** Addresses inside of other text. */
const addresses = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi

/** Text without what the addresses in it carry. */
export const harmlessLabel = (text: string): string =>
  text.includes("://") && /[?#@;]/.test(text)
    ? text.replace(addresses, (address) => harmlessAddress(address, true) ?? redacted)
    : text
