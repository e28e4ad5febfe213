/** Digits that stand raised behind a number: they are no more digits of it, but cents, an exponent or the mark of a note. */
import { attributeOf, type PageElement, type PageText } from "./PageTree.ts"

/** Digits that stand raised, with a sign at most. */
const raised = /^[-−+]?\d{1,4}$/

/** Characters that an amount is looked for in. */
export const longestAmount = 16

const currency = "(?:[$€£¥₹₽₺]|zł|Kč|kr|CHF|EUR|USD|GBP)"

/** An amount without cents at the end of a text, and one whose currency stands behind its cents. */
const amountBefore = new RegExp(`${currency}\\s?\\d{1,3}(?:[,.\\s’']?\\d{3})*$`)
const centsBefore = new RegExp(`(?<=\\d)[\\^\ufdd0](\\d\\d)(?=\\s?${currency}(?!\\p{L}))`, "gu")

const hasDecimals = /[.,]\d{1,2}$/

/** What cents are joined with: not with the mark that parts the thousands of their amount. */
const jointOf = (amount: string): "." | "," => (/\.\d{3}$/.test(amount) ? "," : ".")

/** Before the part of a cent in which prices of fuel end: `1,63` of 1.639. */
export const fuelBefore = /(?<![\d.,])[1-9][.,]\d\d$/

/** Stands where it is not known yet whether figures are cents: no page has it. */
const perhaps = "\ufdd0"

/** What raised digits say behind a text, of which the end is enough. */
export const raisedBehind = (before: string, digits: string): string => {
  if (!raised.test(digits) || !/\d$/.test(before)) return digits
  if (digits === "9" && fuelBefore.test(before)) return "⁹"
  return (/^\d\d$/.test(digits) && amountBefore.test(before) ? jointOf(before) : "^") + digits
}

/** The same of figures that are called cents, and may be no more than small. */
export const centsBehind = (before: string, digits: string): string => {
  if (!/^\d\d$/.test(digits) || !/\d$/.test(before) || hasDecimals.test(before)) return digits
  return (amountBefore.test(before) ? jointOf(before) : perhaps) + digits
}

const currencyFirst = new RegExp(`^\\s?${currency}(?!\\p{L})`, "u")

/** The same where what follows is known. */
export const centsBetween = (before: string, digits: string, behind: string): string => {
  const said = centsBehind(before, digits)
  if (!said.startsWith(perhaps)) return said
  return currencyFirst.test(behind) ? jointOf(before) + digits : digits
}

const ofCents = /(?:^|[\s_-])(?:cents?|fraction|decimals?|centimes?|céntimos|centavos|superscript|sup)(?:$|[\s_-])/i

/** Whether a text in an element that is small, or called so, may be cents. */
export const mayBeCents = ({ parent, text }: PageText): boolean =>
  text.length === 2 && /^\d\d$/.test(text) && parent !== null && isSmall(parent)

/** Whether an element may have cents that are no more than small, or called so. */
export const isSmall = (element: PageElement): boolean =>
  element.name === "small" || ofCents.test(attributeOf(element, "class") ?? "")

/** The line in which raised digits ahead of a currency are the cents of their amount. */
export const withCents = (line: string): string =>
  line
    .replace(centsBefore, (raisedCents: string, cents: string, at: number) => {
      const amount = line.slice(Math.max(0, at - longestAmount), at)
      return hasDecimals.test(amount) ? raisedCents : jointOf(amount) + cents
    })
    .replaceAll(perhaps, "")
