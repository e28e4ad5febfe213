/**
 * The few things that answers of S3 say in XML.
 *
 * **Details.** A store is read on the thread that answers calls, so what stands in each other is bounded: the parser looks through all that
 * is open for each end of an element. Nothing is built of an answer but the texts of its elements.
 */
import { Parser } from "htmlparser2"

/**
 * Bytes of an answer that is no list, elements in each other, characters of one text, and entries of a list: a page has a thousand, and a
 * key in it 1,024 bytes.
 */
const limits = { bytes: 65_536, depth: 16, text: 16_384, entries: 10_000 } as const

const decoder = new TextDecoder()

type Texts = ReadonlyMap<string, string>

/** The texts of an answer by the names of their elements, the first of each; those within an entry stand with it alone. */
interface Answer {
  readonly texts: Texts
  readonly entries: ReadonlyArray<Texts>
}

/** An answer; null where it is larger than one may be. */
const answerOf = (body: Uint8Array, entryName: string | null): Answer | null => {
  const texts = new Map<string, string>()
  const entries: Array<Map<string, string>> = []
  let [depth, entryDepth, text, isTooLarge] = [0, 0, "", false]
  const bound = (isWithin: boolean) => {
    if (isWithin) return
    isTooLarge = true
    parser.pause()
  }
  const parser = new Parser(
    {
      onopentagname: (name) => {
        text = ""
        depth += 1
        bound(depth <= limits.depth)
        if (name !== entryName || entryDepth > 0) return
        entryDepth = depth
        entries.push(new Map())
        bound(entries.length <= limits.entries)
      },
      ontext: (data) => {
        bound(text.length + data.length <= limits.text)
        if (!isTooLarge) text += data
      },
      onclosetag: (name) => {
        const said = entryDepth > 0 ? entries.at(-1)! : texts
        if (depth !== entryDepth && !said.has(name)) said.set(name, text)
        if (depth === entryDepth) entryDepth = 0
        depth -= 1
        text = ""
      }
    },
    { xmlMode: true }
  )
  parser.write(decoder.decode(body))
  return isTooLarge ? null : { texts, entries }
}

const beginning = (body: Uint8Array): Uint8Array => body.subarray(0, limits.bytes)

/** The text of the first element with a name; empty when there is none. */
export const textIn = (body: Uint8Array, name: string): string => answerOf(beginning(body), null)?.texts.get(name) ?? ""

/** The word by which an error says what it is; empty when it is no error. */
export const errorCode = (body: Uint8Array): string => {
  const code = answerOf(beginning(body), "Error")?.entries[0]?.get("Code") ?? ""
  return /^\w{1,64}$/.test(code) ? code : ""
}

/** An object in a list. */
export interface Entry {
  readonly key: string
  readonly size: number
  readonly lastModified: string
}

/** A page of a list. */
export interface ListPage {
  readonly isMore: boolean
  readonly entries: ReadonlyArray<Entry>
}

/** The objects of a page; null where it is larger than one may be. */
export const listPageOf = (body: Uint8Array): ListPage | null => {
  const answer = answerOf(body, "Contents")
  return answer === null
    ? null
    : {
        isMore: answer.texts.get("IsTruncated") === "true",
        entries: answer.entries.map((said) => ({
          key: said.get("Key") ?? "",
          size: Number(said.get("Size") ?? ""),
          lastModified: said.get("LastModified") ?? ""
        }))
      }
}

/** An upload in parts that is neither complete nor given up. */
export interface OpenUpload {
  readonly key: string
  readonly uploadId: string
  readonly initiated: string
}

/** A page of uploads. */
export interface UploadPage {
  readonly uploads: ReadonlyArray<OpenUpload>
  /** Where the next page begins; none when this is the last. */
  readonly next: { readonly "key-marker": string; readonly "upload-id-marker": string } | null
}

/** The uploads of a page; null where it is larger than one may be. */
export const uploadPageOf = (body: Uint8Array): UploadPage | null => {
  const answer = answerOf(body, "Upload")
  if (answer === null) return null
  const { entries, texts } = answer
  const textOf = (name: string) => texts.get(name) ?? ""
  return {
    uploads: entries.map((said) => ({
      key: said.get("Key") ?? "",
      uploadId: said.get("UploadId") ?? "",
      initiated: said.get("Initiated") ?? ""
    })),
    next:
      textOf("IsTruncated") === "true"
        ? { "key-marker": textOf("NextKeyMarker"), "upload-id-marker": textOf("NextUploadIdMarker") }
        : null
  }
}
