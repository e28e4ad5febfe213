/** How much is told of entries that were refused, in bytes of JSON, in which a control character takes six. */
import { maxUrlLength } from "../../security/domain/parseUrl.ts"

/** @internal */
export const toldLimits = {
  /** Of one: as many letters of any script as an address may have. */
  each: 3 * maxUrlLength,
  /** Of all together, but for the beginnings of those that come after. */
  together: 64 * 1024,
  /** The beginning that is told of each, whatever was told before it. */
  least: 256
} as const

const twoBytes: ReadonlySet<number> = new Set(Array.from('"\\\b\t\n\f\r', (one) => one.charCodeAt(0)))

/** Bytes of a character in JSON. */
const bytesOf = (code: number): number => {
  if (twoBytes.has(code)) return 2
  if (code < 0x20) return 6
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The beginning of a text that takes no more than so many bytes of JSON, and what it takes. It ends between two characters. */
const beginning = (text: string, most: number): { readonly told: string; readonly bytes: number } => {
  let bytes = 0
  let end = 0
  for (const character of text) {
    const more = bytesOf(character.codePointAt(0)!)
    if (bytes + more > most) break
    bytes += more
    end += character.length
  }
  return { told: text.slice(0, end), bytes }
}

/** What is told of one entry after another. @internal */
export const tellingEntries = (): ((entry: string) => string) => {
  let left: number = toldLimits.together
  return (entry) => {
    const { bytes, told } = beginning(entry, Math.max(toldLimits.least, Math.min(toldLimits.each, left)))
    left -= bytes
    return told
  }
}
