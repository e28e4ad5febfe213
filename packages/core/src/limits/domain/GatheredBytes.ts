/** Bytes that arrive in pieces, in memory that grows with the bytes and not with the pieces. */

/** What came of one more piece: it is kept, or nothing more may come. */
export type Gathering = "kept" | "too_many_bytes" | "too_many_pieces"

/** Smaller pieces are copied into blocks of this size: an object for each, and what it is a part of, would stay otherwise. */
const blockBytes = 64 * 1024
const ownBlockFrom = blockBytes / 2

/** Pieces that anybody may send, and how long they must be on average beyond these: what a piece costs is with who brings it. */
export interface PieceBounds {
  readonly free: number
  readonly leastBytes: number
}

/**
 * Pages that are written line by line have pieces of fifty bytes; one of which every byte is a piece costs a hundred times what
 * it holds.
 */
const usualPieces: PieceBounds = { free: 50_000, leastBytes: 32 }

/** Longer bytes have their place only when so many have come: to announce much and send little takes little. */
const placedFrom = 256 * 1024

/** What becomes of a piece whose bytes stand elsewhere now. */
export type Release = (piece: Uint8Array) => void

/**
 * Gathers at most `maxBytes`; who is told that something is too much stops adding. Bytes whose length was announced have their
 * place before they are whole, and are not copied together in the end. `release` hears of each piece that was copied.
 */
export class GatheredBytes {
  readonly #maxBytes: number
  readonly #expectedBytes: number
  readonly #release: Release
  readonly #pieceBounds: PieceBounds
  readonly #blocks: Array<Uint8Array> = []
  /** The first piece as it came: most bodies are no longer. */
  #first: Uint8Array | null = null
  #open: Uint8Array | null = null
  /** Whether the open block is the place of all that was announced. */
  #isPlaced = false
  #filled = 0
  #bytes = 0
  #pieces = 0

  constructor(maxBytes: number, expectedBytes = 0, release: Release = () => {}, pieceBounds = usualPieces) {
    this.#pieceBounds = pieceBounds
    this.#maxBytes = maxBytes
    this.#release = release
    this.#expectedBytes = expectedBytes <= maxBytes ? expectedBytes : 0
  }

  get bytes(): number {
    return this.#bytes
  }

  add(piece: Uint8Array): Gathering {
    this.#pieces += 1
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) return "too_many_bytes"
    if (this.#pieces > this.#pieceBounds.free + this.#bytes / this.#pieceBounds.leastBytes) return "too_many_pieces"
    if (this.#pieces === 1) {
      this.#first = piece
      return "kept"
    }
    if (this.#first !== null) this.#place(this.#first)
    this.#first = null
    this.#place(piece)
    return "kept"
  }

  /** What came so far, in one piece. */
  whole(): Uint8Array {
    if (this.#first !== null) return this.#first
    const open = this.#open?.subarray(0, this.#filled) ?? null
    const [only] = this.#blocks
    if (this.#blocks.length === 0) return open ?? new Uint8Array()
    if (this.#blocks.length === 1 && only !== undefined && open === null) return only
    const whole = new Uint8Array(this.#bytes)
    let at = 0
    this.#close()
    for (const block of this.#blocks.splice(0)) {
      whole.set(block, at)
      at += block.length
      this.#release(block)
    }
    this.#blocks.push(whole)
    return whole
  }

  /** Releases all that came: nobody will ask for it. */
  drop(): void {
    for (const piece of [this.#first, this.#open, ...this.#blocks.splice(0)]) if (piece !== null) this.#release(piece)
    this.#first = null
    this.#open = null
    this.#filled = 0
  }

  #place(piece: Uint8Array) {
    if (this.#isPlaced && this.#filled + piece.length > this.#expectedBytes) {
      // More comes than was announced.
      this.#close()
      this.#isPlaced = false
    }
    if (this.#isPlaced || this.#mayBePlaced) {
      this.#prepare()
      this.#write(piece)
    } else if (piece.length < ownBlockFrom) this.#copy(piece)
    else {
      this.#close()
      this.#blocks.push(piece)
    }
  }

  get #mayBePlaced(): boolean {
    return this.#bytes <= this.#expectedBytes && (this.#bytes > placedFrom || this.#expectedBytes <= placedFrom)
  }

  /** Makes the place of all, and moves there what has come. */
  #prepare() {
    if (this.#isPlaced) return
    this.#close()
    const blocks = this.#blocks.splice(0)
    this.#open = new Uint8Array(this.#expectedBytes)
    this.#isPlaced = true
    for (const block of blocks) this.#write(block)
  }

  #write(piece: Uint8Array) {
    this.#open!.set(piece, this.#filled)
    this.#filled += piece.length
    this.#release(piece)
  }

  #copy(piece: Uint8Array) {
    if (this.#open !== null && this.#filled + piece.length > this.#open.length) this.#close()
    this.#open ??= new Uint8Array(blockBytes)
    this.#write(piece)
  }

  #close() {
    if (this.#open !== null) this.#blocks.push(this.#open.subarray(0, this.#filled))
    this.#open = null
    this.#filled = 0
  }
}
