/** Where the reading of a page, or of an item of what repeats on it, has come to. */
import type { Addresses } from "../Addresses.ts"
import type { FactCollector } from "./FactCollector.ts"

export interface Walk {
  readonly collector: FactCollector
  readonly addresses: Addresses
  readonly language: string
  /** Of an item: its pieces without a name count, and its first heading is what it is called. */
  readonly isItem: boolean
  readonly nesting: number
  /** What the page is called, in small letters. */
  readonly whole: string
  /** Of an item that may be a section: the kinds of elements that repeat in it and in those beside it. */
  readonly kinds: Set<string>
  /** Whether one element of these kinds is an item too, as in a section that has one thing alone. */
  readonly takesOne: boolean
  heading: string
  /** Said of what stands where it seldom is what the page is about. */
  around: string
  hasTitle: boolean
  hasUrl: boolean
  hasImage: boolean
}

/** What stands around whatever is found now. */
export const contextOf = ({ around, heading }: Walk): string => `${heading} ${around}`.trim()

/** The reading of a page that has not begun. */
export const newWalk = (collector: FactCollector, addresses: Addresses, language: string): Walk => ({
  collector,
  addresses,
  language,
  isItem: false,
  nesting: 0,
  whole: "",
  kinds: new Set(),
  takesOne: false,
  heading: "",
  around: "",
  hasTitle: false,
  hasUrl: false,
  hasImage: false
})
