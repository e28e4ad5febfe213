/** Code on a page: its lines and its language, without the line numbers and buttons around it. */
import { attributeOf, PageElement, type PageNode, PageText } from "../PageTree.ts"
import { inParts } from "../partsOf.ts"
import { countedNumbers, isHeader, isPointedAt } from "./codeParts.ts"
import { longestRun } from "./escapeText.ts"
import { knownLanguages } from "./languages.ts"

export interface Code {
  readonly text: string
  /** Empty when the page does not say. */
  readonly language: string
}

/** Code between fences that are longer than any inside it. */
export const fencedCode = ({ language, text }: Code): string => {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

/** The code of a `pre`, or of what stands for one; `around` is where its language is looked for. */
export const readCode = (element: PageElement, around = element): Code => {
  const lines = new CodeLines(countedNumbers(element))
  lines.add(element)
  return { text: lines.text(), language: languageOf(around) }
}

/** Characters of text and marks around it: nothing that is a block of its own. */
const ofLines = new Set(["a", "b", "br", "code", "em", "i", "mark", "small", "span", "strong", "u", "wbr"])

/** Whether a box is named as code and holds nothing but its text. */
export const isPlainCode = (element: PageElement): boolean =>
  element.name === "div" && (isTyped(element) || isNamedCode(element)) && holdsOnly(element, ofLines)

/** Whether a style sets lines as they stand, in letters of one width. */
const isTyped = (element: PageElement): boolean => {
  const style = attributeOf(element, "style")
  return (
    style !== undefined &&
    /white-space\s*:\s*pre\s*(?:;|$)/i.test(style) &&
    /monospace|courier|consolas|menlo|monaco/i.test(style)
  )
}

const isNamedCode = (element: PageElement): boolean =>
  /(?:^|\s)(?:code-?block|code-?snippet|code-?sample|code-?listing|source-?code)(?:$|\s)/i.test(
    attributeOf(element, "class") ?? ""
  )

const holdsOnly = (element: PageElement, names: ReadonlySet<string>): boolean =>
  element.children.every((child) => child instanceof PageText || (names.has(child.name) && holdsOnly(child, names)))

/** Whether a piece of code stands on lines of its own by its names or its style. */
export const isBlockCode = (element: PageElement): boolean =>
  /(?:^|\s)(?:block|d-block|code-?block)(?:$|\s)/.test(attributeOf(element, "class") ?? "") ||
  /(?:^|[;\s])(?:display\s*:\s*block|white-space\s*:\s*pre\b)/i.test(attributeOf(element, "style") ?? "")

const lineElements = new Set(["div", "p", "li", "tr", "figure", "section"])
const silent = new Set(["button", "script", "style", "template", "svg", "textarea", "select"])
const gutterClass =
  /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?|linenumber|lnt?|ln-num|line-numbers-wrapper|line-numbers-rows|hljs-ln-numbers|blob-num|rouge-gutter|copy|copy-button|copybtn|sr-only)(?:$|\s)/i

/** Lines without white space at their ends. */
const withoutEnds = (lines: string): string => lines.replace(/(?<![^\S\n])[^\S\n]+$/gm, "")

class CodeLines {
  private out = ""
  private readonly numbers: ReadonlySet<PageElement>

  constructor(numbers: ReadonlySet<PageElement>) {
    this.numbers = numbers
  }

  text(): string {
    return inParts(this.out.replace(/\u00a0/g, " "), withoutEnds, "\n").replace(/^\n+|\n+$/g, "")
  }

  add(element: PageElement): void {
    let last: PageNode | undefined
    for (const child of element.children) {
      if (child instanceof PageText) this.out += child.text
      else {
        if (isLineSpan(child) && isLineSpan(last) && !shortText(last).endsWith("\n")) this.out += "\n"
        this.addElement(child)
      }
      last = child
    }
  }

