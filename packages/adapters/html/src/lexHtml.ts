/**
 * Cuts markup into the tokens of the HTML standard, for parse5's tree builder.
 *
 * **Details** parse5's own tokenizer looks at every character through a state machine, which is two thirds of the time
 * of reading a page. Nearly all markup is plain tags with quoted attributes, text between them, and scripts: those are
 * cut here with `indexOf`. Whatever is unusual is left to parse5's tokenizer, so the tree is the same;
 * `lexHtml.test.ts` holds the two against each other.
 *
 * Content of scripts and styles has no place in a page's text and gets no token unless asked for. Words of comments never
 * get one.
 */
import { decodeHTML, decodeHTMLAttribute } from "entities"
import { type Parser, Token, TokenizerMode, type TreeAdapterTypeMap } from "parse5"
import { type Name, nameAt, unnamed } from "./plainNames.ts"

/** What takes tokens: parse5's tree builder, or a reader that does without. */
export type TokenTaker = Pick<
  Parser<TreeAdapterTypeMap>,
  "tokenizer" | "onStartTag" | "onEndTag" | "onComment" | "onCharacter" | "onWhitespaceCharacter"
> & {
  /** Whether the attribute whose name stands there in `page` may be needed; others get no token. All, when left out. */
  readonly needs?: (page: string, start: number, end: number) => boolean
  /** The tokens of a reader that keeps none, filled anew for each tag and text. Without them each has its own. */
  readonly reused?: ReusedTokens
}

/** One token of each kind. */
export interface ReusedTokens {
  readonly startTag: Token.TagToken
  readonly endTag: Token.TagToken
  readonly text: Token.CharacterToken
}

export const makeReusedTokens = (): ReusedTokens => ({
  startTag: makeTag(Token.TokenType.START_TAG, unnamed, [], false),
  endTag: makeTag(Token.TokenType.END_TAG, unnamed, [], false),
  text: makeText(Token.TokenType.CHARACTER, "")
})

const makeTag = (
  type: Token.TagToken["type"],
  { id, name }: Name,
  attrs: Array<Token.Attribute>,
  selfClosing: boolean
): Token.TagToken => ({
  type,
  tagName: name,
  tagID: id,
  selfClosing,
  ackSelfClosing: false,
  attrs,
  location: null
})

const makeText = (type: Token.CharacterToken["type"], chars: string): Token.CharacterToken => ({
  type,
  chars,
  location: null
})

/** The attributes of a tag that has none, for readers that change none. */
const noAttributes: Array<Token.Attribute> = []

/** A tag with more attributes is left to parse5, which looks for repeated names in a set. */
const maxPlainAttributes = 24

/** The first piece left to parse5's tokenizer when a construct goes on; each next one is twice as long. */
const firstPieceLength = 256

/** Feeds a whole page, without NUL and carriage returns, to the parser. */
export const lexHtml = (page: string, parser: TokenTaker, keepsScripts = false): void => {
  const { tokenizer } = parser
  // Keeps the tokenizer from copying markup it has already read, piece after piece.
  tokenizer.preprocessor.bufferWaterline = 0
  let at = 0
  let pieceLength = firstPieceLength

  while (at < page.length) {
    switch (tokenizer.state) {
      case TokenizerMode.DATA: {
        pieceLength = firstPieceLength
        const tag = page.indexOf("<", at)
        const end = tag < 0 ? page.length : tag
        if (end > at) giveText(parser, page.slice(at, end))
        at = tag < 0 ? end : readMarkup(page, tag, parser)
        break
      }
      case TokenizerMode.RCDATA:
      case TokenizerMode.RAWTEXT:
      case TokenizerMode.SCRIPT_DATA:
        at = readRawText(page, at, parser, keepsScripts)
        break
      default:
        at = leaveToTokenizer(page, at, at + pieceLength, parser)
        pieceLength *= 2
    }
  }
  tokenizer.write("", true)
}

