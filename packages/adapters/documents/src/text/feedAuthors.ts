/** The names of people in what feeds write of authors: addresses of mail with names behind, lists, and "by" before them. */
import { titleText } from "./feedMarkup.ts"

/** Most authors of one item, and characters of a name. */
const limits = { authors: 10, name: 100 } as const

const mailAddress = /(?<![^\s()<>@,;])[^\s()<>@,;]+@[^\s()<>@,;]+/g

const nameOf = (written: string): string => {
  const text = titleText(written.slice(0, 1_000))
  // `editor@example.com (Ada Example)` and `Ada Example <ada@example.com>`.
  const inside = /@/.test(text) ? /\(([^()]{2,100})\)/.exec(text)?.[1] : undefined
  return (inside ?? text)
    .replace(mailAddress, " ")
    .replace(/[<>()]/g, " ")
    .replace(/^\s*by:?\s+/i, "")
    .replace(/\s+/g, " ")
    .trim()
}

/** Each name once. */
export const feedAuthors = (written: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = written
    .slice(0, limits.authors * 2)
    .map(nameOf)
    .flatMap((name) => name.split(/(?:(?<!\s)\s+)?;\s*|(?<!\s)\s+(?:and|und|et)\s+(?=\p{Lu})/u))
  return [...new Set(names.filter((name) => /\p{L}/u.test(name) && name.length <= limits.name))].slice(
    0,
    limits.authors
  )
}
