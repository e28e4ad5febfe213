/** What the markup of a page shows about what kind of page it is. */

/** What tells whether a page was written for programs that run its scripts. */
export interface PageFacts {
  /** Characters of visible text in the whole page. */
  readonly textLength: number
  readonly scripts: number
  /** Whether an element is there that scripts fill, and it is empty. */
  readonly hasEmptyRoot: boolean
  /** Whether `noscript` asks for scripts to be switched on. */
  readonly asksForScripts: boolean
  /** Whether the page has scripts and little content, of which a part is empty or says that it is being filled ("Loading products…"). */
  readonly awaitsScripts: boolean
  /** Where `meta http-equiv=refresh` leads within 10 seconds; null when nowhere. */
  readonly refreshUrl: string | null
  /** Frames to be read: absolute addresses of the `iframe` elements that are left, in order, each once. */
  readonly frameUrls: ReadonlyArray<string>
  /** Whether a field for a password is visible. */
  readonly hasPasswordField: boolean
}
