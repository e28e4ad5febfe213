/** The container of older Microsoft files: streams in one file, and what it says of title and author. */
import { parse, utils, write } from "cfb"
import { corrupt, Unreadable } from "../reading/Unreadable.ts"
import { codePageText } from "./codePages.ts"
import { type Authorship, shortText } from "./coreProperties.ts"

export interface Compound {
  /** A stream by its name, whatever the case of its letters; null when there is none. */
  readonly stream: (name: string) => Buffer | null
  /** Whether a stream has this name letter by letter. */
  readonly isNamed: (name: string) => boolean
  readonly authorship: Authorship
}

/** Opens a container. A newer document that is encrypted stands in one as well, and is refused as such. */
export const openCompound = (bytes: Uint8Array): Compound => {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) throw corrupt("The file is not what its type says.")
  const container = parse(bytes)
  const paths = container.FullPaths.map((path) => path.toLowerCase())
  const stream = (name: string) => {
    // Documents inside of the document have streams of the same names.
    const content = container.FileIndex[paths.indexOf(`${paths[0] ?? ""}${name}`.toLowerCase())]?.content
    return content === undefined || content === null ? null : Buffer.from(content as Uint8Array)
  }
  if (stream("EncryptedPackage") !== null || stream("EncryptedSummary") !== null) {
    throw new Unreadable("encrypted", "The file is protected by a password.")
  }
  const isNamed = (name: string) => container.FullPaths.includes(`${container.FullPaths[0] ?? ""}${name}`)
  return { stream, isNamed, authorship: readSummary(stream("\u0005SummaryInformation")) }
}

/** A container of one stream. */
export const containerOf = (name: string, content: Buffer): Uint8Array => {
  const container = utils.cfb_new()
  utils.cfb_add(container, `/${name}`, content)
  return new Uint8Array(write(container, { type: "buffer" }) as Buffer)
}

const titleProperty = 2
const authorProperty = 4

const readSummary = (content: Buffer | null): Authorship => {
  const none = { title: null, author: null }
  if (content === null || content.length < 56) return none
  const section = content.readUInt32LE(44)
  if (section + 8 > content.length) return none
  const count = Math.min(content.readUInt32LE(section + 4), 100)
  const offsets = new Map<number, number>()
  for (let at = section + 8; at + 8 <= content.length && offsets.size < count; at += 8) {
    offsets.set(content.readUInt32LE(at), section + content.readUInt32LE(at + 4))
  }
  const pageAt = offsets.get(1)
  const codePage = pageAt !== undefined && pageAt + 6 <= content.length ? content.readUInt16LE(pageAt + 4) : 1252
  const text = (property: number): string | null => {
    const at = offsets.get(property)
    if (at === undefined || at + 8 > content.length || content.readUInt32LE(at) !== 0x1e) return null
    const bytes = content.subarray(at + 8, at + 8 + Math.min(content.readUInt32LE(at + 4), 2000))
    return shortText(codePageText(bytes, codePage).split("\0")[0] ?? "")
  }
  return { title: text(titleProperty), author: text(authorProperty) }
}
