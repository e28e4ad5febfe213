/** Digits that stand raised behind a number: they are no more digits of it, but cents, an exponent or the mark of a note. */

/** Digits that stand raised, with a sign at most. */
const raised = /^[-−+]?\d{1,4}$/

/** Characters that an amount is looked for in. */
export const longestAmount = 16

const currency = "(?:[$€£¥₹₽₺]|zł|Kč|kr|CHF|EUR|USD|GBP)"

/** An amount without cents at the end of a text, and one whose currency stands behind its cents. */
const amountBefore = new RegExp(`${currency}\\s?\\d{1,3}(?:[,.\\s’']?\\d{3})*$`)
const centsBefore = new RegExp(`(?<=\\d)\\^(\\d\\d)(?=\\s?${currency}(?!\\p{L}))`, "gu")

const hasDecimals = /[.,]\d{1,2}$/

/** What cents are joined with: not with the mark that parts the thousands of their amount. */
const jointOf = (amount: string): "." | "," => (/\.\d{3}$/.test(amount) ? "," : ".")

/** What joins raised digits with the text before them, of which the end is enough. */
export const jointBefore = (before: string, digits: string): "" | "." | "," | "^" => {
  if (!raised.test(digits) || !/\d$/.test(before)) return ""
  return /^\d\d$/.test(digits) && amountBefore.test(before) ? jointOf(before) : "^"
}

/** The line in which raised digits ahead of a currency are the cents of their amount. */
export const withCents = (line: string): string =>
  line.replace(centsBefore, (raisedCents: string, cents: string, at: number) => {
    const amount = line.slice(Math.max(0, at - longestAmount), at)
    return hasDecimals.test(amount) ? raisedCents : jointOf(amount) + cents
  })
