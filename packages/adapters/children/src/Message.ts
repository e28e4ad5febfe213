/**
 * Messages between processes: a small value as JSON, and bytes as they are.
 *
 * A message is two lengths of four bytes, the JSON, and the bytes. They arrive in pieces of any size and are copied into
 * their place as they come, so that a sender who sends them one by one costs no more than one who does not.
 */

export interface Message {
  /** What JSON can hold. */
  readonly head: unknown
  readonly bytes: Uint8Array
}

export interface MessageLimits {
  readonly headBytes: number
  readonly bytes: number
}

/** What is sent for a message. The bytes are not copied. */
export const piecesOf = ({ bytes, head }: Message): ReadonlyArray<Uint8Array> => {
  const json = Buffer.from(JSON.stringify(head))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(json.length, 0)
  lengths.writeUInt32LE(bytes.byteLength, 4)
  return bytes.byteLength === 0 ? [lengths, json] : [lengths, json, bytes]
}

/** What was received so far of one part of a message. */
interface Part {
  readonly into: Buffer
  filled: number
}

const part = (length: number): Part => ({ into: Buffer.allocUnsafeSlow(length), filled: 0 })

const isFull = ({ filled, into }: Part): boolean => filled === into.length

/** Takes what arrives and hands on each message when it is whole. Throws when one is larger than allowed. */
export const messageReader = (limits: MessageLimits, onMessage: (message: Message) => void) => {
  let lengths = part(8)
  let head: Part | null = null
  let bytes: Part | null = null

  const fill = (one: Part, chunk: Uint8Array, from: number): number => {
    const taken = Math.min(one.into.length - one.filled, chunk.length - from)
    one.into.set(chunk.subarray(from, from + taken), one.filled)
    one.filled += taken
    return from + taken
  }

  return (chunk: Uint8Array): void => {
    let at = 0
    while (at < chunk.length) {
      if (head === null || bytes === null) {
        at = fill(lengths, chunk, at)
        if (!isFull(lengths)) return
        const [headBytes, bodyBytes] = [lengths.into.readUInt32LE(0), lengths.into.readUInt32LE(4)]
        if (headBytes > limits.headBytes || bodyBytes > limits.bytes) throw new RangeError("The message is too large.")
        head = part(headBytes)
        bytes = part(bodyBytes)
      }
      at = fill(head, chunk, at)
      at = fill(bytes, chunk, at)
      if (!isFull(head) || !isFull(bytes)) continue
      const message = { head: JSON.parse(head.into.toString()) as unknown, bytes: bytes.into }
      lengths = part(8)
      head = null
      bytes = null
      onMessage(message)
    }
  }
}
