/** The Markdown of texts that are their own, as parts of their bytes: no process reads them, and no string is made of them. */
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { Effect } from "effect"
import { codeLanguage } from "./codeLanguage.ts"
import { fencedBytes } from "./fencedBytes.ts"
import { indentedCharacters } from "./indentedCharacters.ts"
import { isMarkdown } from "./isMarkdown.ts"
import { jsonFeedMark } from "./jsonFeedMark.ts"

/** Most bytes of UTF-8 that a character of JavaScript's strings stands for. */
const bytesOfCharacter = 3

/** Whether JSON stays as it is written: it is too long to be indented, and no feed. */
const staysAsWritten = (bytes: Buffer): boolean => {
  if (bytes.length <= indentedCharacters) return false
  const isLong = bytes.length > indentedCharacters * bytesOfCharacter || bytes.toString().length > indentedCharacters
  return isLong && !bytes.includes(jsonFeedMark)
}

/** What a fence around this file calls its language; "" for a text without a fence, null for what has to be read. */
const fenceOf = (bytes: Buffer, type: FileType): string | null => {
  if (type === "text") return ""
  if (type === "jsonl" || (type === "json" && staysAsWritten(bytes))) return "json"
  return codeLanguage(type)
}

/** The Markdown of a file in parts of its bytes; null for a file that has to be read. */
export const ownMarkdown = Effect.fnUntraced(function* (bytes: Buffer, type: FileType) {
  const language = fenceOf(bytes, type)
  if (language === null || !(yield* isMarkdown(bytes))) return null
  return language === "" ? [bytes] : yield* fencedBytes(bytes, language)
})
