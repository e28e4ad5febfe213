/** Which picture an element shows, where pages load them late. */
import { attributeOf, PageElement } from "./PageTree.ts"

/** Places where scripts find the address of a picture that is loaded late. */
export const lateSources = ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-url"]
export const lateSets = ["data-srcset", "data-lazy-srcset"]

/** Most addresses in one `srcset`, and its most characters. */
const maxCandidates = 50
const maxSetLength = 100_000

export interface Candidate {
  readonly address: string
  /** Width in pixels, or density; one when not told. */
  readonly size: number
}

/** What parts the addresses of a set, what one and its commas are made of, and the size behind it. */
const gap = /[\s,]*/y
const word = /\S*/y
const sizeTold = /^(?:([\d.]+)[wxh])?$/

const endOfRun = (run: RegExp, text: string, start: number): number => {
  run.lastIndex = start
  run.test(text)
  return run.lastIndex
}

const withoutCommas = (address: string): string => {
  let end = address.length
  while (address[end - 1] === ",") end -= 1
  return address.slice(0, end)
}

/** The addresses of a `srcset`; a comma ends one only before white space or after a size. */
export const readSrcset = (set: string): ReadonlyArray<Candidate> => {
  const candidates: Array<Candidate> = []
  const text = set.slice(0, maxSetLength)
  // Every step goes on from where the last one ended: a set of blanks alone costs no more than its length.
  let at = endOfRun(gap, text, 0)
  while (at < text.length && candidates.length < maxCandidates) {
    const end = endOfRun(word, text, at)
    const address = withoutCommas(text.slice(at, end))
    const comma = end - at > address.length ? end : text.indexOf(",", end)
    const told = sizeTold.exec(text.slice(end, comma < 0 ? text.length : comma).trim())
    if (told === null) break
    candidates.push({ address, size: told[1] === undefined ? 1 : Number(told[1]) })
    at = comma < 0 ? text.length : endOfRun(gap, text, comma)
  }
  return candidates
}

/**
 * The address of the picture that `img` shows in the end: not the placeholder that is there until it is loaded, and of several
 * widths the largest.
 */
export const sourceOf = (image: PageElement): string | undefined => {
  const wide = widest(attributeOf(image, "srcset")) ?? widestBeside(image)
  if (wide !== undefined) return wide
  const source = attributeOf(image, "src")?.trim()
  if (source !== undefined && source !== "" && !isPlaceholder(source)) return source
  for (const name of lateSources) {
    const late = attributeOf(image, name)?.trim()
    if (late !== undefined && late !== "" && !isPlaceholder(late)) return late
  }
  for (const name of ["srcset", ...lateSets]) {
    const set = attributeOf(image, name)
    if (set === undefined) continue
    const best = largest(set)
    if (best !== undefined) return best
  }
  return lateAddress(image) ?? addressBeside(image) ?? (source === "" ? undefined : source)
}

/** The widest picture of a set that tells widths. */
const widest = (set: string | undefined): string | undefined => {
  if (set === undefined) return undefined
  const best = largestOf(set)
  return best === undefined || best.size < minWidth || isPlaceholder(best.address) ? undefined : best.address
}

/** Smaller sizes are densities. */
const minWidth = 16

/** The widest picture that the `picture` around it offers to every screen. */
const widestBeside = (image: PageElement): string | undefined => {
  if (image.parent?.name !== "picture") return undefined
  for (const source of image.parent.children) {
    if (!(source instanceof PageElement) || source.name !== "source") continue
    if (attributeOf(source, "media") === undefined) return widest(attributeOf(source, "srcset"))
  }
  return undefined
}

/** The largest picture that the `picture` around it offers. */
const addressBeside = (image: PageElement): string | undefined => {
  if (image.parent?.name !== "picture") return undefined
  for (const source of image.parent.children) {
    if (!(source instanceof PageElement) || source.name !== "source") continue
    const best = largest(attributeOf(source, "srcset") ?? attributeOf(source, "data-srcset") ?? "")
    if (best !== undefined) return best
  }
  return undefined
}

const largest = (set: string): string | undefined => largestOf(set)?.address

const largestOf = (set: string): Candidate | undefined =>
  readSrcset(set).reduce<Candidate | undefined>(
    (found, one) => (found === undefined || one.size > found.size ? one : found),
    undefined
  )

/** The address of a picture under a name of the page's own. */
const lateAddress = (image: PageElement): string | undefined =>
  image.attributes.find(
    ({ name, value }) => name.startsWith("data-") && value.length < 2_000 && pictureAddress.test(value)
  )?.value

const pictureAddress = /^(?:https?:)?\/\/[^\s,{}]+\.(?:avif|gif|jpe?g|png|webp)(?:[?#][^\s,{}]*)?$/i

const isPlaceholder = (address: string): boolean =>
  (address.startsWith("data:") && address.length < 1_000) ||
  /(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|loading|1x1)\.(?:gif|png|svg)/i.test(address)

/** Whether a picture only keeps others apart or counts readers: its page draws it as a line or a dot, and says nothing of it. */
export const isSpacer = (image: PageElement): boolean => {
  let sides = 0
  let isThin = false
  for (const { name, value } of image.attributes) {
    if (name === "alt" && value.trim() !== "") return false
    if (name !== "width" && name !== "height") continue
    sides += 1
    if (/^\s*[0-3](?:px)?\s*$/.test(value)) isThin = true
  }
  return isThin && sides > 0
}

/** The character that a picture of a face or the like stands for. */
export const faceOf = (image: PageElement): string | undefined => {
  const alt = attributeOf(image, "alt")?.trim() ?? ""
  return alt.length <= 20 && /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(alt) && !/^[\d#*]+$/.test(alt)
    ? alt
    : undefined
}

/** A data URI cut to its kind and a few characters. */
export const shortened = (address: string): string => {
  const comma = address.indexOf(",")
  return comma < 0 || address.length < comma + 24 ? address : `${address.slice(0, comma + 21)}…`
}
