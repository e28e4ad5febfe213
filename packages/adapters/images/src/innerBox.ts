/** Where a picture is, inside of its margins. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Pixels of four bytes each: red, green, blue, alpha. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** What is less covered is clear; colours that differ by no more in each channel are one. */
const clearBelow = 8
const sameWithin = 12

/** Margins that together take less than this of a side are not worth a cut. */
const leastShare = 0.04

type IsMargin = (at: number) => boolean

/** What the margins are by their four corners: clear, of one colour, or none. */
const marginOf = ({ data, height, width }: Pixels, cutsPlain: boolean): IsMargin | null => {
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((index) => index * 4)
  const isClear: IsMargin = (at) => data[at + 3]! < clearBelow
  if (corners.every(isClear)) return isClear
  const [first = 0] = corners
  const isGround: IsMargin = (at) =>
    [0, 1, 2, 3].every((part) => Math.abs(data[at + part]! - data[first + part]!) <= sameWithin)
  return cutsPlain && corners.every(isGround) ? isGround : null
}

/** The smallest box outside of which all is margin; null where nothing is worth a cut, or all is margin. */
export const innerBox = (pixels: Pixels, cutsPlain: boolean): Box | null => {
  const { height, width } = pixels
  const isMargin = width > 0 && height > 0 ? marginOf(pixels, cutsPlain) : null
  if (isMargin === null) return null
  const isRow = (y: number) => {
    for (let x = 0; x < width; x++) if (!isMargin((y * width + x) * 4)) return false
    return true
  }
  let [top, bottom, left, right] = [0, height - 1, 0, width - 1]
  while (top <= bottom && isRow(top)) top += 1
  if (top > bottom) return null
  while (isRow(bottom)) bottom -= 1
  const isColumn = (x: number) => {
    for (let y = top; y <= bottom; y++) if (!isMargin((y * width + x) * 4)) return false
    return true
  }
  while (isColumn(left)) left += 1
  while (isColumn(right)) right -= 1
  const box: Box = { left, top, width: right - left + 1, height: bottom - top + 1 }
  const isWorthIt = box.width < width * (1 - leastShare) || box.height < height * (1 - leastShare)
  return isWorthIt ? box : null
}
