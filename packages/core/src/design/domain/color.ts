/** Colours as `#rrggbb`, with two more digits where they let something through. */

const channel = (color: string, index: number): number => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16)

const channels = (color: string): readonly [number, number, number] => [
  channel(color, 0),
  channel(color, 1),
  channel(color, 2)
]

/** How much it covers, from 0 to 1. */
export const opacityOf = (color: string): number => (color.length > 7 ? channel(color, 3) / 255 : 1)

/** The colour alone. */
export const solid = (color: string): string => color.slice(0, 7)

/** Relative luminance, from 0 to 1 (WCAG 2.2, §relative luminance). */
export const luminanceOf = (color: string): number => {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1, where both are alike, to 21 (WCAG 2.2, §contrast ratio). */
export const contrastOf = (one: string, other: string): number => {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** How far it is from grey, from 0 to 1: the spread of its channels, which for colours near black and white is small. */
export const chromaOf = (color: string): number => {
  const values = channels(color)
  return (Math.max(...values) - Math.min(...values)) / 255
}

/** How unlike two colours are, from 0 to 1. */
export const distanceOf = (one: string, other: string): number => {
  const [a, b] = [channels(one), channels(other)]
  return Math.sqrt(a.reduce((sum, value, index) => sum + (value - b[index]!) ** 2, 0) / 3) / 255
}

/** As style guides write it: `transparent` where it covers nothing. */
export const written = (color: string): string => (opacityOf(color) === 0 ? "transparent" : color)
