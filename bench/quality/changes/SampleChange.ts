/** A change of a page, and what a person who watches it wants to be told. */
export interface SampleChange {
  readonly id: string
  readonly before: string
  readonly after: string
  /** What the title must say. */
  readonly title: ReadonlyArray<string>
  /** What the title must not say. */
  readonly not?: ReadonlyArray<string>
  /** What must stand in the quotes. */
  readonly quotes: ReadonlyArray<string>
}

/** The page with some of its text written otherwise; each piece must stand in it. */
export const edited = (page: string, ...edits: ReadonlyArray<readonly [from: string, to: string]>): string => {
  let text = page
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`The page does not say "${from}".`)
    text = text.replace(from, () => to)
  }
  return text
}

/** A change of `page` by `edits`. */
export const change = (
  page: string,
  edits: ReadonlyArray<readonly [from: string, to: string]>,
  wanted: Omit<SampleChange, "before" | "after">
): SampleChange => ({ ...wanted, before: page, after: edited(page, ...edits) })