  private addElement(element: PageElement): void {
    if (element.name === "br") {
      this.out += "\n"
      return
    }
    if (silent.has(element.name) || this.numbers.has(element) || isGutter(element)) return
    if (isPointedAt(element) || isHeader(element)) return
    const isLine = lineElements.has(element.name)
    if (isLine && this.out !== "" && !this.out.endsWith("\n")) this.out += "\n"
    this.add(element)
    // A line that is a block of its own ends even when it is empty.
    if (isLine && (!this.out.endsWith("\n") || element.children.length === 0)) this.out += "\n"
  }
}

/** Whether an element is named as a line: style sheets draw each on a line of its own, where nothing stands between them. */
const isLineSpan = (node: PageNode | undefined): node is PageElement =>
  node instanceof PageElement && node.name === "span" && /(?:^|\s)line(?:$|\s)/.test(attributeOf(node, "class") ?? "")

/** Line numbers, and buttons that copy. */
export const isGutter = (element: PageElement): boolean => {
  if (attributeOf(element, "data-line-number") !== undefined && element.children.length === 0) return true
  const names = attributeOf(element, "class")
  if (names !== undefined && gutterClass.test(names)) return /^[\s\d.|copied]*$/i.test(shortText(element))
  const style = attributeOf(element, "style")
  return style !== undefined && /user-select:\s*none/i.test(style) && /^[\s\d]*$/.test(shortText(element))
}

const shortText = (element: PageElement): string => {
  let text = ""
  for (const child of element.children) {
    text += child instanceof PageText ? child.text : shortText(child)
    if (text.length > 100_000) break
  }
  return text
}

/** How far around a `pre` its language may be told. */
const maxWrappers = 3

/** The language by the classes of the code, of what is in it or of what wraps it. */
export const languageOf = (element: PageElement): string => {
  // What a program printed is in no language, whatever stands around it.
  if (/(?:^|[\s_-])outputs?(?:$|\s)/i.test(attributeOf(element, "class") ?? "")) return ""
  const own = languageBy(element)
  if (own !== "") return own
  for (const child of element.children) {
    if (child instanceof PageElement && child.name === "code") {
      const inner = languageBy(child)
      if (inner !== "") return inner
    }
  }
  let wrapper = element.parent
  for (let level = 0; level < maxWrappers && wrapper !== null && !wrapper.isRoot; level += 1) {
    if (wrapper.name === "body" || wrapper.name === "article" || wrapper.name === "main") break
    const around = languageBy(wrapper, true)
    if (around !== "") return around
    wrapper = wrapper.parent
  }
  return ""
}

const languageBy = (element: PageElement, isWrapper = false): string => {
  for (const name of ["data-lang", "data-language", "data-code-lang", "language"]) {
    const value = attributeOf(element, name)?.trim().toLowerCase()
    if (value !== undefined && languageName.test(value)) return named(value)
  }
  const names = attributeOf(element, "class")
  if (names === undefined) return ""
  const brush = /brush:\s*([\w#+-]+)/i.exec(names)?.[1]
  if (brush !== undefined) return named(brush)
  const words = names.toLowerCase().split(/\s+/)
  for (const word of words) {
    const language = /^(?:language|lang|highlight-source|highlight-text|highlight|code|src)-([\w#+.-]+)$/.exec(
      word
    )?.[1]
    if (language !== undefined && !notLanguages.test(language)) return named(language)
  }
  const marked = isWrapper ? "highlight" : undefined
  const first = words.find((word) => ["hljs", "sourcecode", "highlight", "prettyprint", "src", "chroma"].includes(word))
  if (first !== undefined && (marked === undefined || first === marked)) {
    const language = words.find((word) => knownLanguages.has(word))
    if (language !== undefined) return named(language)
  }
  return isWrapper ? "" : (words.find((word) => knownLanguages.has(word)) ?? "")
}

const languageName = /^[a-z][\w#+.-]{0,29}$/

const named = (language: string): string => {
  const name = language.toLowerCase()
  return notLanguages.test(name) ? "" : name
}

const notLanguages =
  /^(?:none|plain|plaintext|text|txt|default|no-?highlight|wrapper|block|box|container|snippet|toolbar|wrap|table|inline|fence)$/
