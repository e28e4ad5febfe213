/** A picture that comes as letters in a message, of which only its bytes are kept. */

const quote = 0x22

/** What the answer to a request for a picture begins with; the letters of the picture stand behind it. */
export const pictureAt = (head: string): number | null => {
  const found = /^\{"id":\d{1,15},"result":\{"data":"/.exec(head)
  return found === null ? null : found[0].length
}

export interface ComingPicture {
  /** Takes letters of it. Gives what stands behind the last of them, once that has come. */
  readonly add: (piece: Buffer) => Buffer | null
  readonly end: () => Buffer
}

/** Turns letters into bytes as they come: four of them are three bytes, wherever the pieces of a message begin and end. */
export const makePicture = (): ComingPicture => {
  const parts: Array<Buffer> = []
  let rest = ""
  let isOver = false
  return {
    add: (piece) => {
      if (isOver) return piece
      const at = piece.indexOf(quote)
      isOver = at !== -1
      const letters = rest + piece.toString("latin1", 0, isOver ? at : piece.length)
      const whole = isOver ? letters.length : letters.length - (letters.length % 4)
      rest = letters.slice(whole)
      if (whole > 0) parts.push(Buffer.from(letters.slice(0, whole), "base64"))
      return isOver ? piece.subarray(at) : null
    },
    end: () => Buffer.concat(parts)
  }
}
