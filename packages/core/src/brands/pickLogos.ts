/** Which of the pictures that were found show a brand best: drawings, what stands on any ground, one for each ground. */
import type { ImageDescription } from "../pages/ImageReader.ts"
import type { BrandLogo } from "./domain/BrandProfile.ts"
import type { PictureCandidate } from "./domain/pictureCandidates.ts"

/** A picture that was looked at, without its margins. */
export interface Looked {
  readonly candidate: PictureCandidate
  readonly bytes: Uint8Array
  readonly description: ImageDescription
}

/** Pictures that differ in no more of 64 bits look the same. */
const sameWithin = 4

/** Clear for less than this, a picture has a ground of its own. */
const opaqueBelow = 0.02

/** What it counts, next to how surely it is a logo, that a picture brings no ground along. */
const clearBonus = 0.15

const distance = (one: string, other: string): number => {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count += 1
  return count
}

const isDrawing = ({ description }: Looked): boolean => description.mediaType === "image/svg+xml"

export const shapeOf = ({ description: { height, width } }: Looked): BrandLogo["type"] =>
  width / height <= 1.3 && height / width <= 1.3 ? "icon" : "logo"

/** The ground on which a picture can be seen. Cut close, some have hardly a corner through which it shows. */
export const modeOf = ({ description: { brightness, clearShare } }: Looked): BrandLogo["mode"] =>
  clearShare < opaqueBelow ? "has_opaque_background" : brightness > 0.75 ? "dark" : "light"

/** Of pictures of one shape that look the same, the drawing or else the largest, where the first of them stood. */
const withoutDoubles = (all: ReadonlyArray<Looked>): ReadonlyArray<Looked> => {
  const found: Array<Looked> = []
  for (const one of all) {
    const { description } = one
    const at = found.findIndex(
      (other) =>
        shapeOf(other) === shapeOf(one) && distance(other.description.likeness, description.likeness) <= sameWithin
    )
    const other = found[at]
    if (other === undefined) found.push(one)
    else if (isDrawing(one) && !isDrawing(other)) found[at] = one
    else if (isDrawing(one) === isDrawing(other) && description.width > other.description.width) found[at] = one
  }
  return found
}

const worthOf = (one: Looked): number =>
  one.candidate.weight + (modeOf(one) === "has_opaque_background" ? 0 : clearBonus)

/** The best of them, the first for each ground in any case, in their order. */
const bestOf = (all: ReadonlyArray<Looked>, most: number): ReadonlyArray<Looked> => {
  const ranked = all.toSorted((a, b) => worthOf(b) - worthOf(a))
  const firsts = [...new Map(ranked.toReversed().map((one) => [modeOf(one), one])).values()]
  const chosen = new Set([...firsts, ...ranked.filter((one) => !firsts.includes(one))].slice(0, most))
  return ranked.filter((one) => chosen.has(one))
}

/** What is shown of a brand: logos, and then icons, as many of each at most. */
export const pickLogos = (
  all: ReadonlyArray<Looked>,
  most: { readonly logo: number; readonly icon: number }
): ReadonlyArray<Looked> => {
  const own = withoutDoubles(all)
  return (["logo", "icon"] as const).flatMap((use) =>
    bestOf(
      own.filter(({ candidate }) => candidate.use === use),
      most[use]
    )
  )
}
