/** The page of a mail, as which Word and others keep web pages (MHTML), and text whose charset is to be found. */
import { TextDecoder } from "@exodus/bytes/encoding.js"

export interface ShownText {
  readonly text: string
  readonly isHtml: boolean
}

const html = /^(?:text\/html|application\/xhtml)/i
const plain = /^text\/plain/i

const deepest = 8
const mostParts = 1_000
const longestHeader = 10_000

/** The first page of a mail, or its first text where it has none; null for a mail that has neither. */
export const mailText = (bytes: Uint8Array): ShownText | null => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  return partText(source, html, 0) ?? partText(source, plain, 0)
}

const partText = (source: string, wanted: RegExp, depth: number): ShownText | null => {
  const end = /\r?\n\r?\n/.exec(source)
  const head = source.slice(0, Math.min(end?.index ?? 0, longestHeader)).replace(/\r?\n[ \t]+/g, " ")
  const body = end === null ? source : source.slice(end.index + end[0].length)
  const type = headerOf(head, headers.type) ?? "text/plain"
  const boundary = /^multipart\/.*?boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  if (boundary !== null)
    return depth >= deepest ? null : multipartText(body, boundary[1] ?? boundary[2]!, wanted, depth)
  if (!wanted.test(type)) return null
  const bytes = unpacked(body, headerOf(head, headers.encoding)?.toLowerCase() ?? "")
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1] ?? null
  return { text: textIn(bytes, charset), isHtml: wanted === html }
}

const headers = {
  type: /^content-type[ \t]*:[ \t]*([^\r\n]*)/im,
  encoding: /^content-transfer-encoding[ \t]*:[ \t]*([^\r\n]*)/im
} as const

const headerOf = (head: string, header: RegExp): string | null => header.exec(head)?.[1] ?? null

const multipartText = (body: string, boundary: string, wanted: RegExp, depth: number): ShownText | null => {
  const mark = `--${boundary}`
  let start = body.indexOf(mark)
  for (let parts = 0; start >= 0 && parts < mostParts; parts += 1) {
    const next = body.indexOf(`\n${mark}`, start + mark.length)
    // What ends the line of the mark is no part of what follows it.
    const from = body.indexOf("\n", start + mark.length) + 1
    if (from === 0 || next < 0) return from === 0 ? null : partText(body.slice(from), wanted, depth + 1)
    const end = body[next - 1] === "\r" ? next - 1 : next
    const found = from > end ? null : partText(body.slice(from, end), wanted, depth + 1)
    if (found !== null) return found
    start = next + 1
  }
  return null
}

const unpacked = (body: string, encoding: string): Uint8Array => {
  if (encoding.startsWith("base64")) return Buffer.from(body, "base64")
  if (!encoding.startsWith("quoted-printable")) return Buffer.from(body, "latin1")
  const text = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(text, "latin1")
}

/** Text in the charset that is known of it, or that it names as HTML or XML does; else UTF-8, or Western European where it is none. */
export const textIn = (bytes: Uint8Array, charset: string | null): string => {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1")
  const isMarked = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.exec(head)?.[0]
  const label =
    isMarked === "\xff\xfe"
      ? "utf-16le"
      : isMarked === "\xfe\xff"
        ? "utf-16be"
        : isMarked === undefined
          ? (charset ?? /(?:charset|encoding)\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? "utf-8")
          : "utf-8"
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
