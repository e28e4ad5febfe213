/** How much Markdown is made of one page. */
import { PageRefusal } from "../PageRefusal.ts"

/** Characters of it. */
export const maxMarkdownLength = 16_000_000

export const tooLong = () =>
  new PageRefusal({
    reason: "too_complex",
    message: `The page makes more than ${maxMarkdownLength} characters of Markdown.`
  })
