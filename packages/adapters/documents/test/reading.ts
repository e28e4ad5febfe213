/** What the tests of this adapter ask of the reader, and files that take more than the suite's to write. */
import { deflateSync } from "node:zlib"
import { DocumentReader, type DocumentRequest } from "@kittiwake/core/pages/DocumentReader"
import type { FileType } from "@kittiwake/core/pages/domain/FileType"
import { Duration, Effect } from "effect"
import { zipSync } from "fflate"
import { rawPdf } from "../../../core/src/testing/documentFiles.ts"
import { readFile } from "../src/reading/readFile.ts"

const encoder = new TextEncoder()

/** Reads a file of text or bytes. */
export const read = (type: FileType, content: string | Uint8Array, options: Partial<DocumentRequest> = {}) =>
  Effect.flatMap(DocumentReader, (reader) =>
    reader.read({
      bytes: typeof content === "string" ? encoder.encode(content) : content,
      type,
      firstPage: null,
      lastPage: null,
      ocr: false,
      timeout: Duration.seconds(60),
      ...options
    })
  )

/** Reads a file of text or bytes in this process, where mutants are. */
export const readHere = (type: FileType, content: string | Uint8Array, url?: string) =>
  Effect.promise(() =>
    readFile(
      {
        bytes: typeof content === "string" ? encoder.encode(content) : content,
        type,
        ...(url === undefined ? {} : { url }),
        firstPage: null,
        lastPage: null,
        ocr: false,
        ocrLanguage: { language: "eng", folder: null },
        processorMillis: 60_000
      },
      () => {}
    )
  )

/** Why a file is refused. */
export const refusal = (type: FileType, content: string | Uint8Array, options: Partial<DocumentRequest> = {}) =>
  Effect.map(Effect.flip(read(type, content, options)), ({ reason }) => reason)

/** A zip archive of texts and bytes, compressed. */
export const zipped = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === "string" ? encoder.encode(content) : content
      ])
    )
  )

/** A PDF of one page whose operators are packed as many times as asked. */
export const packedPdf = (content: Uint8Array, times = 1): Uint8Array => {
  let stream = Buffer.from(content)
  for (let done = 0; done < times; done++) stream = deflateSync(stream, { level: 1 })
  const filters = "/FlateDecode ".repeat(times)
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} /Filter [${filters}] >>\nstream\n${stream.toString("latin1")}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
  ])
}

/** A PDF of pages with these contents, streams packed once that are objects from number 4, and a form named X. */
export const pagesOf = (
  contents: string,
  streams: ReadonlyArray<Uint8Array>,
  count = 1,
  form: Uint8Array | null = null
): Uint8Array => {
  const object = (packed: Uint8Array, more = "") =>
    `<< ${more} /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${Buffer.from(packed).toString("latin1")}\nendstream`
  const font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
  const forms = form === null ? "" : `/XObject << /X ${4 + streams.length} 0 R >>`
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${count} /Kids [${"3 0 R ".repeat(count)}] >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources ${font} ${forms} >> >>`,
    ...streams.map((packed) => object(packed)),
    ...(form === null ? [] : [object(form, "/Type /XObject /Subtype /Form /BBox [0 0 612 792]")])
  ])
}

/** A PDF of one page whose content is packed as differences, which pdf.js unpacks by itself. */
export const predictedPdf = (content: Uint8Array): Uint8Array => {
  const packed = deflateSync(content, { level: 1 }).toString("latin1")
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
    `<< /Length ${packed.length} /Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 9999 >> >>\nstream\n${packed}\nendstream`
  ])
}

/** A zip archive of one file whose directory says that it is smaller than it is. */
export const lyingZip = (name: string, content: Uint8Array, declaredBytes: number): Uint8Array => {
  const bytes = Buffer.from(zipSync({ [name]: [content, { level: 9 }] }))
  const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt32LE(declaredBytes, directory + 24)
  return bytes
}
