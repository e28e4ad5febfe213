/** What a picture is of, by rules; when none of them is sure, nothing is said. */
import type { ImageKind } from "@kittiwake/core/pages/ImageReader"
import type { ImageFormat } from "./imageFormat.ts"
import type { Look } from "./Thumbnail.ts"

export interface Traits {
  readonly width: number
  readonly height: number
  readonly format: ImageFormat
  readonly look: Look
  /** An address or a name. */
  readonly hint: string
}

/** Longest hint that is read; data URIs are hints too. */
const maxHintLength = 2_048

const named: ReadonlyArray<readonly [ImageKind, ReadonlySet<string>]> = [
  ["wordmark", new Set(["wordmark", "logotype"])],
  ["logo", new Set(["logo", "logos", "brandmark", "brand", "logomark"])],
  ["icon", new Set(["icon", "icons", "favicon", "ico", "glyph", "emoji", "sprite", "bullet", "apple-touch-icon"])],
  ["pattern", new Set(["pattern", "patterns", "texture", "bg", "background", "tile", "noise", "seamless"])],
  ["graphic", new Set(["chart", "graph", "diagram", "infographic", "banner", "screenshot", "map", "figure", "badge"])],
  ["illustration", new Set(["illustration", "illustrations", "drawing", "cartoon", "artwork", "mascot", "clipart"])],
  ["photography", new Set(["photo", "photos", "photography", "portrait", "headshot", "img_", "dsc", "unsplash"])]
]

/** The words of the last two parts of a path, or of a plain name. The host says whose picture it is, not what. */
const wordsOf = (hint: string): ReadonlySet<string> => {
  if (hint.startsWith("data:")) return new Set()
  const path = hint
    .slice(0, maxHintLength)
    .replace(/[?#].*$/s, "")
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")
  const tail = path
    .split("/")
    .slice(-2)
    .join(" ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
  return new Set(tail.toLowerCase().split(/[^\p{L}]+/u))
}

const saidBy = (words: ReadonlySet<string>): ImageKind | null =>
  named.find(([, names]) => [...words].some((word) => names.has(word)))?.[0] ?? null

const isLossy = (format: ImageFormat): boolean => format === "jpeg" || format === "webp" || format === "avif"

/** Many colours of which none prevails, and nothing to look through. */
const isPhoto = ({ format, height, look, width }: Traits): boolean => {
  if (format === "svg" || format === "ico" || look.clearShare > 0.02 || Math.min(width, height) < 80) return false
  return (
    (look.colours >= 120 && look.commonShare < 0.5) || (isLossy(format) && look.colours >= 48 && look.commonShare < 0.7)
  )
}

const isFlat = ({ look }: Traits): boolean => look.colours <= 48 || look.commonShare > 0.7

/** The rules where the name says nothing, or nothing that can be true. */
const byLook = (traits: Traits): ImageKind => {
  const { format, height, look, width } = traits
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const isBlank = look.clearShare > 0.995 || (look.colours <= 1 && look.clearShare < 0.005)
  if (short < 8 || isBlank) return "other"
  const isSquare = long / short <= 1.25
  if (format === "ico" || (isSquare && long <= 64)) return "icon"
  if (isSquare && long <= 256 && isFlat(traits)) return "icon"
  if (isPhoto(traits)) return "photography"
  const isClear = look.clearShare > 0.1
  if (isFlat(traits) && isClear && width / height >= 4 && height <= 300) return "wordmark"
  if (isFlat(traits) && isClear && long <= 640) return "logo"
  if (format === "svg" || (isClear && long > 256)) return "illustration"
  return isFlat(traits) && long >= 256 ? "graphic" : "other"
}

/** The kind of a picture, by its name where the picture can be that, and by its look. */
export const kindOf = (traits: Traits): ImageKind => {
  const said = saidBy(wordsOf(traits.hint))
  const { height, look, width } = traits
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (long <= 2) return "other"
  switch (said) {
    case "wordmark":
    case "logo":
    case "pattern":
      return isPhoto(traits) && look.colours >= 300 ? "photography" : said
    case "icon":
      return long <= 1_024 && long / short <= 2 && !isPhoto(traits) ? "icon" : byLook(traits)
    case "photography":
      return traits.format === "svg" || look.colours < 16 ? byLook(traits) : "photography"
    case "graphic":
    case "illustration":
      return long > 64 ? said : byLook(traits)
    default:
      return byLook(traits)
  }
}
