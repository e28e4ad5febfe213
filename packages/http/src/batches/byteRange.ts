/** Which bytes a request wants of a file (RFC 9110 §14). */

/** Bytes of a file, or that none of those wanted exist; null asks for all of it. */
export type ByteRange = { readonly offset: number; readonly length: number } | "unsatisfiable" | null

const single = /^bytes=\s*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))\s*$/i

/**
 * What `Range` asks for of a file of `size` bytes. A header that is no range of bytes, or asks for several, is passed over as the
 * standard allows: the whole file is the answer.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange => {
  const [, first, last, suffix] = single.exec(header ?? "") ?? []
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? "unsatisfiable" : { offset: size - length, length }
  }
  if (first === undefined) return null
  const offset = Number(first)
  const end = last === undefined || last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== undefined && last !== "" && Number(last) < offset) return null
  return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 }
}

/** Whether a range may be given: `If-Range` names what the file is now, or is not there. */
export const mayResume = (header: string | undefined, etag: string): boolean =>
  header === undefined || header.trim() === etag
