/** Whether a text holds another as words and numbers of its own, and not as a piece of longer ones. */
import { startsWithScale } from "./numberScales.ts"

/** Scripts that set no spaces between words, and Korean, which hangs endings on them. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}`

const spacedLetter = String.raw`(?![${unspaced}])[\p{L}\p{M}]`
const endsInLetter = new RegExp(`${spacedLetter}$`, "u")
const startsWithLetter = new RegExp(`^${spacedLetter}`, "u")

const goesOn = (before: string, after: string): boolean =>
  (endsInLetter.test(before) && startsWithLetter.test(after)) ||
  // Marks belong to the letter before them in any script.
  /^\p{M}/u.test(after) ||
  (/\p{N}$/u.test(before) && /^\p{N}/u.test(after)) ||
  (/\p{N}[.,'’:/]$/u.test(before) && /^\p{N}/u.test(after)) ||
  (/\p{N}$/u.test(before) && /^[.,'’:/]\p{N}/u.test(after)) ||
  (/\p{N}[ \u00a0\u202f]$/u.test(before) && /^\d{3}(?!\d)/.test(after)) ||
  (/\p{N}$/u.test(before) && /^[ \u00a0\u202f]\d{3}(?!\d)/.test(after))

/** Parts of addresses, where points and dashes are no ends. */
const isAddress = (text: string): boolean => /^\S*(?:@|:\/\/)\S*$/.test(text)
const addressGoesOn = (before: string, after: string): boolean =>
  /[\p{L}\p{N}._%+/-]$/u.test(before) || /^(?:[\p{L}\p{N}_%/-]|[.@][\p{L}\p{N}])/u.test(after)

/** Characters that are looked at on either side, and places of one text that are. */
const beside = 24
const maxPlaces = 200

const isWhole = (text: string, part: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - beside), at)
  const end = at + part.length
  const after = text.slice(end, end + beside)
  const [head, tail] = [part.slice(0, beside), part.slice(-beside)]
  if (goesOn(before, head) || goesOn(tail, after)) return false
  if (isAddress(part) && addressGoesOn(before, after)) return false
  // A word with such a part before it says the contrary, and a number with a minus or a scale is another.
  if (/(?:^|[^\p{L}])non-$/iu.test(before) && /^\p{L}/u.test(head)) return false
  if (/(?:^|[\s(:])[-−–]\p{Sc}?$/u.test(before) && /^[\p{Sc}\d]/u.test(head)) return false
  return !(/\p{N}\s?\p{Sc}?$/u.test(tail) && startsWithScale(after))
}

/** @internal */
export const holdsWhole = (text: string, part: string): boolean => {
  let at = text.indexOf(part)
  for (let places = 0; at >= 0 && places < maxPlaces; places++) {
    if (isWhole(text, part, at)) return true
    at = text.indexOf(part, at + 1)
  }
  return false
}
