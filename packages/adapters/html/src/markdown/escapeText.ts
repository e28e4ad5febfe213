/** Text that stands in Markdown and means only itself. */
import { inParts, Joined, partsOf } from "../partsOf.ts"

export interface Beside {
  /** The character in front of the text; empty at the start of a line. */
  readonly before: string
  /** The character behind it; empty at the end. */
  readonly after: string
  readonly isInLink: boolean
  /** Whether a word of it goes on behind it, as something else than text. */
  readonly isCut: boolean
  /** In a cell bars are escaped as well, once it is written. */
  readonly isInCell: boolean
}

const special = /[\\`*_~<&[\]!]/

const word = /[\p{L}\p{N}]/u

/** Escapes what Markdown would read as markup, and nothing else: `snake_case`, `3 * 4` and prices stay as they are. */
export const escapeText = (text: string, beside: Beside): string => {
  if (!special.test(text)) return escapeAddresses(text, beside)
  if (!rawFormula.test(text)) return escapeAddresses(escapeMarkup(text, beside), beside)
  let escaped = ""
  let end = 0
  // The last letter is kept beside what is long: to look at it there would put all pieces together each time.
  let { before } = beside
  for (const formula of rawFormulas(text)) {
    escaped += escapeMarkup(text.slice(end, formula.from), { ...beside, before, after: "$" })
    escaped += `${formula.mark}${inertTex(formula.tex.trim())}${formula.mark}`
    before = "$"
    end = formula.to
  }
  return escaped + escapeMarkup(text.slice(end), { ...beside, before })
}

/** TeX that a script would set: between these marks nothing is markup. */
const rawFormula = /\$\$[^$]|\\[([]/

interface RawFormula {
  readonly from: number
  readonly to: number
  readonly tex: string
  /** What stands on both sides of it in Markdown. */
  readonly mark: "$" | "$$"
}

const marks = {
  "\\(": { end: "\\)", longest: 500, mark: "$" },
  "\\[": { end: "\\]", longest: 2_000, mark: "$$" },
  $$: { end: "$$", longest: 2_000, mark: "$$" }
} as const

const openings = /\\[([]|\$\$/g

/** Finds what comes next in a text that is asked from left to right, and looks at no place twice. */
const nextIn = (text: string, sign: string): ((from: number) => number) => {
  let next = -1
  return (from) => {
    if (next < from) next = text.indexOf(sign, from)
    if (next === -1) next = Number.POSITIVE_INFINITY
    return next
  }
}

/** Formulas between marks, each on one line; a page may open a hundred thousand that never end. */
function* rawFormulas(text: string): Generator<RawFormula> {
  const signs = ["\\)", "\\]", "$", "\n", "`"] as const
  const next = Object.fromEntries(signs.map((sign) => [sign, nextIn(text, sign)])) as Readonly<
    Record<(typeof signs)[number], (from: number) => number>
  >
  openings.lastIndex = 0
  for (let found = openings.exec(text); found !== null; found = openings.exec(text)) {
    const from = found.index
    const { end, longest, mark } = marks[found[0] as keyof typeof marks]
    const start = from + 2
    // The first `$` behind `$$` is that of its end, or it has none.
    const close = end === "$$" ? next.$(start) : next[end](start + 1)
    const length = close - start
    const isWhole = length >= 1 && length <= longest && (end !== "$$" || text[close + 1] === "$")
    if (isWhole && next["\n"](start) > close && next["`"](start) > close) {
      yield { from, to: close + 2, tex: text.slice(start, close), mark }
      openings.lastIndex = close + 2
    } else openings.lastIndex = from + 1
  }
}

