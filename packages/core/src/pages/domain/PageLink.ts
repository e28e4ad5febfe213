/** Where a page leads. */

/** A link of a page, in document order, each address once. */
export interface PageLink {
  /** Absolute, http or https, without fragment. */
  readonly url: string
  readonly text: string
  readonly nofollow: boolean
}
