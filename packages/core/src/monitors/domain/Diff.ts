/**
 * Differences between two texts, line by line. The one place of core that uses an experimental module of Effect
 * (docs/decisions/0007).
 */
import { TextDiff } from "effect"

/** Edits looked for in one region; past it the diff stays valid and stops being minimal, so that time stays linear. */
const maxEdits = 2_000

/** Longest unified diff that is stored, in characters; a longer one is cut at a line. */
export const diffMaxLength = 1_000_000

type Edits = ReadonlyArray<TextDiff.Edit<string>>

const editsBetween = (before: string, after: string): Edits =>
  TextDiff.lines(before === "" ? "" : `${before}\n`, after === "" ? "" : `${after}\n`, { maxEdits })

/** A stretch of lines of the earlier text and what stands in its place. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly inserted: ReadonlyArray<string>
}

const hunksOf = (edits: Edits): ReadonlyArray<Hunk> => {
  const hunks: Array<Hunk> = []
  let line = 0
  for (let index = 0; index < edits.length; index++) {
    const edit = edits[index]!
    if (edit._tag === "Equal") {
      line += edit.items.length
    } else if (edit._tag === "Insert") {
      hunks.push({ start: line, end: line, inserted: edit.items })
    } else {
      const following = edits[index + 1]
      const inserted = following?._tag === "Insert" ? following.items : []
      if (inserted.length > 0) index++
      hunks.push(...lineByLine({ start: line, end: line + edit.items.length, inserted }))
      line += edit.items.length
    }
  }
  return hunks
}

/** As many lines for as many are told line by line, so that one that flickers does not hide the one beside it. */
const lineByLine = (hunk: Hunk): ReadonlyArray<Hunk> =>
  hunk.inserted.length === hunk.end - hunk.start
    ? hunk.inserted.map((line, index) => ({ start: hunk.start + index, end: hunk.start + index + 1, inserted: [line] }))
    : [hunk]

/**
 * The earlier text with only those differences that both later looks show in the same place. It equals `before` when
 * the looks agree on nothing, and `second` when they agree on everything.
 */
export const agreedText = (before: string, first: string, second: string): string => {
  if (first === second) return second
  const keyOf = (hunk: Hunk) => `${hunk.start}:${hunk.end}:${hunk.inserted.join("")}`
  const seen = new Set(hunksOf(editsBetween(before, first)).map(keyOf))
  const agreed = hunksOf(editsBetween(before, second)).filter((hunk) => seen.has(keyOf(hunk)))
  if (agreed.length === 0) return before
  const lines = before === "" ? [] : before.split("\n").map((line) => `${line}\n`)
  const result: Array<string> = []
  let line = 0
  for (const hunk of agreed) {
    for (; line < hunk.start; line++) result.push(lines[line]!)
    for (const inserted of hunk.inserted) result.push(inserted)
    line = hunk.end
  }
  for (; line < lines.length; line++) result.push(lines[line]!)
  return result.join("").replace(/\n$/, "")
}

/** A difference as people read it. */
export interface TextChange {
  /** Unified diff, three lines of context. */
  readonly diff: string
  readonly addedLines: ReadonlyArray<string>
  readonly removedLines: ReadonlyArray<string>
}

const linesOf = (edits: Edits, tag: "Insert" | "Delete"): ReadonlyArray<string> =>
  edits.flatMap((edit) => (edit._tag === tag ? edit.items.map((item) => item.replace(/\n$/, "")) : []))

const cutAtLine = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, text.lastIndexOf("\n", length) + 1)

/** What changed from `before` to `after`. */
export const textChange = (before: string, after: string): TextChange => {
  const edits = editsBetween(before, after)
  return {
    diff: cutAtLine(TextDiff.unified(edits), diffMaxLength),
    addedLines: linesOf(edits, "Insert"),
    removedLines: linesOf(edits, "Delete")
  }
}
