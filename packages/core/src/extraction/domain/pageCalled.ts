/**
 * Whether the page of a list is called as the list is that is asked for.
 *
 * **Details.** What repeats on pages of one site looks alike: products, events and rooms have a name, a day and a price. What tells them apart is
 * what their pages are called, by their address or else by their heading.
 */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { FactGroup, FactSet } from "./FactSheet.ts"
import type { Field, Filling } from "./Filling.ts"
import { isAbove, isPageOf, nounOf, titleOf } from "./isListMeant.ts"
import { areAlike, areOffered, areOthers, kindsOf, type ListKind } from "./listKinds.ts"
import { nameWords } from "./nameWords.ts"
import { decoded } from "./rankLinks.ts"
import { partsOf } from "./siblings.ts"

/** How a page is called beside a list, from what rules it out to what is sure. @internal */
export const likeness = { otherwise: 0, not: 1, alike: 2, exactly: 3 } as const
type Likeness = (typeof likeness)[keyof typeof likeness]

/** A page that has lists. */
interface Page {
  readonly set: FactSet
  readonly url: string
}

/** Most words of an address or a heading that is no title of an article. */
const mostWords = 4

/** How many comparisons the words of an address and of headings take. */
const costOfNames = 16

/** The parts of an address as words. */
const wordedParts = (url: string): ReadonlyArray<string> => {
  const parsed = parseUrl(url)
  return parsed === null
    ? []
    : partsOf(parsed).map((part) =>
        decoded(part)
          .replace(/\.\w{2,5}$/, "")
          .replace(/[_+-]/g, " ")
      )
}

/** The first part of a heading: *Products – Kiln*. */
const headingOf = ({ set }: Page): string => nounOf(titleOf(set).split(/\s[–—|·:-]\s/u)[0]!)

/** What a list is of that stands on a page: its address says it, or else its heading. */
const pageKinds = (page: Page, isSure: boolean): ReadonlySet<ListKind> => {
  for (const part of wordedParts(page.url).toReversed()) {
    const kinds = kindsOf(part, isSure)
    if (kinds.size > 0) return kinds
  }
  return kindsOf(headingOf(page), isSure)
}

const isFront = (url: string): boolean => wordedParts(url).length === 0

const says = ({ words }: Field, name: string): boolean => {
  const said = nameWords(name)
  return said.length <= mostWords && words.name.every((word) => said.includes(word))
}

/** Whether a name says the noun of a list, and nothing else: *Our products*, *All products*. */
const isNoun = (field: Field, name: string): boolean => {
  const kinds = kindsOf(name)
  const own = kindsOf(field.property.name)
  return says(field, name) && (kinds.size === 0 || own.size === 0 || areAlike(kinds, own))
}

/** Whether one of several names says what is of these kinds. */
const isOfOneOf = (kinds: ReadonlySet<ListKind>, names: ReadonlyArray<string>): boolean =>
  names.some((name) => areAlike(kinds, kindsOf(name)))

/** How a page is called beside a list that is asked for, and what stands above its group. @internal */
export const pageCalled = (filling: Filling, field: Field, page: Page, group: FactGroup | null): Likeness => {
  filling.spend(costOfNames)
  const own = kindsOf(field.property.name)
  const heading = headingOf(page)
  const above = group === null ? "" : nounOf(group.name)
  if (isNoun(field, above)) return likeness.exactly
  const parts = wordedParts(page.url)
  const isSaid = isOfOneOf(own, [above, ...parts])
  const isOther = !isFront(page.url) && areOthers(kindsOf(field.property.name, true), pageKinds(page, true))
  // What stands above a list says more of it than the address of its page, and `/jobs/training` are jobs.
  if (isOther && !isSaid && !isNoun(field, heading)) return likeness.otherwise
  if (isNoun(field, heading) || isNoun(field, parts.at(-1) ?? "")) return likeness.exactly
  if (isSaid || areAlike(own, pageKinds(page, false))) return likeness.alike
  const isLike = group === null ? isPageOf(filling, field, page) : isAbove(filling, field, group, page)
  return isLike ? likeness.alike : likeness.not
}

/** Whether a page continues another, as its next pages and its parts do: `/products?page=2`, `/products/tea`. @internal */
export const continues = (one: Page, other: Page): boolean => {
  const [mine, theirs] = [wordedParts(one.url), wordedParts(other.url)]
  return theirs.length > 0 && mine.length >= theirs.length && theirs.every((part, at) => mine[at] === part)
}

/** Whether what two pages list may be of one kind, where neither is called as the list is. @internal */
export const mayBeOne = (one: Page, other: Page): boolean => {
  if (isFront(one.url) || isFront(other.url) || continues(one, other) || continues(other, one)) return true
  const [mine, theirs] = [pageKinds(one, true), pageKinds(other, true)]
  return mine.size > 0 && theirs.size > 0 ? areAlike(mine, theirs) : areOffered(mine) && areOffered(theirs)
}
