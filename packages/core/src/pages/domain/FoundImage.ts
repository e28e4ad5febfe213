/** Pictures that a page uses (contract/scrape.md §3). */

export interface FoundImage {
  /** An absolute address, the markup of a drawing, or a data URI. */
  readonly src: string
  readonly type: "url" | "html" | "base64"
  readonly element: "img" | "svg" | "link" | "source" | "video" | "css" | "object" | "meta" | "background"
  readonly alt: string | null
}
