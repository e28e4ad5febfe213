/** Long texts as JSON, piece by piece. A text that goes to several readers at the same time is encoded once for all of them. */

/** Longest part of a text that is encoded in one go. */
export const pieceLength = 65_536

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

/** Where the piece ends that begins at `from`: not between the two halves of a character. */
const endOf = (text: string, from: number): number => {
  const to = Math.min(from + pieceLength, text.length)
  return isHighSurrogate(text.charCodeAt(to - 1)) && to < text.length ? to - 1 : to
}

/** The parts of a text, none of which ends between the two halves of a character. */
export function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = endOf(text, from)
    yield text.slice(from, to)
    from = to
  }
}

/** A text that is being encoded, and its pieces once somebody else wants them too: for one reader alone nothing is kept. */
interface Encoding {
  readonly text: string
  readonly pieces: Map<number, string>
  isShared: boolean
}

/** Held by those who encode: what nobody encodes any more goes, also when a reader left in the middle. */
let underWay: ReadonlyArray<WeakRef<Encoding>> = []

const encodingOf = (text: string): Encoding => {
  const live = underWay.filter((one) => one.deref() !== undefined)
  const found = live.map((one) => one.deref()).find((one) => one?.text === text)
  if (found !== undefined) {
    found.isShared = true
    return found
  }
  const begun: Encoding = { text, pieces: new Map(), isShared: false }
  underWay = [...live, new WeakRef(begun)]
  return begun
}

/** A text as JSON. */
export function* textPieces(text: string): Generator<string> {
  const encoding = encodingOf(text)
  yield '"'
  for (let from = 0; from < text.length; ) {
    const to = endOf(text, from)
    const piece = encoding.pieces.get(from) ?? JSON.stringify(text.slice(from, to)).slice(1, -1)
    if (encoding.isShared) encoding.pieces.set(from, piece)
    yield piece
    from = to
  }
  yield '"'
}