/** Reads one tag or comment that starts at `at`; returns where reading goes on. */
const readMarkup = (page: string, at: number, parser: TokenTaker): number => {
  const first = page.charCodeAt(at + 1)
  const next = isLetter(first)
    ? readStartTag(page, at, parser)
    : first === slash
      ? readEndTag(page, at, parser)
      : first === exclamation
        ? readComment(page, at, parser)
        : unusual
  return next === unusual ? leaveToTokenizer(page, at, at, parser) : next
}

/** Hands a piece, up to the first `>` after `until`, to parse5's tokenizer. */
const leaveToTokenizer = (page: string, at: number, until: number, parser: TokenTaker): number => {
  const close = page.indexOf(">", until)
  const end = close < 0 ? page.length : close + 1
  const { tokenizer } = parser
  tokenizer.write(page.slice(at, end), false)
  tokenizer.flushCharacters()
  // Text alone does not make the tokenizer forget what it has read; copied for each `<` it would cost its square.
  if (tokenizer.state === TokenizerMode.DATA) tokenizer.preprocessor.dropParsedChunk()
  return end
}

const giveText = (parser: TokenTaker, source: string): void => {
  const text = source.includes("&") ? decodeHTML(source) : source
  // White space in front has rules of its own (before the body, in tables, after `<pre>`); further in it has not, but
  // in a frameset, which shows no text.
  let start = 0
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1
  if (start > 0) {
    parser.onWhitespaceCharacter(textToken(parser, Token.TokenType.WHITESPACE_CHARACTER, text.slice(0, start)))
  }
  if (start < text.length) {
    parser.onCharacter(textToken(parser, Token.TokenType.CHARACTER, start === 0 ? text : text.slice(start)))
  }
}

const textToken = ({ reused }: TokenTaker, type: Token.CharacterToken["type"], chars: string): Token.CharacterToken => {
  if (reused === undefined) return makeText(type, chars)
  const { text } = reused
  text.type = type
  text.chars = chars
  return text
}

const startTagToken = (
  { reused }: TokenTaker,
  name: Name,
  attrs: Array<Token.Attribute>,
  selfClosing: boolean
): Token.TagToken => {
  if (reused === undefined) return makeTag(Token.TokenType.START_TAG, name, attrs, selfClosing)
  const { startTag } = reused
  startTag.tagName = name.name
  startTag.tagID = name.id
  startTag.attrs = attrs
  startTag.selfClosing = selfClosing
  startTag.ackSelfClosing = false
  return startTag
}

const endTagToken = ({ reused }: TokenTaker, name: Name): Token.TagToken => {
  if (reused === undefined) return makeTag(Token.TokenType.END_TAG, name, [], false)
  const { endTag } = reused
  endTag.tagName = name.name
  endTag.tagID = name.id
  return endTag
}

const readStartTag = (page: string, open: number, parser: TokenTaker): number => {
  let at = nameEnd(page, open + 1)
  const tag = nameAt(page, open + 1, at)
  let attrs = parser.reused === undefined ? [] : noAttributes
  let seen = 0
  let selfClosing = false

  for (;;) {
    let code = page.charCodeAt(at)
    while (isSpace(code)) code = page.charCodeAt(++at)
    if (code === greater) break
    if (code === slash) {
      if (page.charCodeAt(at + 1) !== greater) return unusual
      selfClosing = true
      at += 1
      break
    }

    const nameStart = at
    at = nameEnd(page, at)
    if (at === nameStart || seen === maxPlainAttributes) return unusual
    seen += 1
    const nameStop = at
    code = page.charCodeAt(at)
    while (isSpace(code)) code = page.charCodeAt(++at)

    let valueStart = at
    let valueStop = at
    if (code === equals) {
      code = page.charCodeAt(++at)
      while (isSpace(code)) code = page.charCodeAt(++at)
      if (code === doubleQuote || code === singleQuote) {
        const close = page.indexOf(code === doubleQuote ? '"' : "'", at + 1)
        if (close < 0) return unusual
        valueStart = at + 1
        valueStop = close
        at = close + 1
        const after = page.charCodeAt(at)
        if (!isSpace(after) && after !== greater && after !== slash) return unusual
      } else {
        valueStart = at
        while (isPlainUnquoted(code)) code = page.charCodeAt(++at)
        if (at === valueStart || !(isSpace(code) || code === greater)) return unusual
        valueStop = at
      }
    }

    if (parser.needs !== undefined && !parser.needs(page, nameStart, nameStop)) continue
    const { name } = nameAt(page, nameStart, nameStop)
    const source = page.slice(valueStart, valueStop)
    const value = source.includes("&") ? decodeHTMLAttribute(source) : source
    for (const attribute of attrs) {
      if (attribute.name === name) return unusual
    }
    if (attrs === noAttributes) attrs = []
    attrs.push({ name, value })
  }

  parser.tokenizer.lastStartTagName = tag.name
  parser.onStartTag(startTagToken(parser, tag, attrs, selfClosing))
  return at + 1
}

