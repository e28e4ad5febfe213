/** Entries of a page that lists many: *10 alternatives to Acme*, each under a heading or at the head of an item. */
import { tidyName } from "./comparedNames.ts"

export interface ListedEntry {
  readonly name: string
  /** Addresses that the entry links to. */
  readonly urls: ReadonlyArray<string>
}

/** Lines that are looked at, longest head of an entry, entries of a page, and links of one. */
const limits = { lines: 10_000, head: 200, entries: 40, urls: 20 } as const

const head = /^(?:#{2,5} +|[-*+] +(?=\[|\*\*|__)|\d{1,3}[.)] +(?=\[|\*\*|__|\p{Lu}))(.{1,200})$/u

/** What may follow an address begins with what is in none, so that an address is gone through once. */
const linkIn = /\[([^[\]\n]{0,200})\]\((https?:\/\/[^()\s]{1,500})(?:\s[^()\n]{0,199})?\)/g

/** What an item says first: what is set off, or what stands before its text. */
const leadOf = (line: string): string => {
  const bold = /^(?:\*\*|__)([^*_]{2,80})(?:\*\*|__)/.exec(line)
  if (bold !== null) return bold[1]!
  const link = /^\[([^[\]\n]{1,100})\]/.exec(line)
  return link === null ? line.replace(linkIn, "$1") : link[1]!
}

/**
 * Heads of a page's Markdown that may be names, with the addresses between each and the next. Others may have the thread after each line.
 */
export function* listedEntries(markdown: string): Generator<void, ReadonlyArray<ListedEntry>> {
  const entries: Array<{ readonly name: string; readonly urls: Array<string> }> = []
  let current: { readonly name: string; readonly urls: Array<string> } | null = null
  for (const line of markdown.split("\n", limits.lines)) {
    yield
    const found = line.length > limits.head * 4 ? null : head.exec(line.trim().slice(0, limits.head * 4))
    const text = found === null ? null : found[1]!
    const name = text === null ? null : tidyName(leadOf(text))
    if (text !== null && /^#/.test(line.trim())) current = null
    if (name !== null) {
      if (entries.length === limits.entries) break
      current = { name, urls: [] }
      entries.push(current)
    }
    if (current === null) continue
    for (const [, , url] of line.slice(0, 4_000).matchAll(linkIn)) {
      if (current.urls.length >= limits.urls) break
      current.urls.push(url!)
    }
  }
  return entries
}
