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
