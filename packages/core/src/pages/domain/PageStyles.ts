/**
 * How a page looks: the styles of what is seen of it, each with how much of the page has it.
 *
 * **Details.** Colours are `#rrggbb`, with two more digits where they let something through. Lengths are in px. Families stand in the order
 * in which they are tried, without quotes. What is alike in everything that is told of it is told once.
 */
import { Schema } from "effect"

const count = Schema.Number

/** Text as it is seen. */
export const SeenText = Schema.Struct({
  /** Name of the element that it stands in, in lower case. */
  element: Schema.String,
  families: Schema.Array(Schema.String),
  size: Schema.Number,
  weight: Schema.Number,
  /** A length, or `normal`. */
  lineHeight: Schema.String,
  /** A length, or `normal`. */
  letterSpacing: Schema.String,
  color: Schema.String,
  /** Colour of what lies behind it. */
  behind: Schema.String,
  elements: count,
  words: count
})
export type SeenText = typeof SeenText.Type

/** What parts of a page are told apart. */
export const boxKinds = ["button", "link", "input", "card"] as const
export type BoxKind = (typeof boxKinds)[number]

/** A part of the page that has a look of its own. */
export const SeenBox = Schema.Struct({
  kind: Schema.Literals(boxKinds),
  background: Schema.String,
  color: Schema.String,
  behind: Schema.String,
  borderColor: Schema.String,
  borderWidth: Schema.String,
  borderStyle: Schema.String,
  borderRadius: Schema.String,
  padding: Schema.String,
  shadow: Schema.String,
  families: Schema.Array(Schema.String),
  size: Schema.Number,
  weight: Schema.Number,
  decoration: Schema.String,
  decorationColor: Schema.String,
  /** Of the first that looks so; 0 where nothing was laid out. */
  width: Schema.Number,
  height: Schema.Number,
  /** Square px of all that look so; 0 where nothing was laid out. */
  area: count,
  elements: count
})
export type SeenBox = typeof SeenBox.Type

/** One font of a family, where a style sheet says its files are. */
export const FontFace = Schema.Struct({
  family: Schema.String,
  isUpright: Schema.Boolean,
  /** Least and most weight it is for; the same unless it is variable. */
  weights: Schema.Tuple([Schema.Number, Schema.Number]),
  /** The file that browsers of today take. */
  url: Schema.String,
  /** Whether it has the letters of English; where nothing is said of letters it has all. */
  isLatin: Schema.Boolean
})
export type FontFace = typeof FontFace.Type

const Weighted = Schema.Struct({ value: Schema.String, count })

export const PageStyles = Schema.Struct({
  /** Whether a browser laid the page out, or its style sheets alone were read. */
  from: Schema.Literals(["browser", "sheets"]),
  /** Colour of the page itself. */
  background: Schema.String,
  /** Colours that are painted, with their square px, or how many elements have them where nothing was laid out. */
  paints: Schema.Array(Weighted),
  texts: Schema.Array(SeenText),
  boxes: Schema.Array(SeenBox),
  /** Margins, paddings and gaps in px. */
  gaps: Schema.Array(Schema.Struct({ px: Schema.Number, count })),
  shadows: Schema.Array(Weighted),
  faces: Schema.Array(FontFace)
})
export type PageStyles = typeof PageStyles.Type
