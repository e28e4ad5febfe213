/** What goes between this process and those that read files, beside the bytes of the file and of its text. */
import type { Fragment } from "./Fragment.ts"
import type { FileToRead } from "./ReadOptions.ts"
import type { Reason } from "./Unreadable.ts"

export type RequestHead = Omit<FileToRead, "bytes">

/** The bytes beside it are the HTML and then the Markdown, in UTF-8. */
export interface FragmentHead extends Omit<Fragment, "html" | "markdown"> {
  readonly ok: true
  readonly htmlBytes: number
  readonly hasMarkdown: boolean
}

export type AnswerHead = FragmentHead | { readonly ok: false; readonly reason: Reason; readonly message: string }
