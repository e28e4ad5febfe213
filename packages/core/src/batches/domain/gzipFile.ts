/**
 * A gzip file of one member (RFC 1952) whose parts were compressed one by one.
 *
 * **Model.** Each part is a run of deflate blocks, none of which is the last, that ends at a whole byte and looks back at nothing
 * before it. So parts that follow each other are one stream of deflate; in front of them stands the head, and behind them an
 * empty last block with the code and the length of all. The code of a whole is made of the codes of its parts.
 */

/** What is known of bytes without having them. */
export interface Checked {
  /** CRC-32 of them. */
  readonly crc: number
  readonly length: number
}

/** Of no bytes at all. */
export const ofNothing: Checked = { crc: 0, length: 0 }

/** Magic number, deflate, no flags, no time, no hints, no system. */
export const gzipHead: Uint8Array = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)

/** An empty block that is the last one, with codes that everybody knows. */
const lastBlock = [0x03, 0x00] as const

/** Bytes behind the parts. */
export const gzipEndBytes = lastBlock.length + 8

/** What stands behind the parts. */
export const gzipEnd = ({ crc, length }: Checked): Uint8Array => {
  const end = new Uint8Array(gzipEndBytes)
  end.set(lastBlock)
  const view = new DataView(end.buffer)
  view.setUint32(lastBlock.length, crc, true)
  view.setUint32(lastBlock.length + 4, length % 2 ** 32, true)
  return end
}

/** The polynomial of the code, its lowest power in the highest bit. */
const polynomial = 0xedb88320

const one = 0x80000000

/** The product of two polynomials, reduced. */
const product = (a: number, b: number): number => {
  let sum = 0
  let shifted = b
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1
  }
  return sum >>> 0
}

/** x to the power of 2 to the power of n. */
const powers: ReadonlyArray<number> = (() => {
  const squares = [0x40000000]
  while (squares.length < 64) squares.push(product(squares.at(-1)!, squares.at(-1)!))
  return squares
})()

/** x to the power of eight times so many: what so many bytes behind it do to a code. */
const shiftOf = (bytes: number): number => {
  let shift = one
  for (let [left, power] = [bytes, 3]; left > 0; left = Math.floor(left / 2), power++) {
    if (left % 2 === 1) shift = product(powers[power]!, shift)
  }
  return shift
}

/** What is known of bytes and those behind them. */
export const followedBy = (first: Checked, second: Checked): Checked => ({
  crc: (product(shiftOf(second.length), first.crc) ^ second.crc) >>> 0,
  length: first.length + second.length
})
