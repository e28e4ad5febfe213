/** Code between fences as its bytes, in the form that `readCode` gives it as a string. */
import { Effect } from "effect"

/** As much as is looked at in one go: less than a millisecond. */
const pieceBytes = 256 * 1024

const tick = 0x60
const lineEnd = 0x0a

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09

/** Where the first line begins that is not blank. */
const beginOf = Effect.fnUntraced(function* (bytes: Buffer) {
  let begin = 0
  for (let at = 0; at < bytes.length && (isBlank(bytes[at]) || bytes[at] === lineEnd); at += 1) {
    if (bytes[at] === lineEnd) begin = at + 1
    if (at % pieceBytes === pieceBytes - 1) yield* Effect.yieldNow
  }
  return begin
})

/** Bytes at the end of a text that are looked at in one go for white space, of which there are many kinds. */
const endBytes = 4_096

/** The beginning of the character that this byte is in. */
const characterAt = (bytes: Buffer, at: number): number => {
  let begin = at
  while (begin > 0 && (bytes[begin]! & 0xc0) === 0x80) begin -= 1
  return begin
}

/** Where the white space begins with which the text ends. */
const endOf = Effect.fnUntraced(function* (bytes: Buffer) {
  let end = bytes.length
  for (let turn = 1; end > 0; turn += 1) {
    const from = characterAt(bytes, Math.max(end - endBytes, 0))
    const left = bytes.toString("utf8", from, end).trimEnd()
    if (left !== "") return from + Buffer.byteLength(left)
    end = from
    if (turn % 64 === 0) yield* Effect.yieldNow
  }
  return 0
})

const longestRunOfTicks = Effect.fnUntraced(function* (bytes: Buffer) {
  let longest = 0
  let run = 0
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    for (let at = from; at < bytes.length && at < from + pieceBytes; at += 1) {
      run = bytes[at] === tick ? run + 1 : 0
      if (run > longest) longest = run
    }
    yield* Effect.yieldNow
  }
  return longest
})

/** The parts of what `readCode` makes of a text that is its own Markdown. The thread is left to others in between. */
export const fencedBytes = Effect.fnUntraced(function* (bytes: Buffer, language: string) {
  const code = bytes.subarray(0, yield* endOf(bytes))
  if (code.length === 0) return []
  const fence = "`".repeat(Math.max(3, (yield* longestRunOfTicks(code)) + 1))
  return [Buffer.from(`${fence}${language}\n`), code.subarray(yield* beginOf(code)), Buffer.from(`\n${fence}`)]
})
