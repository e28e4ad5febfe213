/** What pages say of one thing that a task asks about: pages that are called so, and of others the lines and rows that write it. */

import type { FactSheet } from "../../extraction/domain/FactSheet.ts"
import { type Subject, sheetOf } from "../../extraction/domain/ofWhom.ts"
import { titleOf } from "../../extraction/domain/thingAsked.ts"
import { fold } from "../../search/domain/indexTerms.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** Words of a thing that are looked for. */
const most = 8

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Finds a word, and its plural or the one that it is the plural of. */
const finds = (word: string): RegExp => {
  const bare = word.length > 4 ? word.replace(/(?:es|s|en|e|n)$/iu, "") : word
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(bare)}(?:es|s|en|e|n)?(?![\p{L}\p{N}])`, "iu")
}

const hostOf = (url: string): string => fold(parseUrl(url)?.hostname ?? "").replace(/[^\p{L}\p{N}]/gu, "")

/** Whether a text has a word of a thing; a text has that of no thing. @internal */
export const namesThing = (text: string, thing: ReadonlyArray<string>): boolean =>
  thing.length === 0 || thing.slice(0, most).some((word) => finds(word).test(text))

/** @internal */
export const aboutThing = (
  sheets: ReadonlyArray<FactSheet>,
  thing: ReadonlyArray<string>,
  whom: Subject
): ReadonlyArray<FactSheet> =>
  thing.length === 0
    ? sheets
    : sheets.flatMap((sheet) => {
        const title = titleOf(sheet)
        const host = hostOf(sheet.url)
        // What a page's address and title say is said of all of it.
        const needed = thing
          .slice(0, most)
          .filter((word) => !host.includes(fold(word)))
          .map(finds)
          .filter((word) => !word.test(title))
        if (needed.length === 0) return [sheet]
        const subject: Subject = { names: [needed], siteNames: 0, labels: [], known: whom.known }
        const own = sheetOf(subject, { ...sheet, title: null }, false)
        return own === null ? [] : [{ ...own, title: sheet.title }]
      })
