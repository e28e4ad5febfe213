/** The style guide of a page, out of how it looks (contract/design-industry.md §1). */
import type { PageStyles, SeenText } from "../../pages/domain/PageStyles.ts"
import { buttonStyle, cardStyle } from "./boxStyles.ts"
import { colorsOf } from "./colors.ts"
import { fontLinksOf } from "./fonts.ts"
import { pickButtons, pickMost } from "./pickBoxes.ts"
import { headingLevels, type StyleGuide, type TextStyle } from "./StyleGuide.ts"
import { shadowsOf, spacingOf } from "./scales.ts"

const textStyle = ({ families, letterSpacing, lineHeight, size, weight }: SeenText): TextStyle => ({
  fontFamily: families[0] ?? "",
  fontFallbacks: families,
  fontSize: `${size}px`,
  fontWeight: weight,
  lineHeight,
  letterSpacing
})

const isSameType = (one: SeenText, other: SeenText): boolean =>
  one.size === other.size &&
  one.weight === other.weight &&
  one.lineHeight === other.lineHeight &&
  one.letterSpacing === other.letterSpacing &&
  one.families.join() === other.families.join()

/** The type that most of these texts are set in, by `weight`; colours make no other type. */
const mostUsed = (texts: ReadonlyArray<SeenText>, weight: (text: SeenText) => number): SeenText | null => {
  const sums: Array<{ readonly text: SeenText; weight: number }> = []
  for (const text of texts) {
    const same = sums.find((sum) => isSameType(sum.text, text))
    if (same === undefined) sums.push({ text, weight: weight(text) })
    else same.weight += weight(text)
  }
  return sums.toSorted((one, other) => other.weight - one.weight)[0]?.text ?? null
}

/** Elements that hold running text where a page has no paragraphs. */
const running = new Set(["div", "span", "li", "article", "section", "main", "td", "blockquote", "body"])

const paragraphOf = ({ texts }: PageStyles): SeenText | null => {
  const words = ({ words }: SeenText) => words
  return (
    mostUsed(
      texts.filter(({ element }) => element === "p"),
      words
    ) ??
    mostUsed(
      texts.filter(({ element }) => running.has(element)),
      words
    )
  )
}

const typographyOf = (styles: PageStyles): StyleGuide["typography"] => {
  const headings = headingLevels.flatMap((level) => {
    const seen = mostUsed(
      styles.texts.filter(({ element }) => element === level),
      ({ elements }) => elements
    )
    return seen === null ? [] : [[level, textStyle(seen)] as const]
  })
  const paragraph = paragraphOf(styles)
  return { headings: Object.fromEntries(headings), ...(paragraph === null ? {} : { p: textStyle(paragraph) }) }
}

const componentsOf = (styles: PageStyles): StyleGuide["components"] => {
  const { link, primary, secondary } = pickButtons(styles)
  const input = pickMost(styles, "input")
  const card = pickMost(styles, "card")
  return {
    button: {
      ...(primary === null ? {} : { primary: buttonStyle(primary) }),
      ...(secondary === null ? {} : { secondary: buttonStyle(secondary) }),
      ...(link === null ? {} : { link: buttonStyle(link) })
    },
    ...(input === null ? {} : { input: buttonStyle(input) }),
    ...(card === null ? {} : { card: cardStyle(card) })
  }
}

/** Builds it. */
export const buildStyleGuide = (styles: PageStyles): StyleGuide => ({
  ...colorsOf(styles),
  typography: typographyOf(styles),
  elementSpacing: spacingOf(styles),
  shadows: shadowsOf(styles),
  components: componentsOf(styles),
  fontLinks: fontLinksOf(styles)
})
