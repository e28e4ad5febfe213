/** How many values JSON holds, told without making any. It loads nothing, so that threads may use it. */

/** Characters that are counted between two turns. */
const pieceLength = 256 * 1024

const quote = 0x22
const backslash = 0x5c

/** What begins a value, or stands between two. */
const isMark = (code: number): boolean => code === 0x2c || code === 0x5b || code === 0x7b

/** Counts the values of JSON, piece by piece, without making any: at most one more than `most`, and never fewer than there are. */
export function* countJsonValues(json: string, most: number): Generator<void, number> {
  let values = 1
  let isText = false
  let pieceEnd = pieceLength
  for (let at = 0; at < json.length; at += 1) {
    if (at >= pieceEnd) {
      pieceEnd += pieceLength
      yield
    }
    const code = json.charCodeAt(at)
    if (code === quote) isText = !isText
    else if (isText && code === backslash) at += 1
    else if (!isText && isMark(code)) {
      values += 1
      if (values > most) return values
    }
  }
  return values
}

/** The same in one go. */
export const hasMoreJsonValues = (json: string, most: number): boolean => {
  const counting = countJsonValues(json, most)
  let piece = counting.next()
  while (piece.done !== true) piece = counting.next()
  return piece.value > most
}
