/** Has whoever reads a socket get what came on it in slices. */
import type { Socket } from "node:net"

/**
 * Most bytes that are read at a time.
 *
 * The parser of undici does not stop inside of what it was given: past the limit of headers it closes the socket and makes
 * an error for each header that still follows, some 25 µs each.
 */
export const sliceBytes = 4_096

/** From here on `socket.read()` gives a slice, and nothing of a socket that was closed meanwhile. */
export const readInSlices = (socket: Socket): void => {
  const read = socket.read
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    return read.call(socket, size ?? (socket.readableLength > sliceBytes ? sliceBytes : undefined))
  }
}
