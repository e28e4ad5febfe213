/** A drawing that shows a part of what it showed: by its view box alone, where that is the only thing which says what is shown. */
import type { Box } from "./innerBox.ts"

const rootTag = /<svg(?=[\s>])(?:[^>"']|"[^"]*"|'[^']*')*>/
const sides = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g
const viewBoxOf = /\sviewBox\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** Longest tag that is rewritten. */
const longest = 4_000

/** How much the shape of what is shown may differ from that of the view box: with more, margins were put around it. */
const sameShape = 0.01

const written = (value: number): string => String(Math.round(value * 1_000) / 1_000)

/** The bytes of a drawing that shows what lies in `box` of its picture of `whole`; null where that cannot be said so simply. */
export const croppedDrawing = (bytes: Buffer, box: Box, whole: Pick<Box, "width" | "height">): Buffer | null => {
  const text = bytes.toString("latin1")
  const [tag] = rootTag.exec(text) ?? []
  if (tag === undefined || tag.length > longest || /\s(?:style|preserveAspectRatio|overflow|class)\s*=/.test(tag))
    return null
  const [, double, single] = viewBoxOf.exec(tag) ?? []
  const numbers = (double ?? single ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x, y, width, height] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null
  if (x === undefined || y === undefined || !(width! > 0) || !(height! > 0)) return null
  const [shown, drawn] = [whole.width / whole.height, width! / height!]
  if (Math.abs(shown - drawn) > drawn * sameShape) return null
  // One pixel more on each side: edges are soft.
  const [left, top] = [Math.max(0, box.left - 1), Math.max(0, box.top - 1)]
  const right = Math.min(whole.width, box.left + box.width + 1)
  const bottom = Math.min(whole.height, box.top + box.height + 1)
  const [across, down] = [width! / whole.width, height! / whole.height]
  const size = [written((right - left) * across), written((bottom - top) * down)] as const
  const view = [written(x + left * across), written(y + top * down), ...size].join(" ")
  const rest = tag.replace(sides, "").replace(viewBoxOf, "").slice("<svg".length)
  const own = `<svg viewBox="${view}" width="${size[0]}" height="${size[1]}"${rest}`
  const at = text.indexOf(tag)
  return Buffer.from(`${text.slice(0, at)}${own}${text.slice(at + tag.length)}`, "latin1")
}
