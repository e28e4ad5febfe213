/** The design system of a site (contract/design-industry.md §1). */

export interface TextStyle {
  /** First of the stack. */
  readonly fontFamily: string
  /** The whole stack, the first included. */
  readonly fontFallbacks: ReadonlyArray<string>
  readonly fontSize: string
  readonly fontWeight: number
  readonly lineHeight: string
  readonly letterSpacing: string
}

/** What buttons, inputs and cards share. */
interface BoxStyle {
  readonly backgroundColor: string
  readonly borderColor: string
  readonly borderRadius: string
  readonly borderWidth: string
  readonly borderStyle: string
  readonly padding: string
  readonly boxShadow: string
  /** Declarations alone, one a line. */
  readonly css: string
}

export interface ButtonStyle extends BoxStyle {
  readonly color: string
  readonly minWidth: string
  readonly minHeight: string
  readonly fontFamily?: string
  readonly fontFallbacks?: ReadonlyArray<string>
  readonly fontSize: string
  readonly fontWeight: number
  readonly textDecoration: string
  /** Only where it is another than that of the text. */
  readonly textDecorationColor?: string
}

export interface CardStyle extends BoxStyle {
  readonly textColor: string
}

/** A colour of the page, and what has it. */
export interface PaletteColor {
  readonly color: string
  /** Part of what is painted that has it, from 0 to 100. */
  readonly share: number
  readonly roles: ReadonlyArray<ColorRole>
}

export type ColorRole = "background" | "text" | "link" | "button" | "border"

/** Five steps of a scale. */
export interface Steps {
  readonly xs: string
  readonly sm: string
  readonly md: string
  readonly lg: string
  readonly xl: string
}

export interface Shadows {
  readonly sm: string
  readonly md: string
  readonly lg: string
  readonly xl: string
  readonly inner: string
}

export const headingLevels = ["h1", "h2", "h3", "h4"] as const
export type HeadingLevel = (typeof headingLevels)[number]

/** What Google says that a family is. */
export type FontCategory = "sans-serif" | "serif" | "monospace" | "display" | "handwriting"

/** Where the files of a family are. */
export interface FontLink {
  readonly type: "google" | "custom"
  /** Weight to address; upright files alone. */
  readonly files: Readonly<Record<string, string>>
  /** Only of fonts that Google serves, where the list that ships has the family. */
  readonly category?: FontCategory
  /** The family's name as somebody would write it; only of fonts that are the site's own. */
  readonly displayName?: string
}

export interface StyleGuide {
  readonly mode: "light" | "dark"
  readonly colors: {
    readonly accent: string
    readonly background: string
    readonly text: string
    /** The colours of the page, most used first. */
    readonly palette: ReadonlyArray<PaletteColor>
  }
  readonly typography: {
    readonly headings: { readonly [L in HeadingLevel]?: TextStyle }
    readonly p?: TextStyle
  }
  readonly elementSpacing: Steps
  readonly shadows: Shadows
  readonly components: {
    readonly button: { readonly primary?: ButtonStyle; readonly secondary?: ButtonStyle; readonly link?: ButtonStyle }
    readonly input?: ButtonStyle
    readonly card?: CardStyle
  }
  readonly fontLinks: Readonly<Record<string, FontLink>>
}

/** How much of a page is set in a family (contract/design-industry.md §2). */
export interface FontUse {
  readonly font: string
  /** Elements that it is used in, those with most words first. */
  readonly uses: ReadonlyArray<string>
  /** What is tried after it. */
  readonly fallbacks: ReadonlyArray<string>
  readonly elements: number
  readonly words: number
  /** From 0 to 100, with two decimals. */
  readonly percentElements: number
  readonly percentWords: number
}
