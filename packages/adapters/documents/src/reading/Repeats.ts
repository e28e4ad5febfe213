/** What stands in a file once and is shown in many places: once, and again as long as there is room for it. */
import { repeatedCharacters } from "./limits.ts"
import { paragraph } from "./Markup.ts"

/** What refers to an address takes as many characters itself, so that shorter ones make no file longer than it is. */
const freeCharacters = 256

export class Repeats {
  readonly #shown = new Set<string>()
  #left: number = repeatedCharacters
  #addressesLeft: number = repeatedCharacters
  #leftOut = 0

  /** Whether what goes by this name, and takes so many characters, is shown in one more place. */
  isShown(name: string, characters: number): boolean {
    if (!this.#shown.has(name)) {
      this.#shown.add(name)
      return true
    }
    if (characters > this.#left) {
      this.#leftOut += 1
      return false
    }
    this.#left -= characters
    return true
  }

  /** The same of an address, which is no loss to whoever reads: text that was a link stays text. */
  isAddressShown(address: string): boolean {
    if (address.length <= freeCharacters) return true
    if (address.length > this.#addressesLeft) return false
    this.#addressesLeft -= address.length
    return true
  }

  /** Says how many places stayed empty, after what was shown; nothing where none did. */
  note(things: string): string {
    return this.#leftOut === 0
      ? ""
      : paragraph(`${this.#leftOut} more ${things} are left out: what they show stands above.`)
  }
}
