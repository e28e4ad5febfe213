/** Reads what a site stored in the browser. Its source is sent to pages. */
import type { PageKit } from "./makeKit.ts"

export interface Stored {
  readonly origin: string
  readonly localStorage: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

/** So many items of the site that the document is of, and characters of them; null where it may store nothing. */
export const readStored = (
  _kit: PageKit,
  { maxChars, maxItems }: { readonly maxChars: number; readonly maxItems: number }
): Stored | null => {
  try {
    const stored = window.localStorage
    const items: Array<{ readonly name: string; readonly value: string }> = []
    let room = maxChars
    for (let index = 0; index < maxItems; index += 1) {
      const name = stored.key(index)
      if (name === null) break
      const value = stored.getItem(name) ?? ""
      if (name.length + value.length > room) continue
      room -= name.length + value.length
      items.push({ name, value })
    }
    return { origin: window.origin, localStorage: items }
  } catch {
    return null
  }
}
