/** The few things that answers of S3 say in XML. */
import { DomUtils, parseDocument } from "htmlparser2"

type Nodes = Parameters<typeof DomUtils.getElementsByTagName>[1]

const decoder = new TextDecoder()

const documentOf = (body: Uint8Array) => parseDocument(decoder.decode(body), { xmlMode: true })

const textOf = (name: string, nodes: Nodes): string => {
  const [found] = DomUtils.getElementsByTagName(name, nodes, true, 1)
  return found === undefined ? "" : DomUtils.textContent(found)
}

/** The text of the first element with a name; empty when there is none. */
export const textIn = (body: Uint8Array, name: string): string => textOf(name, documentOf(body))

/** The word by which an error says what it is; empty when it is no error. */
export const errorCode = (body: Uint8Array): string => {
  const [error] = DomUtils.getElementsByTagName("Error", documentOf(body), true, 1)
  const code = error === undefined ? "" : textOf("Code", error)
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

/** The objects of a page. */
export const listPageOf = (body: Uint8Array): ListPage => {
  const document = documentOf(body)
  return {
    isMore: textOf("IsTruncated", document) === "true",
    entries: DomUtils.getElementsByTagName("Contents", document, true).map(({ children }) => ({
      key: textOf("Key", children),
      size: Number(textOf("Size", children)),
      lastModified: textOf("LastModified", children)
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

/** The uploads of a page. */
export const uploadPageOf = (body: Uint8Array): UploadPage => {
  const document = documentOf(body)
  const isMore = textOf("IsTruncated", document) === "true"
  return {
    uploads: DomUtils.getElementsByTagName("Upload", document, true).map(({ children }) => ({
      key: textOf("Key", children),
      uploadId: textOf("UploadId", children),
      initiated: textOf("Initiated", children)
    })),
    next: isMore
      ? { "key-marker": textOf("NextKeyMarker", document), "upload-id-marker": textOf("NextUploadIdMarker", document) }
      : null
  }
}
