/** Code that stands on a page without `pre`: in an editor, or in a table with a row for each line. */
import { attributeOf, PageElement } from "../PageTree.ts"
import { type Code, languageOf, readCode } from "./codeBlock.ts"

const editors =
  /(?:^|\s)(?:CodeMirror|cm-editor|monaco-editor|ace_editor|crayon-main|crayon-syntax|EnlighterJS|dp-highlighter)(?:$|\s)/
const lineClass = /(?:^|\s)(?:CodeMirror-line|cm-line|view-line|ace_line|crayon-line|blob-code(?:-inner)?)(?:$|\s)/

/** Most lines of one block, and elements looked at to find them. */
const maxLines = 20_000
const maxLooked = 200_000

/** The code that an element shows; undefined when it shows none. */
export const editorCode = (element: PageElement): Code | undefined => {
  const names = attributeOf(element, "class")
  if (names === undefined) return undefined
  const isTable = element.name === "table"
  if (isTable ? !/(?:^|\s)(?:js-file-line-container|highlight|diff-table)(?:$|\s)/.test(names) : !editors.test(names))
    return undefined
  const isList = /EnlighterJS|dp-highlighter/.test(names)
  const lines: Array<string> = []
  let left = maxLooked
  const waiting = [element]
  for (let at = waiting.pop(); at !== undefined && left > 0 && lines.length < maxLines; at = waiting.pop()) {
    left -= 1
    if (at !== element && ((at.name === "li" && isList) || lineClass.test(attributeOf(at, "class") ?? ""))) {
      lines.push(readCode(at).text)
      continue
    }
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  const text = lines.join("\n")
  return text.trim() === "" ? undefined : { text, language: languageOf(element) }
}
