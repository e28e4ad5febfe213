/** Markup as the parser takes it. */

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** As much of a long text as is changed in one go. */
const pieceLength = 64 * 1024

/** Moves characters over those that are left out, and tells how many are left. A carriage return, with or without a line feed, is one line end. */
const compact = (characters: Uint8Array | Uint16Array, keepsReturns: boolean): number => {
  let length = 0
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!
    if (character === 0) continue
    if (character === carriageReturn && !keepsReturns) {
      characters[length++] = lineFeed
      if (characters[at + 1] === lineFeed) at += 1
    } else characters[length++] = character
  }
  return length
}

/**
 * Changes a text piece by piece in the same few kilobytes. Where millions of characters are to be replaced, `replace` makes an object for
 * each of them: twenty to sixty times what the text takes, and ten times the time.
 */
const compacted = (text: string, keepsReturns: boolean): string => {
  const pieces: Array<string> = []
  // A carriage return stays with the line feed behind it.
  const room = Buffer.allocUnsafeSlow(2 * (pieceLength + 1))
  for (let at = 0; at < text.length; ) {
    const last = at + pieceLength - 1
    const isBetween = text.charCodeAt(last) === carriageReturn && text.charCodeAt(last + 1) === lineFeed
    const piece = text.slice(at, at + pieceLength + (isBetween ? 1 : 0))
    at += piece.length
    if (isWide.test(piece)) {
      room.write(piece, "utf16le")
      const characters = new Uint16Array(room.buffer, room.byteOffset, piece.length)
      pieces.push(room.toString("utf16le", 0, 2 * compact(characters, keepsReturns)))
    } else {
      room.write(piece, "latin1")
      pieces.push(room.toString("latin1", 0, compact(room.subarray(0, piece.length), keepsReturns)))
    }
  }
  return pieces.join("")
}

/** Other texts have a byte for each character. */
const isWide = /[^\0-\xff]/

/** The text without NUL. */
export const withoutNul = (text: string): string => {
  if (!text.includes("\0")) return text
  return text.length > pieceLength ? compacted(text, true) : text.replaceAll("\0", "")
}

/**
 * The standard reads every kind of line end as a line feed. NUL is an error it mostly drops, and half a surrogate pair
 * is no character: no store keeps either.
 */
export const normalized = (page: string): string => {
  if (!page.includes("\r")) return withoutNul(page).toWellFormed()
  const text = page.length > pieceLength ? compacted(page, false) : page.replace(/\r\n?/g, "\n").replaceAll("\0", "")
  return text.toWellFormed()
}
