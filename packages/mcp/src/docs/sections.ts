/** Documentation pages as sections: what is found, and what is told of a page. */

/** A part of a page under one heading. */
export interface Section {
  /** The page, from the folder of the documentation. */
  readonly page: string
  /** Title of the page and heading, with what stands between. */
  readonly heading: string
  readonly text: string
}

const fence = /^(?:```|~~~)/
const heading = /^(#{1,4})\s+(.*?)\s*#*$/

/** The sections of a page in Markdown, in order. */
export const sectionsOf = (page: string, markdown: string): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  let above: ReadonlyArray<string> = []
  let lines: Array<string> = []
  let isCode = false
  const close = () => {
    const text = lines.join("\n").trim()
    if (text !== "") sections.push({ page, heading: above.join(" › ") || page, text })
    lines = []
  }
  for (const line of markdown.split("\n")) {
    if (fence.test(line)) isCode = !isCode
    const [, marks, name] = isCode ? [] : (heading.exec(line) ?? [])
    if (marks === undefined || name === undefined) {
      lines.push(line)
      continue
    }
    close()
    above = [...above.slice(0, marks.length - 1), name]
  }
  close()
  return sections
}

/** The rows of one table that tell what a name means: a setting, a code or a field. */
export interface Entry extends Section {
  readonly name: string
  /** Rows of the whole table: one that has a row for each name of its kind is where the name is defined. */
  readonly tableRows: number
}

const code = "`[A-Za-z][\\w-]*`"

/** A cell that holds names and nothing else. */
const isOfNames = new RegExp(`^${code}(?:(?:,| or|/) ?${code})*$`)

const rule = /^\|(?:\s*:?-+:?\s*\|)+$/

const cellsOf = (row: string): ReadonlyArray<string> => row.split(/(?<!\\)\|/).map((cell) => cell.trim())

/** The names that a row is about: those of the first cell that is made of names. */
const namesOf = (row: string): ReadonlyArray<string> => {
  const cell = cellsOf(row).find((one) => isOfNames.test(one))
  return cell?.match(/(?<=`)[A-Za-z][\w-]*/g) ?? []
}

/** What the tables of a section say of single names. */
export const entriesOf = ({ heading, page, text }: Section): ReadonlyArray<Entry> => {
  const lines = text.split("\n")
  return lines.flatMap((line, at) => {
    if (!rule.test(line) || at === 0) return []
    const end = lines.findIndex((later, index) => index > at && !later.startsWith("|"))
    const rows = lines.slice(at + 1, end === -1 ? lines.length : end)
    const byName = new Map<string, Array<string>>()
    for (const row of rows) for (const name of namesOf(row)) byName.set(name, [...(byName.get(name) ?? []), row])
    return [...byName].map(([name, own]) => ({
      page,
      heading: `${heading} › ${name}`,
      text: [lines[at - 1], line, ...own].join("\n"),
      name,
      tableRows: rows.length
    }))
  })
}
