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
  const title = type === "markdown" ? /^#[ \t]+(.+?)[ \t]*#*$/m.exec(lines)?.[1] : undefined
  return fragment(markdownSuffices ? "" : htmlOf(lines), {
    markdown: lines,
    title: title === undefined ? null : oneLine(title).slice(0, 500)
  })
}

const htmlOf = (lines: string): string =>
  lines
    .split(/\n(?:[ \t]*\n)+/)
    .map((block) => (isSetUp(block) ? preformatted(block.trimEnd()) : paragraph(brokenLines(block))))
    .join("")

const brokenLines = (block: string) => escapeHtml(block.trim()).replace(/[ \t]*\n[ \t]*/g, "<br>\n")

/** Whether a block keeps its meaning only with its spaces: columns, indented code, drawings. */
const isSetUp = (block: string): boolean => {
  const lines = block.split("\n").filter((line) => line.trim() !== "")
  const setUp = lines.filter((line) => /^( {4}|\t)|\S {3,}\S|\S\t+\S/.test(line))
  return lines.length > 0 && setUp.length * 2 >= lines.length
}

/** Reads code and data whose text is all there is to it. */
export const readCode = (text: string, language: string): Fragment =>
  fragment(preformatted(lineEnds(text).trimEnd(), language))

/** Reads subtitles: the text of each cue, with what is said in one breath on one line. */
export const readSubtitles = (text: string): Fragment => {
  const cues = lineEnds(text)
    .split(/\n[ \t]*\n/)
    .map((cue) => {
      const lines = cue.split("\n").filter((line) => line.trim() !== "")
      const time = lines.findIndex((line) => line.includes("-->"))
      return oneLine(
        lines
          .slice(time + 1)
          .join(" ")
          .replace(/<[^<>]{0,100}>|\{\\[^{}]{0,100}\}/g, "")
      )
    })
    .filter((cue) => cue !== "")
  return fragment(cues.map((cue) => paragraph(escapeHtml(cue))).join(""))
}
