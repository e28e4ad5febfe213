/** What stands before a paragraph of a list. */
export interface ListLabel {
  /** How deep, from 0. */
  readonly level: number
  readonly text: string
  /** What stands between it and the paragraph. */
  readonly after: "" | " "
  /** A bullet, a plain number, or any other text, which no list of HTML has by itself. */
  readonly kind: "bullet" | "number" | "text"
  /** Of a plain number. */
  readonly number: number
}

export const bulletAt = (level: number): ListLabel => ({ level, text: "", after: " ", kind: "bullet", number: 0 })

/** The label of an item whose number is written so: `3.` and `3)` are plain numbers. */
export const labelAt = (level: number, text: string, after: ListLabel["after"] = " "): ListLabel => {
  const plain = /^(\d{1,9})[.)]?$/.exec(text)
  return plain === null
    ? { level, text, after, kind: "text", number: 0 }
    : { level, text, after, kind: "number", number: Number(plain[1]) }
}
