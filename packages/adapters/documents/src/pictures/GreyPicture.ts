/** Pictures in shades of grey: all that reading letters takes. */

export interface GreyPicture {
  /** A byte a pixel, row by row. */
  readonly shades: Uint8Array
  readonly width: number
  readonly height: number
}

/** A picture of rows that may be padded at their end, as renderers give them. */
export const greyPicture = (data: Uint8Array, width: number, height: number): GreyPicture => {
  const stride = Math.floor(data.length / Math.max(height, 1))
  if (stride === width) return { shades: data, width, height }
  const shades = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) shades.set(data.subarray(row * stride, row * stride + width), row * width)
  return { shades, width, height }
}

/** The same picture as a file that every program reads (PGM). */
export const pgmOf = ({ height, shades, width }: GreyPicture): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), shades])

/** How bright a colour looks. */
export const shadeOf = (red: number, green: number, blue: number): number =>
  Math.round(red * 0.299 + green * 0.587 + blue * 0.114)
