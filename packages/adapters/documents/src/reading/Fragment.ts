/** What a reader of one kind of file hands back. */

export interface Fragment {
  readonly html: string
  readonly markdown: string | null
  readonly title: string | null
  readonly author: string | null
  readonly pageCount: number | null
  readonly recoveredPages: ReadonlyArray<number>
}

/** A fragment of this HTML, with nothing else known but what is given. */
export const fragment = (html: string, known: Partial<Omit<Fragment, "html">> = {}): Fragment => ({
  html,
  markdown: null,
  title: null,
  author: null,
  pageCount: null,
  recoveredPages: [],
  ...known
})
