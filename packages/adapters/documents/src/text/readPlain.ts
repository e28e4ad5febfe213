/** Texts as people write them: plain text, Markdown, subtitles and code. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { escapeHtml, oneLine, paragraph, preformatted, writable } from "../reading/Markup.ts"

const lineEnds = (text: string) => writable(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"))

/**
 * Reads plain text and Markdown.
 *
 * As Markdown both are their own text, letter by letter: to escape what looks like Markdown in plain text would only mar it,
 * and a fence around it would make an article look like code. As HTML, paragraphs end at empty lines and keep their line
 * ends; lines that were set up by spaces are preformatted.
 */
export const readPlain = (text: string, type: "text" | "markdown", markdownSuffices = false): Fragment => {
  const lines = lineEnds(text)
  return fragment(markdownSuffices ? "" : htmlOf(lines), {
    markdown: lines,
    title: type === "markdown" ? titleOf(lines) : null
  })
}

/** The first heading of the highest level. As much of its line is looked at as a title may be long: a line may be all there is. */
const titleOf = (lines: string): string | null => {
  const line = /^#[ \t]+([^\s][^\n]{0,999})/m.exec(lines)?.[1]
  return line === undefined ? null : oneLine(line.replace(/(?<![ \t])[ \t]+#+$/, "")).slice(0, 500)
}

const htmlOf = (lines: string): string =>
  lines
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => (isSetUp(block) ? preformatted(block.trimEnd()) : paragraph(brokenLines(block))))
    .join("")

const brokenLines = (block: string) => escapeHtml(block.trim()).replace(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/g, "<br>\n")

/** Whether a block keeps its meaning only with its spaces: columns, indented code, drawings. */
const isSetUp = (block: string): boolean => {
  const lines = block.split("\n").filter((line) => line.trim() !== "")
  const setUp = lines.filter((line) => /^( {4}|\t)|\S {3,}\S|\S\t+\S/.test(line))
  return lines.length > 0 && setUp.length * 2 >= lines.length
}

/** Reads code and data whose text is all there is to it. */
export const readCode = (text: string, language: string, markdownSuffices = false): Fragment => {
  const code = lineEnds(text).trimEnd()
  return markdownSuffices ? fragment("", { markdown: fenced(code, language) }) : fragment(preformatted(code, language))
}

/** Code between fences that are longer than any inside it. */
const fenced = (code: string, language: string): string => {
  if (code.trim() === "") return ""
  const fence = "`".repeat(Math.max(3, longestRunOfTicks(code) + 1))
  return `${fence}${language}\n${code.replace(/^(?:[ \t]*\n)+/, "")}\n${fence}`
}

/** Counted where they are: an object for each of the runs of a long text would be many times the text. */
const longestRunOfTicks = (code: string): number => {
  let longest = 0
  for (let from = code.indexOf("`"); from !== -1; from = code.indexOf("`", from)) {
    const start = from
    while (code.charCodeAt(from) === 96) from += 1
    longest = Math.max(longest, from - start)
  }
  return longest
}

/** A line that says from when to when a cue is shown; what stands behind says where. */
const cueTimes = /^[ \t]*(\d[\d:.,]{0,20})[ \t]*-->[ \t]*(\d[\d:.,]{0,20})/

/** Reads subtitles: when each cue is shown, and its text, with what is said in one breath on one line. */
export const readSubtitles = (text: string): Fragment => {
  const cues = lineEnds(text)
    .split(/\n[ \t]*\n/)
    .map((cue) => {
      const lines = cue.split("\n").filter((line) => line.trim() !== "")
      const time = lines.findIndex((line) => line.includes("-->"))
      const said = oneLine(
        lines
          .slice(time + 1)
          .join(" ")
          .replace(/<[^<>]{0,100}>|\{\\[^{}]{0,100}\}/g, "")
      )
      const [, from, until] = cueTimes.exec(lines[time] ?? "") ?? []
      const times = from === undefined || until === undefined ? "" : `${from} --&gt; ${until}<br>\n`
      return said === "" ? "" : paragraph(times + escapeHtml(said))
    })
  return fragment(cues.join(""))
}
