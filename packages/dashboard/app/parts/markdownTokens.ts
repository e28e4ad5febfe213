/** Markdown of somebody else, read within bounds. */
import { Lexer, type Token } from "marked"

/**
 * Longest text of a block whose emphasis and links are looked for, in characters, and for how long in all, in milliseconds: it takes
 * more than four times as long for twice the text, so that what is longer or comes later is shown as it is written.
 */
export const inlineLimits = { characters: 4_000, millis: 250 } as const

/** The blocks of a text, each with what stands in it; null where it cannot be read. */
export const tokensOf = (text: string): ReadonlyArray<Token> | null => {
  const lexer = new Lexer()
  try {
    lexer.blockTokens(text.replace(/\r\n?/g, "\n"), lexer.tokens)
    const until = performance.now() + inlineLimits.millis
    for (const { src, tokens } of lexer.inlineQueue) {
      if (src.length <= inlineLimits.characters && performance.now() < until) lexer.inlineTokens(src, tokens)
      else tokens.push({ type: "text", raw: src, text: src, escaped: false })
    }
    return lexer.tokens
  } catch {
    return null
  }
}
