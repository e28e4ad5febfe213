/** Codes of currencies, as ISO 4217 has them. */

/** Codes that are words as well, which stand beside numbers more often than the currencies do. */
const words = new Set(["ALL", "CUP", "SOS", "TOP"])

let known: ReadonlySet<string> | undefined

/** @internal */
export const isCurrencyCode = (text: string): boolean => {
  known ??= new Set(Intl.supportedValuesOf("currency").filter((code) => !words.has(code)))
  return known.has(text)
}
