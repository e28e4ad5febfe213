/** What a model writes, before anything rests on it. */

/** Text without what no store keeps and no reader sees: control characters, and halves of characters. */
export const cleanSaid = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : ""))

/** Whether a passage has letters and figures enough to show anything: a single one stands on every page. */
export const isTelling = (passage: string, least = 3): boolean => {
  let found = 0
  for (const letter of passage) {
    // A sign of a writing without letters says as much as some of those.
    if (/[\p{L}\p{N}]/u.test(letter)) found += letter.codePointAt(0)! > 0x2e7f ? 2 : 1
    if (found >= least) return true
  }
  return false
}
