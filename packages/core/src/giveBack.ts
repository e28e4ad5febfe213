/** Memory that goes at once. V8 collects what is outside of its heap only when tens of megabytes of it have come together. */

/** Gives the memory of a piece back to the system's allocator, where the piece is all that stands in it. Nobody else may hold it. */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength > 0 && byteLength === buffer.byteLength) buffer.transfer(0)
}
