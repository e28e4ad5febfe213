/** What a text of JSON would become, told from its bytes before anything is made of it. */

/** How much a text holds. */
export interface JsonSize {
  /** Deepest nesting of lists and objects. */
  readonly depth: number
  /** Elements of lists and members of objects; a list or object counts as at least one. */
  readonly items: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Where the string ends that begins at `at`. Strings are most of a body, so their ends are searched natively. */
const endOfString = (bytes: Uint8Array, at: number): number => {
  let end = bytes.indexOf(quote, at + 1)
  while (end !== -1) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
    end = bytes.indexOf(quote, end + 1)
  }
  return bytes.length
}

/** Measures UTF-8 that may or may not be JSON, and stops where either limit is passed. */
export const jsonSize = (bytes: Uint8Array, max: JsonSize): JsonSize => {
  let depth = 0
  let deepest = 0
  let items = 0
  for (let at = 0; at < bytes.length && deepest <= max.depth && items <= max.items; at++) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at)
        break
      case openList:
      case openObject:
        depth += 1
        items += 1
        if (depth > deepest) deepest = depth
        break
      case closeList:
      case closeObject:
        depth -= 1
        break
      case comma:
        items += 1
        break
    }
  }
  return { depth: deepest, items }
}
