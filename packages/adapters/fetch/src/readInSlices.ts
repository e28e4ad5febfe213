/** Has whoever reads a socket get what came on it in slices. */
import type { Socket } from "node:net"

/**
 * Most bytes that are read at a time.
 *
 * The parser of undici does not stop inside of what it was given: past the limit of headers it closes the socket and makes
 * an error for each header that still follows, some 25 µs each.
 */
export const sliceBytes = 4_096

/** Ends of lines that may follow each other. */
const mostBlankBytes = 4 * 1024 * 1024

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d

const isBlank = (bytes: Uint8Array): boolean => isLineEnd(bytes[0]) && isLineEnd(bytes.at(-1)) && bytes.every(isLineEnd)

/**
 * From here on `socket.read()` gives a slice, and nothing of a socket that was closed meanwhile.
 *
 * The parser passes over ends of lines before an answer, and on a connection that nobody uses, however many there are and against no limit:
 * a connection ends that brings megabytes of them.
 */
export const readInSlices = (socket: Socket): void => {
  const read = socket.read
  let blankBytes = 0
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    const bytes: unknown = read.call(socket, size ?? (socket.readableLength > sliceBytes ? sliceBytes : undefined))
    if (!(bytes instanceof Uint8Array)) return null
    blankBytes = isBlank(bytes) ? blankBytes + bytes.length : 0
    if (blankBytes <= mostBlankBytes) return bytes
    socket.destroy()
    return null
  }
}
