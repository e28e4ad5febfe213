/** What the markup of a page says of lines of its text, and the text does not say by itself. */

/** A line that is a heading. */
export interface MarkedHeading {
  readonly text: string
  /** How many lines ahead of it say the same: a table of contents names headings too. */
  readonly nth: number
  /** From 1, the heading of all, to 6. */
  readonly level: number
}

/** A part of a line that is struck out: what a price was. */
export interface StruckPart {
  readonly line: string
  readonly text: string
}

/** In the order of the page, with white space made alike. */
export interface TextMarks {
  readonly headings: ReadonlyArray<MarkedHeading>
  readonly struck: ReadonlyArray<StruckPart>
}

/** Most of each that are told of a page, and characters of what is told. @internal */
export const textMarkLimits = {
  headings: 2_000,
  headingLength: 160,
  struck: 500,
  struckLength: 60,
  struckLineLength: 400
} as const
