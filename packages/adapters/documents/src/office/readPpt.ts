/** PowerPoint presentations of before 2007. */
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { slides as limit, repeatedCharacters } from "../reading/limits.ts"
import { escapeHtml, heading, oneLine, paragraph } from "../reading/Markup.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { corrupt, tooComplex, Unreadable } from "../reading/Unreadable.ts"
import { WrittenParts } from "../reading/WrittenParts.ts"
import { openCompound } from "./Compound.ts"
import { listHtml } from "./listHtml.ts"

interface Atom {
  readonly type: number
  readonly instance: number
  readonly content: Buffer
  readonly isContainer: boolean
}

interface Text {
  /** What its place on the slide is for, as PowerPoint counts: 0 and 6 titles, 2 notes. */
  readonly place: number
  readonly text: string
}

const atom = {
  outlineText: 0x0f9e,
  textHeader: 0x0f9f,
  characters: 0x0fa0,
  bytes: 0x0fa8,
  slideList: 0x0ff0,
  slideOfList: 0x03f3,
  slide: 0x03ef,
  edit: 0x0ff5,
  directory: 0x1772,
  document: 0x03e8
} as const

const deepest = 24
const mostAtoms = 1_000_000
const encryptedToken = 0xf3d1c4df

/** Reads the slides in their order, each with its notes. */
export const readPpt = async ({ bytes }: FileToRead): Promise<Fragment> => {
  const compound = openCompound(bytes)
  const content = compound.stream("PowerPoint Document")
  if (content === null) throw corrupt("The file is not a presentation.")
  const user = compound.stream("Current User")
  if (user !== null && user.length >= 16 && user.readUInt32LE(12) === encryptedToken) {
    throw new Unreadable("encrypted", "The presentation is protected by a password.")
  }
  const places = readDirectory(content, user)
  const document = [...places.values()].map((at) => atomAt(content, at)).find((one) => one?.type === atom.document)
  const lists =
    document === undefined || document === null
      ? []
      : atomsOf(document.content).filter((one) => one.type === atom.slideList)
  const slides = slidesOf(lists.find(({ instance }) => instance === 0))
  const notes = slidesOf(lists.find(({ instance }) => instance === 2))
  if (slides.length > limit.slides) throw tooComplex(`The presentation has more than ${limit.slides} slides.`)
  const written = new WrittenParts()
  // Texts stand in the file once; slides may name them, and their parts, again and again.
  let left = content.length + repeatedCharacters
  for (const [at, slide] of slides.entries()) {
    const own = atomAt(content, places.get(slide.reference) ?? -1)
    const texts = own === null ? slide.texts : textsOf(own.content, slide.texts)
    const notesId = own === null ? 0 : notesOf(own.content)
    const note = notes.find((one) => one.id === notesId && notesId !== 0)
    const noteAtom = note === undefined ? null : atomAt(content, places.get(note.reference) ?? -1)
    const noted = noteAtom === null ? (note?.texts ?? []) : textsOf(noteAtom.content, note?.texts ?? [])
    for (const { text } of [...texts, ...noted]) left -= text.length
    if (left < 0) throw tooComplex("The presentation shows the same texts over and over.")
    written.add(slideHtml(texts, noted, at + 1))
  }
  return fragment(written.html(), { ...compound.authorship, pageCount: slides.length })
}

const atomAt = (content: Buffer, at: number): Atom | null => {
  if (at < 0 || at + 8 > content.length) return null
  const version = content.readUInt16LE(at)
  const length = content.readUInt32LE(at + 4)
  return {
    type: content.readUInt16LE(at + 2),
    instance: version >>> 4,
    isContainer: (version & 15) === 15,
    content: content.subarray(at + 8, at + 8 + length)
  }
}

const atomsOf = (content: Buffer): ReadonlyArray<Atom> => {
  const found: Array<Atom> = []
  for (let at = 0; at + 8 <= content.length; ) {
    const one = atomAt(content, at)
    if (one === null) break
    if (found.length > mostAtoms) throw tooComplex("The presentation has too many parts.")
    found.push(one)
    at += 8 + content.readUInt32LE(at + 4)
  }
  return found
}

