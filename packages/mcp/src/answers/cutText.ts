/** The beginning of an answer in JSON that is too large to be read: where it was cut off within a long text, that is worth telling. */
import type { Record_ } from "./result.ts"

/** A record that ends with the part of a text that came. */
export interface CutText {
  readonly record: Record_
  /** The field that has the text. */
  readonly field: string
  readonly length: number
}

const backslash = 0x5c

/** How many backslashes stand in a row before a place. */
const backslashesBefore = (json: string, at: number): number => {
  let from = at
  while (json.charCodeAt(from - 1) === backslash) from -= 1
  return at - from
}

/** Where the text ends that begins behind a quote; -1 where it does not. */
const endOfText = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    if (backslashesBefore(json, at) % 2 === 0) return at
  }
  return -1
}

/** What is whole of a text that was cut off: no part of what stands for one character (`\n`, `\u00e9`, two halves). */
const wholeOf = (text: string): string => {
  const last = text.lastIndexOf("\\")
  const isEscape = last !== -1 && backslashesBefore(text, last + 1) % 2 === 1
  const length = text[last + 1] === "u" ? 6 : 2
  return isEscape && last + length > text.length ? text.slice(0, last) : text
}

const withoutHalf = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)

/** The field of the record that was cut off within its text, with where that begins; null where it was cut off elsewhere. */
const cutOffIn = (json: string): { readonly field: string; readonly from: number } | null => {
  let depth = 0
  let name = ""
  let isValue = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '"') {
      const end = endOfText(json, at + 1)
      if (end === -1) return depth === 1 && isValue ? { field: name, from: at + 1 } : null
      if (depth === 1 && !isValue) name = json.slice(at + 1, end)
      at = end
    } else if (character === "{" || character === "[") depth += 1
    else if (character === "}" || character === "]") depth -= 1
    else if (depth === 1 && character === ":") isValue = true
    else if (depth === 1 && character === ",") isValue = false
  }
  return null
}

/** The record of which this is the beginning, where it was cut off within one of these fields: any other would be told as if it were whole. */
export const cutText = (json: string, fields: ReadonlyArray<string>): CutText | null => {
  const found = cutOffIn(json)
  if (found === null || !fields.includes(found.field)) return null
  const { field, from } = found
  const record = JSON.parse(`${json.slice(0, from)}${wholeOf(json.slice(from))}"}`) as Record_
  const text = withoutHalf(record[field] as string)
  return { record: { ...record, [field]: text }, field, length: text.length }
}
