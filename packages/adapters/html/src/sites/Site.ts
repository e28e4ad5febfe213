/** What a reader of one well-known site promises. */
import type { Footnotes } from "../markdown/footnotes.ts"
import type { PageElement } from "../PageTree.ts"

/** A page of a site. */
export interface SitePage {
  readonly root: PageElement
  readonly url: URL
}

export interface SiteContent {
  readonly root: PageElement
  /** Undefined for pages whose notes are found as on any other. */
  readonly footnotes?: Footnotes | undefined
}

/**
 * One site, or one software that many sites run.
 *
 * **Contract** `read` answers undefined, and leaves the page as it was, where it does not find what it knows: sites change, and the
 * page is then read as any other.
 */
export interface Site {
  /** Domains; those under them count too. */
  readonly hosts: ReadonlyArray<string>
  /** Markup that only this software writes, wherever it runs. */
  readonly marks?: ReadonlyArray<string>
  readonly read: (page: SitePage) => SiteContent | undefined
}