/** Where the parts of the presentation stand: every saving adds a list, of which the newest counts. */
const readDirectory = (content: Buffer, user: Buffer | null): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  const seen = new Set<number>()
  let edit = user !== null && user.length >= 20 ? user.readUInt32LE(16) : -1
  while (edit > 0 && !seen.has(edit)) {
    seen.add(edit)
    const saved = atomAt(content, edit)
    if (saved === null || saved.type !== atom.edit || saved.content.length < 16) break
    const directory = atomAt(content, saved.content.readUInt32LE(12))
    if (directory?.type === atom.directory) addPlaces(places, directory.content)
    edit = saved.content.readUInt32LE(8)
  }
  return places
}

const addPlaces = (places: Map<number, number>, directory: Buffer): void => {
  for (let at = 0; at + 4 <= directory.length; ) {
    const head = directory.readUInt32LE(at)
    const count = head >>> 20
    for (let index = 0; index < count && at + 8 + index * 4 <= directory.length; index++) {
      const id = (head & 0xfffff) + index
      if (!places.has(id)) places.set(id, directory.readUInt32LE(at + 4 + index * 4))
    }
    at += 4 + count * 4
  }
}

interface ListedSlide {
  readonly reference: number
  readonly id: number
  readonly texts: ReadonlyArray<Text>
}

const slidesOf = (list: Atom | undefined): ReadonlyArray<ListedSlide> => {
  const slides: Array<{ reference: number; id: number; texts: Array<Text> }> = []
  let place = 4
  for (const one of list === undefined ? [] : atomsOf(list.content)) {
    if (one.type === atom.slideOfList && one.content.length >= 16) {
      slides.push({ reference: one.content.readUInt32LE(0), id: one.content.readUInt32LE(12), texts: [] })
    } else if (one.type === atom.textHeader && one.content.length >= 4) {
      place = one.content.readUInt32LE(0)
      slides.at(-1)?.texts.push({ place, text: "" })
    } else {
      const text = textOf(one)
      const texts = slides.at(-1)?.texts
      if (text !== null && texts !== undefined && texts.length > 0) texts[texts.length - 1] = { place, text }
    }
  }
  return slides
}

const textOf = ({ content, type }: Atom): string | null =>
  type === atom.characters ? content.toString("utf16le") : type === atom.bytes ? content.toString("latin1") : null

/** The texts of a slide: those of its shapes, and those that stand in the outline of the whole. */
const textsOf = (content: Buffer, outline: ReadonlyArray<Text>, depth = 0): ReadonlyArray<Text> => {
  if (depth > deepest) return []
  let place = 4
  return atomsOf(content).flatMap((one): ReadonlyArray<Text> => {
    if (one.isContainer) return textsOf(one.content, outline, depth + 1)
    if (one.type === atom.textHeader && one.content.length >= 4) place = one.content.readUInt32LE(0)
    if (one.type === atom.outlineText && one.content.length >= 4) {
      const text = outline[one.content.readUInt32LE(0)]
      return text === undefined ? [] : [text]
    }
    // Client text boxes are atoms to some software and containers to other.
    if (one.type === 0xf00d) return textsOf(one.content, outline, depth + 1)
    const text = textOf(one)
    return text === null ? [] : [{ place, text }]
  })
}

const notesOf = (content: Buffer): number => {
  const own = atomsOf(content).find(({ type }) => type === atom.slide)
  return own !== undefined && own.content.length >= 20 ? own.content.readUInt32LE(16) : 0
}

const isTitle = ({ place }: Text) => place === 0 || place === 6

const linesOf = ({ text }: Text): ReadonlyArray<string> =>
  text
    .split("\r")
    .map((line) => escapeHtml(line.replaceAll("\v", "\n").trim()).replaceAll("\n", "<br>"))
    .filter((line) => line !== "" && line !== "*")

const slideHtml = (texts: ReadonlyArray<Text>, notes: ReadonlyArray<Text>, number: number): string => {
  const title = texts.find(isTitle)
  const name = title === undefined ? "" : oneLine(title.text)
  const body = texts
    .filter((text) => text !== title)
    .map((text) => {
      const lines = linesOf(text)
      if (lines.length < 2 || text.place === 4) return lines.map(paragraph).join("")
      return listHtml(lines.map((html) => ({ html, level: 0, isNumbered: false })))
    })
  const noted = notes.filter(({ place }) => place === 2).flatMap(linesOf)
  return (
    heading(2, escapeHtml(name === "" ? `Slide ${number}` : name)) +
    body.join("") +
    (noted.length === 0 ? "" : heading(3, "Notes") + noted.map(paragraph).join(""))
  )
}
