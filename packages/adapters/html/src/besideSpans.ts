/**
 * Which inline elements right behind each other a browser shows apart, though no white space stands between them: a label and its value,
 * boxes in a row, what has a margin.
 *
 * **Details.** Style sheets are not read. An amount right behind a word, or a word behind an amount or a colon, is never part of it; of two words
 * something must say that they are two: the display or the margin that their styles or well-known names of classes give them, or names such as `label`
 * and `value`. Parts of one word stay together, as of `<b>w</b>ord`, of letters that are drawn one by one, and of code; so do figures.
 */
import { html } from "parse5"
import { attributeOf, PageElement, type PageNode, PageText } from "./PageTree.ts"
import { isHidden } from "./visibility.ts"

const inlineNames = new Set("span a label time data strong b em i small mark abbr bdi font u".split(" "))

/** Elements whose text is written letter by letter as it is meant. */
const asWritten = new Set("code kbd samp tt var pre".split(" "))

const isInline = ({ name, namespace }: PageElement): boolean =>
  namespace === html.NS.HTML && (inlineNames.has(name) || (name.includes("-") && !name.startsWith("mjx")))

/** Levels of elements in which the first or the last text of one is looked for, characters of it, and characters of an attribute. */
const most = { levels: 8, characters: 40, value: 500 } as const

/** The text at one end of an element; empty where something else stands there. */
const edgeOf = (element: PageElement, isLast: boolean): string => {
  let node: PageNode | undefined = element
  for (let level = 0; level < most.levels && node instanceof PageElement; level += 1) {
    if (level > 0 && (!isInline(node) || isHidden(node))) return ""
    node = isLast ? node.children.at(-1) : node.children[0]
  }
  if (!(node instanceof PageText)) return ""
  return isLast ? node.text.slice(-most.characters) : node.text.slice(0, most.characters)
}

const word = String.raw`(?<![\p{L}\p{N}])\p{L}`
const behindWord = new RegExp(`${word}{3,}$`, "u")
const behindColon = new RegExp(`${word}{2,}[:：]$`, "u")
const amount = /^\p{Sc}?\s?\d/u
const behindAmount = /[\d%\p{Sc}]$/u
const wordBehind = /^\p{L}{2}/u
const longWord = /^\p{L}{4}/u
const behindPercent = /\d\s?%$/

/** Scripts that put no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Whether no more than the texts is needed to see that they are two. */
const areApart = (before: string, behind: string): boolean =>
  (behindWord.test(before) && amount.test(behind)) ||
  (behindColon.test(before) && /^[\p{L}\p{N}\p{Sc}]/u.test(behind)) ||
  (behindAmount.test(before) && longWord.test(behind)) ||
  (behindPercent.test(before) && wordBehind.test(behind))

const twoLetters = /\p{L}{2}$/u

const boxes =
  /(?:^|[\s:])(?:(?:d-)?(?:block|inline-block|flex|inline-flex|grid|inline-grid|table-cell)|float-(?:left|right|start|end)|pull-(?:left|right)|-?[mp][xlrse]?-(?!0(?:\s|$))(?:\d|\[|px|auto)\S*)(?=\s|$)/
const boxStyle =
  /(?:^|[;\s])(?:display\s*:\s*(?:block|inline-block|flex|inline-flex|grid|table-cell)|(?:margin|padding)(?:-(?:left|right|inline|inline-start|inline-end))?\s*:\s*(?:[^\s;]+\s+)?(?!0(?:px|;|\s|$))[\d.]+[a-z%]*\s*(?:;|$|\s[^;]*\s)|float\s*:\s*(?:left|right))/i

/** As much of an attribute as is looked at: what stands around many is looked at for each of them. */
const valueOf = (element: PageElement, name: "class" | "style"): string =>
  element.attributes.length === 0 ? "" : (attributeOf(element, name) ?? "").slice(0, most.value)

/** Whether styles make an element a box of its own, or set it apart. */
const isBox = (element: PageElement): boolean =>
  boxes.test(valueOf(element, "class")) || boxStyle.test(valueOf(element, "style"))

const rows = /(?:^|\s)(?:d-)?(?:inline-)?(?:flex|grid)(?=\s|$)/
const rowStyle = /(?:^|[;\s])display\s*:\s*(?:inline-)?(?:flex|grid)/i

/** Whether what is in an element is laid out as boxes. */
const laysOut = (element: PageElement | null): boolean =>
  element !== null && (rows.test(valueOf(element, "class")) || rowStyle.test(valueOf(element, "style")))

const called = (names: string): RegExp => new RegExp(`(?:^|[-_\\s])(?:${names})(?:$|[-_\\s\\d])`, "i")
const label = called("label|key|term|name|title|caption|heading|header|lead")
const value = called(
  "value|val|data|price|amount|date|time|status|text|content|count|number|desc|description|author|badge"
)

/** Whether names of classes say that one is a label and the other what it is of. */
const areLabelled = (left: PageElement, right: PageElement): boolean => {
  const [one, other] = [valueOf(left, "class"), valueOf(right, "class")]
  if (one === other || other === "") return false
  return (left.name === "label" || label.test(one)) && (value.test(other) || label.test(other))
}

/** Whether a browser shows two nodes apart that stand right behind each other. */
export const standApart = (left: PageNode | undefined, right: PageNode): boolean => {
  if (!(left instanceof PageElement) || !(right instanceof PageElement) || !isInline(left) || !isInline(right))
    return false
  const before = edgeOf(left, true)
  const behind = edgeOf(right, false)
  if (!/\S$/.test(before) || !/^\S/.test(behind) || unspaced.test(`${before.at(-1)}${behind[0]}`)) return false
  if (isHidden(left) || isHidden(right) || asWritten.has(right.parent?.name ?? "")) return false
  if (areApart(before, behind)) return true
  if (!twoLetters.test(before) || !wordBehind.test(behind)) return false
  return isBox(left) || isBox(right) || laysOut(right.parent) || areLabelled(left, right)
}