const readEndTag = (page: string, open: number, parser: TokenTaker): number => {
  if (!isLetter(page.charCodeAt(open + 2))) return unusual
  let at = nameEnd(page, open + 2)
  const tag = nameAt(page, open + 2, at)
  while (isSpace(page.charCodeAt(at))) at += 1
  if (page.charCodeAt(at) !== greater) return unusual

  parser.onEndTag(endTagToken(parser, tag))
  return at + 1
}

const readComment = (page: string, open: number, parser: TokenTaker): number => {
  if (!page.startsWith("<!--", open)) return unusual
  const close = page.indexOf("--", open + 4)
  // `<!-->`, `<!--->`, `--!>` and dashes inside a comment have rules of their own.
  if (page.charCodeAt(open + 4) === greater || page.startsWith("->", open + 4)) return unusual
  if (close < 0 || page.charCodeAt(close + 2) !== greater) return unusual
  parser.onComment({ type: Token.TokenType.COMMENT, data: "", location: null })
  return close + 3
}

/** Reads the content of a title, textarea, script, style or the like, and stops before its end tag. */
const readRawText = (page: string, at: number, parser: TokenTaker, keepsScripts: boolean): number => {
  const { tokenizer } = parser
  const endTag = endTags.get(tokenizer.lastStartTagName)
  if (endTag === undefined) return leaveToTokenizer(page, at, page.length, parser)
  endTag.lastIndex = at
  const end = endTag.exec(page)?.index ?? -1
  if (end < 0) return leaveToTokenizer(page, at, page.length, parser)

  if (tokenizer.state === TokenizerMode.SCRIPT_DATA) {
    // Between `<!--` and `<script` the first end tag is not the script's own.
    const content = page.slice(at, end)
    if (content.includes("<!--") && scriptTag.test(content)) return leaveToTokenizer(page, at, end, parser)
  }
  if (end > at) {
    if (tokenizer.state === TokenizerMode.RCDATA) giveText(parser, page.slice(at, end))
    else if (keepsScripts) {
      parser.onCharacter({ type: Token.TokenType.CHARACTER, chars: page.slice(at, end), location: null })
    }
  }

  const { state } = tokenizer
  tokenizer.state = TokenizerMode.DATA
  const next = readEndTag(page, end, parser)
  if (next !== unusual) return next
  tokenizer.state = state
  return leaveToTokenizer(page, end, end, parser)
}

const endTags = new Map(
  ["title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes", "noscript"].map((name) => [
    name,
    new RegExp(`</${name}[\\t\\n\\f />]`, "gi")
  ])
)

const scriptTag = /<script/i

const unusual = -1

const exclamation = 0x21
const doubleQuote = 0x22
const singleQuote = 0x27
const slash = 0x2f
const equals = 0x3d
const greater = 0x3e

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c || code === 0x0d

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

/** Letters, digits, `-`, `_`, `:`, `.`, `@`: a tag with anything else in its names is left to parse5. */
const isPlainName = (code: number) =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x2d && code <= 0x3a && code !== slash) ||
  (code >= 0x40 && code <= 0x5a) ||
  code === 0x5f

const nameEnd = (page: string, start: number): number => {
  let at = start
  while (isPlainName(page.charCodeAt(at))) at += 1
  return at
}

/** What an unquoted value is made of when nothing about it is in error. */
const isPlainUnquoted = (code: number) =>
  code > 0x20 && code !== doubleQuote && code !== singleQuote && !(code >= 0x3c && code <= 0x3e) && code !== 0x60
