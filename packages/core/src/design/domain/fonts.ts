/** The fonts of a page, by what is set in them and where their files are. */
import type { FontFace, PageStyles } from "../../pages/domain/PageStyles.ts"
import { googleFamilies } from "./googleFamilies.ts"
import type { FontCategory, FontLink, FontUse } from "./StyleGuide.ts"

/** Names that stand for whatever a machine has (css-fonts-4 §2.1.3), and those that systems give their own. */
const generic =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|math|emoji|fangsong|inherit|initial|unset|revert|-apple-system|blinkmacsystemfont)$/i

/** Whether the name stands for no family of its own. */
export const isGeneric = (family: string): boolean => generic.test(family)

/** Build tools add a digest, and fallbacks of their own making. */
const hashed = /^_{0,2}(.+?)_(?=[0-9a-f]*\d)[0-9a-f]{5,12}$/i

/** The name as somebody would write it: without what build tools add, in words. */
export const displayNameOf = (family: string): string =>
  (hashed.exec(family)?.[1] ?? family)
    .replace(/[-_.]?(?:woff2?|ttf|otf|webfont|subset|latin)$/i, "")
    .replace(/[-_]+/g, " ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/\s+/g, " ")
    .trim()

/** Categories by the families that have them, in lower case. */
const categories: ReadonlyMap<string, FontCategory> = new Map(
  googleFamilies.flatMap(([category, families]) =>
    families.split(/[|\n]/).map((family) => [family.toLowerCase(), category] as const)
  )
)

/** What is told of a family beside its files: of the site's own what it is called, of Google's its category where that is known. */
const kindOf = (family: string, isOwn: boolean): Pick<FontLink, "category" | "displayName" | "type"> => {
  if (isOwn) return { type: "custom", displayName: displayNameOf(family) }
  const category = categories.get(sameName(family))
  return { type: "google", ...(category === undefined ? {} : { category }) }
}

const isGoogle = ({ url }: FontFace): boolean => /^https?:\/\/fonts\.(?:gstatic|googleapis)\.com\//.test(url)

/** Most families that are told of, fonts of one that are looked at, and weights of it. */
const maxFamilies = 50
const maxFaces = 200
const maxWeights = 20

/** Families are the same however their letters are written (css-fonts-4 §5.1). */
const sameName = (family: string): string => family.toLowerCase()

/** The file for a weight: one with the letters of English before others. */
const fileFor = (faces: ReadonlyArray<FontFace>, weight: number): string | null => {
  const fitting = faces.filter(({ weights: [least, most] }) => least <= weight && weight <= most)
  return (fitting.find(({ isLatin }) => isLatin) ?? fitting[0])?.url ?? null
}

/** Weights that a variable font has files for: those that the page uses, and the usual one where it uses none. */
const weightsOf = (faces: ReadonlyArray<FontFace>, used: ReadonlySet<number>): ReadonlyArray<number> => {
  const fixed = faces.flatMap(({ weights: [least, most] }) => (least === most ? [least] : []))
  const variable = faces.filter(({ weights: [least, most] }) => least < most)
  const wanted = [...used].filter((weight) =>
    variable.some(({ weights: [least, most] }) => least <= weight && weight <= most)
  )
  const usual = variable.map(({ weights: [least, most] }) => Math.min(Math.max(400, least), most))
  return [...new Set([...fixed, ...(wanted.length === 0 ? usual : wanted)])].toSorted((one, other) => one - other)
}

/** The families that the page asks for, by what makes them the same, with the weights that each is used in. */
const familiesOf = ({ boxes, texts }: PageStyles) => {
  const used = new Map<string, { readonly family: string; readonly weights: Set<number> }>()
  for (const { families, weight } of [...texts, ...boxes]) {
    for (const family of families) {
      const name = sameName(family)
      const known = used.get(name)
      if (known !== undefined) known.weights.add(weight)
      else if (!isGeneric(family) && used.size < maxFamilies) used.set(name, { family, weights: new Set([weight]) })
    }
  }
  return used
}

const linkOf = (family: string, faces: ReadonlyArray<FontFace>, used: ReadonlySet<number>): FontLink | null => {
  const files = weightsOf(faces, used)
    .slice(0, maxWeights)
    .flatMap((weight) => {
      const url = fileFor(faces, weight)
      return url === null ? [] : [[String(weight), url] as const]
    })
  if (files.length === 0) return null
  return { ...kindOf(family, !faces.some(isGoogle)), files: Object.fromEntries(files) }
}

/** Where the files of the families that the page uses are, by family; generic names have none. */
export const fontLinksOf = (styles: PageStyles): Readonly<Record<string, FontLink>> => {
  const byFamily = Map.groupBy(
    styles.faces.filter(({ isUpright }) => isUpright),
    ({ family }) => sameName(family)
  )
  const links = [...familiesOf(styles)].flatMap(([name, { family, weights }]) => {
    const link = linkOf(family, (byFamily.get(name) ?? []).slice(0, maxFaces), weights)
    return link === null ? [] : [[family, link] as const]
  })
  return Object.fromEntries(links)
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100)

/** The families of the page, each with how much of it is set in it; that with most words first. */
export const fontUsesOf = ({ texts }: PageStyles): ReadonlyArray<FontUse> => {
  const byFamily = Map.groupBy(
    texts.filter(({ families }) => families.length > 0),
    ({ families }) => sameName(families[0]!)
  )
  const sum = (seen: typeof texts, of: "elements" | "words") => seen.reduce((total, text) => total + text[of], 0)
  const elements = sum(texts, "elements")
  const words = sum(texts, "words")
  return [...byFamily.values()]
    .map((seen): FontUse => {
      const byWords = seen.toSorted((one, other) => other.words - one.words)
      const [own, all] = [sum(seen, "elements"), sum(seen, "words")]
      return {
        font: byWords[0]?.families[0] ?? "",
        uses: [...new Set(byWords.map(({ element }) => element))],
        fallbacks: byWords[0]?.families.slice(1) ?? [],
        elements: own,
        words: all,
        percentElements: percent(own, elements),
        percentWords: percent(all, words)
      }
    })
    .toSorted((one, other) => other.words - one.words || other.elements - one.elements)
}
