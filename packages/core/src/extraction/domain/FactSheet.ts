/** What a page says in so many words: names with their values, what repeats, and its text. */

/** Where on a page something was read. */
export type FactSource =
  | "json-ld"
  | "microdata"
  | "metadata"
  /** What a page hands its own scripts. */
  | "state"
  | "table"
  /** A label and its value. */
  | "pair"
  | "list"
  | "heading"
  /** A part of something that repeats. */
  | "block"
  | "text"
  /** A model found it in the text. */
  | "model"

/** One value with the name that the page gives it. */
export interface Fact {
  readonly name: string
  readonly value: string | number | boolean
  readonly source: FactSource
  /** What stands around the name: the heading above it, or the kind of thing it belongs to. */
  readonly context: string
  /** The passage of the page that says it. */
  readonly quote: string
}

/** Values of one kind, in order. */
export interface FactList {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly source: FactSource
  readonly context: string
}

/** Things of one kind, such as the rows of a table. */
export interface FactGroup {
  readonly name: string
  readonly source: FactSource
  readonly context: string
  readonly items: ReadonlyArray<FactSet>
  /** Whether they may as well be the parts of a page under its headings: they are what is asked for where something says so; absent is no. */
  readonly areParts?: boolean
}

/** What is said of one thing. */
export interface FactSet {
  readonly facts: ReadonlyArray<Fact>
  readonly lists: ReadonlyArray<FactList>
  readonly groups: ReadonlyArray<FactGroup>
}

/** A thing as a page writes it for programs, with all that is inside it. */
export interface PageThing {
  readonly source: "json-ld" | "microdata" | "state"
  /** What state calls it; empty elsewhere. */
  readonly name: string
  readonly said: { readonly [property: string]: unknown }
}

/** A line of a text that is a heading. */
export interface SheetHeading {
  /** Its number among the lines of the text, from 0. */
  readonly line: number
  /** From 1, the heading of all, to 6; 0 where no heading of before says anything of what follows, and the line is none. */
  readonly level: number
}

/** What a page says. */
export interface FactSheet extends FactSet {
  readonly url: string
  readonly title: string | null
  /** As its author says it, such as `de-AT`; empty when he does not. */
  readonly language: string
  /** Visible text of the main content, one block a line. */
  readonly text: string
  /** Which lines of the text are headings, in its order; left out where nothing says so. */
  readonly headings?: ReadonlyArray<SheetHeading>
  /** Visible text of the site's footers, where small print stands; left out where there are none. */
  readonly footer?: string
  /** Whether the page says more than is kept of it. */
  readonly isCut: boolean
  /** Whether what is left out may be items of its lists; absent is no. */
  readonly areListsCut?: boolean
  /** What the page writes for programs, as it writes it: there where it was wanted. */
  readonly things?: ReadonlyArray<PageThing>
}

/** Most facts, lists and groups that are kept of one page, with those of all that repeats on it. @internal */
export const maxFacts = 20_000
/** Characters kept of one value, and of the passage that says it. @internal */
export const maxValueLength = 2_000
/** @internal */
export const maxQuoteLength = 300
/** Characters kept of all values of a page, and of its text. @internal */
export const maxSheetLength = 1_000_000
/** @internal */
export const maxTextLength = 60_000
/** @internal */
export const maxFooterLength = 4_000
