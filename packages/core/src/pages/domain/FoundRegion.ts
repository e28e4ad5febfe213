/** What a selector finds on a page, for who tries it. */

/** Most characters of an excerpt. @internal */
export const regionExcerptLength = 200

export interface FoundRegion {
  readonly selector: string
  /** Whether what it finds is kept or dropped. */
  readonly use: "keep" | "drop"
  /** Elements that it matches, seen or not; none where the selector is wrong or the page is another. */
  readonly elements: number
  /**
   * Of the text in them, white space not counted: of a region to keep what nothing drops, of one to drop what would be kept
   * without it. A character in two elements counts once.
   */
  readonly characters: number
  /** How that text begins. */
  readonly excerpt: string
}

/** Regions of which nothing is known but their selectors: what is no HTML has none. @internal */
export const noRegions = (
  includeSelectors: ReadonlyArray<string>,
  excludeSelectors: ReadonlyArray<string>
): ReadonlyArray<FoundRegion> => {
  const none = { elements: 0, characters: 0, excerpt: "" }
  return [
    ...includeSelectors.map((selector): FoundRegion => ({ selector, use: "keep", ...none })),
    ...excludeSelectors.map((selector): FoundRegion => ({ selector, use: "drop", ...none }))
  ]
}
