/** What stands in a list of pages. */

/** An entry of a list, as it was sent. */
export interface BatchEntry {
  readonly url: string
  /** The caller's own name for it; one address may stand under several. */
  readonly itemId?: string
  /** The caller's data, given back unchanged. */
  readonly meta?: { readonly [key: string]: unknown }
}
