/** What a caller wants out of a page, by CSS selectors (contract/scrape.md §2). */

/** What is taken from each element that matches. */
export type ExtractOutput =
  | { readonly _tag: "Text" }
  /** Its text as lines: blocks, cells and line breaks end one. No more than so many characters of the beginning. */
  | { readonly _tag: "Lines"; readonly most: number }
  | { readonly _tag: "Html" }
  | { readonly _tag: "Attribute"; readonly name: string }
  | { readonly _tag: "Fields"; readonly rules: ExtractRules }

export interface ExtractRule {
  readonly selector: string
  /** The first match, or all of them. */
  readonly type: "item" | "list"
  readonly output: ExtractOutput
}

/** Field name to rule. */
export type ExtractRules = ReadonlyMap<string, ExtractRule>

/** Most fields of all levels together, and most levels. @internal */
export const maxExtractFields = 100
/** @internal */
export const maxExtractLevels = 5

/** What a rule found: null or text for an item, a list for a list, an object for nested fields. */
export type Extracted = string | null | { readonly [field: string]: Extracted } | ReadonlyArray<Extracted>