/** TeX in which a renderer without formulas finds no element, link or entity either: a space there means nothing. */
export const inertTex = (tex: string): string =>
  tex
    .replaceAll("`", "'")
    .replace(/<(?=[a-z/!?])/gi, "< ")
    .replace(/&(?=#?\w+;)/g, "& ")
    .replace(/\](?=[([:])/g, "] ")
    .replace(/([![])(?=[[^])/g, "$1 ")

const specials = new RegExp(special, "g")

const escapeMarkup = (text: string, beside: Beside): string => {
  const escaped = new Joined()
  let copied = 0
  specials.lastIndex = 0
  while (specials.test(text)) {
    const at = specials.lastIndex - 1
    const previous = at === 0 ? beside.before : text[at - 1]!
    if (!isMarkup(text, at, previous, text[at + 1] ?? beside.after, beside)) continue
    escaped.add(`${text.slice(copied, at)}\\`)
    copied = at
  }
  escaped.add(text.slice(copied))
  const rest = escaped.toString()
  return beside.before === "]" && /^[([:]/.test(rest) ? `\\${rest}` : rest
}

const isMarkup = (text: string, at: number, previous: string, next: string, beside: Beside): boolean => {
  switch (text[at]) {
    case "`":
      return true
    case "\\":
      return asciiPunctuation.test(next)
    case "*":
      return !(isSpace(previous) && isSpace(next))
    case "_":
      return !(isSpace(previous) && isSpace(next)) && !(word.test(previous) && word.test(next))
    // A single or double tilde only ends a deletion after something that is no space.
    case "~":
      return !isSpace(previous) || (at === text.length - 1 && next === "~")
    case "<":
      return /[a-z/!?]/i.test(next) || isMailed(text, at)
    case "&":
      return /^&(?:#\w{1,8}|[a-z]\w{1,31});/i.test(text.slice(at, at + 40))
    case "!":
      return at === text.length - 1 && next === "["
    case "[":
      return beside.isInLink || next === "^"
    default:
      return beside.isInLink || next === "(" || next === "[" || next === ":"
  }
}

/** An address of mail may begin with a number or a mark; mail knows none whose name is longer. */
const mailed = /<[\w.!#$%&'*+/=?^`{|}~-]{1,254}@[a-z\d]/iy

const isMailed = (text: string, at: number): boolean => {
  mailed.lastIndex = at
  return mailed.test(text)
}

const isSpace = (character: string) => character === "" || character === " " || character === "\n"

const asciiPunctuation = /[!-/:-@[-`{-~]/

/**
 * GitHub makes links of addresses that stand as text, which is as well; but not of those with an escape inside, which would
 * become part of the address, or with a mark.
 */
const escapeAddresses = (text: string, { before, isCut, isInCell }: Beside): string => {
  if (!address.test(text)) return text
  const escapeRun = (said: string, at: number): string => {
    const run = at === 0 && before === "_" ? said.replaceAll("@", "\\@") : said
    const isMixed = run.includes("\\") || (isInCell && run.includes("|")) || (isCut && at + said.length === text.length)
    return isMixed ? run.replace(/https?(?=:\/\/)|www(?=\.)/gi, "$&\\") : run
  }
  let escaped = ""
  let start = 0
  for (const part of partsOf(text, " ")) {
    const from = start
    escaped += part.replace(/\S+/g, (said, at: number) => escapeRun(said, from + at))
    start += part.length
  }
  return escaped
}

const address = /https?:\/\/|www\.|@/i

const blockStart =
  /^(?:[-+*](?= |$)|#{1,6}(?= |$)|>|=+ *$|-(?=[-:| ]*$)|[|:](?=[:| ]*-[-:| ]*$)|_(?: _){2,} *$|~~~|\[[ x](?=\](?: |$))|\[![a-z]+(?=\]))/i
const numberedStart = /^(\d{1,9})([.)])(?= |$)/

/** Escapes what would start a heading, a list, a quotation, a table or a rule at the start of a line. */
export const escapeLineStart = (text: string): string =>
  blockStart.test(text) ? `\\${text}` : text.replace(numberedStart, "$1\\$2")

/** Code between backticks, more of them than it holds in a row. */
export const inlineCode = (code: string): string => {
  const fence = code.includes("`") ? "`".repeat(longestRun(code) + 1) : "`"
  const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== ""
  const pad = isPadded || code.startsWith("`") || code.endsWith("`") ? " " : ""
  return `${fence}${pad}${code}${pad}${fence}`
}

/** Code as an element, where what it holds would be read before it is read as code. */
export const codeElement = (code: string): string => `<code>${inParts(code, escapeCode)}</code>`

const escapeCode = (part: string): string =>
  part.replace(/[!-/:-@[-`{-~]/g, (mark) => (mark === "|" ? "&#124;" : `\\${mark}`))

/** Code in a row of a table, where a backslash before a bar always goes. */
export const cellCode = (code: string): string => (code.includes("\\|") ? codeElement(code) : inlineCode(code))

/** The longest run of backticks. */
export const longestRun = (text: string): number => {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** An address inside the parentheses of a link. */
export const linkTarget = (url: string): string => {
  if (!/[\s<>()\\&]/.test(url)) return url
  const target = url
    .replace(/[\t\n\r\f\v]/g, encodeURIComponent)
    .replace(/\\(?=[!-/:-@[-`{-~]|$)|[<>]|&(?=#?\w{1,32};)/g, "\\$&")
  if (/\s/.test(target)) return `<${target}>`
  return /[()]/.test(target) && !isBalanced(target) ? target.replace(/[()]/g, "\\$&") : target
}

/** Parentheses inside one another that all renderers follow. */
const maxNested = 16

const isBalanced = (target: string): boolean => {
  let open = 0
  for (const character of target) {
    if (character === "(") open += 1
    else if (character === ")") open -= 1
    if (open < 0 || open > maxNested) return false
  }
  return open === 0
}
