/** Text that stands in Markdown and means only itself. */

const special = /[\\`*_~<&[\]]/

const word = /[\p{L}\p{N}]/u

/**
 * Escapes what Markdown would read as markup, and nothing else: `snake_case`, `3 * 4` and prices stay as they are.
 * `before` is the character in front of it.
 */
export const escapeText = (text: string, before: string, insideLink: boolean): string => {
  if (!special.test(text)) return text
  if (!rawFormula.test(text)) return escapeMarkup(text, before, insideLink)
  let escaped = ""
  let end = 0
  for (const found of text.matchAll(rawFormulas)) {
    escaped += escapeMarkup(text.slice(end, found.index), escaped.at(-1) ?? before, insideLink)
    escaped += found[1] !== undefined ? `$${found[1].trim()}$` : `$$${(found[2] ?? found[3])!.trim()}$$`
    end = found.index + found[0].length
  }
  return escaped + escapeMarkup(text.slice(end), escaped.at(-1) ?? before, insideLink)
}

/** TeX that a script would set: between these marks nothing is markup. */
const rawFormula = /\$\$[^$]|\\[([]/
const rawFormulas = /\\\(([^\n]{1,500}?)\\\)|\\\[([^\n]{1,2000}?)\\\]|\$\$([^$\n]{1,2000})\$\$/g

const escapeMarkup = (text: string, before: string, insideLink: boolean): string => {
  let escaped = ""
  let copied = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (!special.test(character)) continue
    const previous = at === 0 ? before : text[at - 1]!
    if (!isMarkup(character, previous, text[at + 1] ?? "", text, at, insideLink)) continue
    escaped += `${text.slice(copied, at)}\\`
    copied = at
  }
  return escaped + text.slice(copied)
}

const isMarkup = (
  character: string,
  previous: string,
  next: string,
  text: string,
  at: number,
  insideLink: boolean
): boolean => {
  switch (character) {
    case "`":
      return true
    case "\\":
      return next === "" || asciiPunctuation.test(next)
    case "*":
      return !(isSpace(previous) && isSpace(next))
    case "_":
      return !(isSpace(previous) && isSpace(next)) && !(word.test(previous) && word.test(next))
    // A single or double tilde only ends a deletion after something that is no space.
    case "~":
      return !isSpace(previous)
    case "<":
      return /[a-z/!?]/i.test(next)
    case "&":
      return /^&(?:#\w{1,8}|[a-z]\w{1,31});/i.test(text.slice(at, at + 40))
    case "[":
      return insideLink || next === "^"
    default:
      return insideLink || next === "(" || next === "[" || next === ":"
  }
}

const isSpace = (character: string) => character === "" || character === " " || character === "\n"

const asciiPunctuation = /[!-/:-@[-`{-~]/

const blockStart = /^(?:[-+*](?= |$)|#{1,6}(?= |$)|>|=+ *$|-(?=[- ]*$)|~~~)/
const numberedStart = /^(\d{1,9})([.)])(?= |$)/

/** Escapes what would start a heading, a list, a quotation or a rule at the start of a line. */
export const escapeLineStart = (text: string): string =>
  blockStart.test(text) ? `\\${text}` : text.replace(numberedStart, "$1\\$2")

/** Code between backticks, more of them than it holds in a row. */
export const inlineCode = (source: string): string => {
  const code = source.replace(/\s+/g, " ")
  if (!code.includes("`")) return `\`${code}\``
  const fence = "`".repeat(longestRun(code) + 1)
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : ""
  return `${fence}${pad}${code}${pad}${fence}`
}

/** The longest run of backticks. */
export const longestRun = (text: string): number => {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** An address inside the parentheses of a link. */
export const linkTarget = (url: string): string => {
  const target = /[\s<>]/.test(url) ? url.replace(/[\s<>]/g, encodeURIComponent) : url
  return /[()]/.test(target) && !isBalanced(target) ? target.replace(/[()]/g, "\\$&") : target
}

const isBalanced = (target: string): boolean => {
  let open = 0
  for (const character of target) {
    if (character === "(") open += 1
    else if (character === ")") open -= 1
    if (open < 0) return false
  }
  return open === 0
}
