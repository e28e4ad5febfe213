/** What mammoth has read of a Word document, before it writes it: without what it would write so often that it takes more than the file. */
import { Repeats } from "../reading/Repeats.ts"

/** As much of mammoth's elements as is looked at. */
export interface WordElement {
  readonly type: string
  readonly value?: string
  readonly noteType?: string
  readonly noteId?: string
  children?: Array<WordElement>
  styleId?: string | null
  href?: string
}

export interface WordDocument extends WordElement {
  readonly notes: { readonly resolve: (reference: WordElement) => { readonly body: Array<WordElement> } | null }
}

export interface DocxRepeats {
  /** Takes out of the document, in its place, what is too much. */
  readonly bound: (document: WordDocument) => WordDocument
  /** Says what was taken out. */
  readonly note: () => string
}

/** Styles that mammoth knows by their ids. It tells of each other one, and looks through all that it told before. */
const knownStyle = /^Heading[1-6]?$/

/** About what the tags of an element take. */
const charactersOfElement = 16

/** A note is written anew at each of its marks. */
export const makeDocxRepeats = (): DocxRepeats => {
  const repeats = new Repeats()
  const sizes = new Map<string, number>()

  const sizeOf = (elements: ReadonlyArray<WordElement>): number =>
    elements.reduce(
      (size, { children = [], value = "" }) => size + charactersOfElement + value.length + sizeOf(children),
      0
    )

  const bound = (document: WordDocument): WordDocument => {
    /** A mark of a note that is not there has nothing to show, and ends mammoth's writing. */
    const isNoteShown = (mark: WordElement): boolean => {
      const note = document.notes.resolve(mark)
      if (note === null) return false
      const name = `${mark.noteType} ${mark.noteId}`
      const known = sizes.get(name)
      const size = known ?? sizeOf(note.body)
      sizes.set(name, size)
      const isShown = repeats.isShown(name, size)
      if (known === undefined) visit(note.body)
      return isShown
    }
    const visit = (elements: ReadonlyArray<WordElement>) => {
      for (const element of elements) {
        if (element.styleId != null && !knownStyle.test(element.styleId)) element.styleId = null
        if (element.href !== undefined && !repeats.isAddressShown(element.href)) element.href = "#"
        const { children } = element
        if (children === undefined || children.length === 0) continue
        if (children.some(({ type }) => type === "noteReference")) {
          element.children = children.filter((child) => child.type !== "noteReference" || isNoteShown(child))
        }
        visit(element.children ?? [])
      }
    }
    visit([document])
    return document
  }

  return { bound, note: () => repeats.note("marks of notes") }
}
