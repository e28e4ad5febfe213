/** Numbers of pages, as headers and footers write them. */

/** A line as which it comes back on the pages that a number in it counts. */
export interface CountedLine {
  /** In the place of the number stands how far it is ahead of its page; all other numbers stand as they are. */
  readonly key: string
  /** What no line may be for this one to be counted; null where any may. */
  readonly unless: string | null
  /** Whether the line says nothing else. */
  readonly isAlone: boolean
}

const number = String.raw`(\d{1,4}|[ivxl]{1,7}|[IVXL]{1,7})`
/** What is neither a letter nor a digit, as in "- 3 -". */
const marks = String.raw`[^\p{L}\p{N}]*`
const word = String.raw`(?:pages?|pg|p\.|seite|s\.|p[áa]gina|p[áa]g|side|sida|sivu|bladzijde|blz|strona|str|folie|blatt|slide|страница|стр|第)`
const ofSome = String.raw`\s?(?:\/|of|von|de|du|sur|di|van|av|af|z|из|\|)\s?\d{1,3}(?!\d)`
const ofAll = `(?:${ofSome})?`

/** "3", "- 3 -", "3 / 12". */
const bare = new RegExp(`^${marks}${number}${ofAll}${marks}$`, "du")

/** "Page 3 of 12", "3 | Page", "第 3 页". */
const before = `${word}${marks}${number}${ofAll}(?:\\s?[页頁])?`
const behind = `${number}${marks}(?:${word}|[页頁]|ページ)`
const named = new RegExp(`^${marks}(?:${before}|${behind})${marks}$`, "diu")

/** "Page 3 of 12" alone: "Side 3" may be that of a record. */
const whole = new RegExp(`^${marks}${word}${marks}${number}${ofSome}${marks}$`, "iu")

/** "Report 2024 | 3", "Report, page 3", and "3 – Report". */
const mark = String.raw`(?:\s?[|·•]\s?|\s[–—-]\s)`
const last = new RegExp(`(?:${mark}|[\\s,;(]${word}\\s?)${number}${ofAll}\\)?$`, "diu")
const first = new RegExp(`^(?:${word}\\s?)?${number}${ofAll}${mark}`, "diu")

/**
 * A number farther ahead of its page may be that of a ticket or an invoice, of which each page may have the next. It is that of the page
 * where left pages have it alone, or right ones: their headers are those of books and journals.
 */
const farthest = 50

/** A header or a footer is no longer. */
const longest = { cells: 8, characters: 300 } as const

/** Whether a line is nothing but the number of a page, whichever it is: it says so, and how many there are. */
export const isNumberOfPage = (line: string): boolean => line.length <= longest.characters && whole.test(line)

const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }

const valueOf = (written: string): number => {
  if (/^\d/.test(written)) return Number(written)
  const letters = [...written.toLowerCase()].map((letter) => values[letter] ?? 0)
  return letters.reduce((sum, value, at) => sum + (value < (letters[at + 1] ?? 0) ? -value : value), 0)
}

/** What a line of these cells is on page `at`, by each of them that may tell the number of the page. */
export const countedLines = (cells: ReadonlyArray<string>, at: number): ReadonlyArray<CountedLine> => {
  const length = cells.reduce((sum, cell) => sum + cell.length, 0)
  if (cells.length > longest.cells || length > longest.characters) return []
  return cells.flatMap((cell, own): ReadonlyArray<CountedLine> => {
    const alone = bare.exec(cell) ?? named.exec(cell)
    const found = alone ?? last.exec(cell) ?? first.exec(cell)
    const place = found?.indices?.slice(1).find((one) => one !== undefined)
    if (place === undefined) return []
    const [start, end] = place
    const written = cell.slice(start, end)
    const isAlone = alone !== null && cells.length === 1
    if (written.startsWith("0")) return []
    const ahead = valueOf(written) - at
    const key = cells.with(own, `${cell.slice(0, start)}#${ahead}${cell.slice(end)}`).join(" ")
    if (isAlone || Math.abs(ahead) <= farthest) return [{ key, unless: null, isAlone }]
    const sides = ["left", "right"]
    return [{ key: `${key} ${sides[at % 2]}`, unless: `${key} ${sides[(at + 1) % 2]}`, isAlone }]
  })
}
