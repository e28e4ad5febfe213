/** One spelling for each address (RFC 3986 §6.2.2.2). */

const unreserved = /^[A-Za-z0-9._~-]$/

/** Of characters that all have to be escaped; half of a surrogate pair is the character that stands for what cannot be told. */
const encodeOctets = (text: string): string => encodeURIComponent(text.toWellFormed())

/**
 * Writes out what need not be escaped and escapes what must be, in capitals. What has a meaning of its own in a URL is
 * left as it is, escaped or not. A percent sign that begins no escape is escaped, or it could begin one afterwards.
 */
export const normalizeEncoding = (text: string): string =>
  text
    .replace(/%([0-9a-f]{2})?/gi, (escape, digits: string | undefined) => {
      if (digits === undefined) return "%25"
      const char = String.fromCharCode(Number.parseInt(digits, 16))
      return unreserved.test(char) ? char : escape.toUpperCase()
    })
    .replace(/[^!#$%&'()*+,/:;=?@[\]A-Za-z0-9._~-]+/g, encodeOctets)
