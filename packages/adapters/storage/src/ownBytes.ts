/** Bytes that share their memory with nothing else, so that it can be sent to another thread as it is. */

/** The bytes, copied if they are part of something larger. */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer, 0, bytes.byteLength)
    : new Uint8Array(bytes)

/** From this size on, handing memory over to another thread is cheaper than copying it. */
const handedOver = 65_536

/** The memory of those values that are bytes, for handing it over. They must own it; small ones are left to be copied. */
export const buffersOf = (values: ReadonlyArray<unknown>): Array<ArrayBuffer> =>
  values.flatMap((value) =>
    value instanceof Uint8Array && value.byteLength >= handedOver && value.buffer instanceof ArrayBuffer
      ? [value.buffer]
      : []
  )
