/** What the footers of a page say of whose the site is. */
import type { PageLink } from "../../pages/domain/PageLink.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { ofFront } from "./frontPath.ts"
import { withoutForm } from "./titleParts.ts"

/** Footers that are looked at, characters of one, and those of a name. */
const most = { footers: 3, characters: 2_000, name: 60 } as const

/** The lines of footers, with single blanks. */
export const footerLines = (footers: ReadonlyArray<string>): ReadonlyArray<string> =>
  footers.slice(0, most.footers).flatMap((text) =>
    text
      .slice(0, most.characters)
      .split("\n")
      .map((line) => line.replace(/\s+/g, " ").trim())
      .filter((line) => line !== "")
  )

/** Texts of links that lead to another page than the first of a site: they name that page. */
export const namesOfPages = (links: ReadonlyArray<PageLink>): ReadonlySet<string> =>
  new Set(
    links
      .filter(({ url }) => !ofFront.test(parseUrl(url)?.pathname ?? "/"))
      .map(({ text }) => text.slice(0, most.characters).replace(/\s+/g, " ").trim())
  )

/** That somebody has a right to what is shown, and its years: `© 2019–2026`, `Copyright (c) 2026 by`. */
const mark = /©|\(c\)|\bcopyright\b/iu
const marks = /^(?: ?(?:©|\(c\)|copyright\b))+/iu
const years = /^ ?(?:19|20)\d\d(?!\d)年?(?: ?[-–—,/] ?(?:(?:19|20)?\d\d(?!\d)年?|present\b|today\b|heute\b))?/iu
const between = /^[ ,:–—-]{0,4}(?:by )?/iu

/** That all rights are kept, in the languages that sites are most often written in. */
const rights =
  /^(?:all rights|alle rechte|tous (?:les )?droits|todos (?:los|os) (?:derechos|direitos)|tutti i diritti|alle rechten|wszelkie prawa|все права|усі права|tüm hakları|alla rättigheter|版权所有|版權所有|保留所有|著作権|無断|모든 권리)/iu

/** Where a name ends behind a mark: at what parts it from others, at its years, or where the rights begin. */
const ends =
  /[©|•·.,]| [–—-] | (?:19|20)\d\d(?!\d)| (?=all rights|alle rechte|tous |todos |tutti i|wszelkie prawa|все права|усі права|tüm hakları|alla rätt)|版权所有|版權所有|保留所有/iu

/** Who has the right to what a page shows, as a line of its footer says; null where it names nobody. */
const holderIn = (line: string, pages: ReadonlySet<string>): string | null => {
  const at = line.search(mark)
  if (at < 0 || pages.has(line)) return null
  const said = line.slice(at).replace(marks, "").replace(years, "").replace(between, "")
  if (rights.test(said)) return null
  const [name = ""] = said.slice(0, most.name).split(ends, 1)
  const isOfPage = [...pages].some((text) => text !== "" && `${name} `.startsWith(`${text} `))
  return name.trim().length < 2 || !/^[\p{L}\p{N}]/u.test(name) || !/\p{L}/u.test(name) || isOfPage ? null : name.trim()
}

/** Who has the right to what a page shows, as each of its footers says first. */
export const holdersIn = (footers: ReadonlyArray<string>, pages: ReadonlySet<string>): ReadonlyArray<string> =>
  footers.slice(0, most.footers).flatMap((footer) => {
    for (const line of footerLines([footer])) {
      const holder = holderIn(line, pages)
      if (holder !== null) return [withoutForm(holder)]
    }
    return []
  })

/** What stands around a word and is no part of it. */
const around = /^[("“„«©]{1,4}|[)"”»,.;:!?|]{1,4}$/gu

/** Words that begin with a capital and are no part of the name behind them. */
const leadIns: ReadonlySet<string> = new Set(["by", "the", "copyright", "von", "par", "por"])

/** What makes the name beside it a longer one: another word with a capital, or `&`. */
const joins = /^(?:[&+]|\p{Lu}[\p{L}\p{N}&'’-]*)$/u

/** Whether a line of a footer has a name, and no longer one that it is a part of: `Bold Boats Ltd, Dover` has *Bold Boats*, not *Boats*. */
export const isNamedIn = (line: string, name: string): boolean => {
  const words = line.split(" ")
  const length = name.split(" ").length
  return words.some((_, at) => {
    const own = words.slice(at, at + length).join(" ")
    if (own.replace(around, "") !== name) return false
    const before = words[at - 1] ?? ""
    const behind = words.slice(at + length, at + length + 3).join(" ")
    const next = (words[at + length] ?? "").replace(around, "")
    const isLongerBefore = own.startsWith(name) && joins.test(before) && !leadIns.has(before.toLowerCase())
    const isForm = withoutForm(`${name} ${next}`) === name
    return !isLongerBefore && !(own.endsWith(name) && joins.test(next) && !isForm && !rights.test(behind))
  })
}
