/**
 * The bytes of a connection on their way to TLS, bounded in what they may cost.
 *
 * **Details**
 *
 * - What a server sends before its handshake is done costs the thread far more than its length: each certificate of a chain has its
 *   signature looked at, for some 5 ms where its maker chose the worst of keys, and each name of one is held against each rule of another.
 *   A handshake of more than `mostBytes` ends, as does one that takes too long; what it waits for its turn here is no time of the server.
 * - Afterwards records are handed on one by one, so that it is known which of them brought data (`RecordBudget.ts`).
 * - Handshakes, and reads of many records, are handed on in turns (`inTurnsByCost.ts`), by whoever asked.
 */
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import type { InTurnsByCost } from "./inTurnsByCost.ts"
import { RecordBudget } from "./RecordBudget.ts"
import { RecordEnds, recordKinds } from "./RecordEnds.ts"
import { type EndOfTls, TlsEnded } from "./TlsEnded.ts"
import { nowMillis, tlsTurns } from "./threadTurns.ts"

/** Of all servers of a scan the longest had 14,507 (decision 0111). */
const mostBytes = 16 * 1024

/** What a server may take for its side of a handshake. */
const handshakeMillis = 10_000

/** What may wait for a turn here, where whoever asked for the connection waits for longer. */
const waitMillis = 30_000

/** Records of one read that need no turn. */
const recordsAtOnce = 256

/** A record, or what of it came in one read. */
interface Part {
  readonly bytes: Buffer
  readonly kind: number
  readonly isEnd: boolean
}

/** What TLS tells of a connection whose handshake is done. */
interface Secure {
  /** Of the answer. */
  readonly bytesRead: number
  readonly destroyed: boolean
}

/** What waits for its turn; nothing of the connection when that ends before. */
interface Turn {
  begin: (() => void) | null
}

/** Outside of the class, so that what waits knows the turn alone. */
const beginning = (turn: Turn) => () => turn.begin?.()

export interface BoundedHandshakeOptions {
  /** For whom the connection is made. */
  readonly owner: string
  readonly turns?: InTurnsByCost
  /** Only ever rises. */
  readonly nowMillis?: () => number
}

export class BoundedHandshake extends Duplex {
  readonly #raw: Socket
  readonly #owner: string
  readonly #server: string
  readonly #turns: InTurnsByCost
  readonly #records = new RecordEnds()
  readonly #budget = new RecordBudget()
  #secure: Secure | null = null
  #handshakeBytes = 0
  #leftMillis = handshakeMillis
  readonly #nowMillis: () => number
  #since: number
  #timer: NodeJS.Timeout | undefined
  #turn: Turn | null = null
  #hasEnded = false
  /** What is to be handed on, from `#at`. */
  #parts: Array<Part> = []
  #at = 0
  /** What was handed on last, and is not looked at. */
  #last: Part | null = null
  #recordBytes = 0
  #toldBytes = 0
  #isAskedAgain = false

  constructor(raw: Socket, options: BoundedHandshakeOptions) {
    super({ allowHalfOpen: true })
    this.#raw = raw
    this.#owner = options.owner
    this.#server = raw.remoteAddress ?? ""
    this.#turns = options.turns ?? tlsTurns
    this.#nowMillis = options.nowMillis ?? nowMillis
    this.#since = this.#nowMillis()
    raw.on("data", (bytes: Buffer) => this.#take(bytes))
    raw.on("end", () => {
      this.#hasEnded = true
      this.#flow()
    })
    raw.on("error", (cause) => this.destroy(this.#isAskedAgain ? new TlsEnded("RENEGOTIATION") : cause))
    // What came before the end is still to be read.
    raw.on("close", () => raw.readableEnded || this.destroy())
    raw.pause()
    this.on("resume", () => this.#flow())
    // TLS tells of what ended it, as long as somebody uses it.
    this.on("error", () => {})
    this.#endAfter(this.#leftMillis, "HANDSHAKE_TIMEOUT")
  }

  /** From here on bytes are handed on as they come, to what counts those of the answer. */
  done(secure: Secure): void {
    clearTimeout(this.#timer)
    this.#secure = secure
    this.#toldBytes = secure.bytesRead
  }

  #endAfter(millis: number, why: EndOfTls) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.destroy(new TlsEnded(why)), millis).unref()
  }

  #take(bytes: Buffer): void {
    const parts = this.#partsOf(bytes)
    if (this.#secure === null) this.#takeOfHandshake(bytes)
    else {
      this.#parts.push(...parts)
      if (parts.length > recordsAtOnce) this.#inTurn(() => this.#flow())
      else this.#flow()
    }
  }

  #takeOfHandshake(bytes: Buffer) {
    this.#handshakeBytes += bytes.length
    if (this.#handshakeBytes > mostBytes) {
      this.destroy(new TlsEnded("HANDSHAKE_TOO_LONG"))
      return
    }
    this.#leftMillis -= this.#nowMillis() - this.#since
    this.#endAfter(waitMillis, "HANDSHAKE_WITHOUT_TURN")
    this.#inTurn(() => {
      this.#since = this.#nowMillis()
      this.#endAfter(Math.max(0, this.#leftMillis), "HANDSHAKE_TIMEOUT")
      if (this.push(bytes)) this.#raw.resume()
      if (this.#hasEnded) this.#flow()
    })
  }

  /** What follows waits in the socket, and comes in order. */
  #inTurn(piece: () => void) {
    this.#raw.pause()
    this.#turn = {
      begin: () => {
        this.#turn = null
        piece()
      }
    }
    this.#turns(beginning(this.#turn), this.#owner, this.#server)
  }

  #partsOf(bytes: Buffer): ReadonlyArray<Part> {
    const parts: Array<Part> = []
    for (let at = 0; at < bytes.length; ) {
      const end = this.#records.next(bytes, at)
      parts.push({ bytes: bytes.subarray(at, end), kind: this.#records.kind, isEnd: this.#records.isEnd })
      at = end
    }
    return parts
  }

  /** Hands on as long as TLS takes it at once. */
  #flow() {
    while (this.#isTaken() && this.#at < this.#parts.length) {
      const part = this.#parts[this.#at]!
      this.#at += 1
      this.#handOn(part)
    }
    if (!this.#isTaken()) {
      this.#raw.pause()
      return
    }
    this.#parts = []
    this.#at = 0
    if (!this.#hasEnded) this.#raw.resume()
    else if (this.#isAskedAgain) this.destroy(new TlsEnded("RENEGOTIATION"))
    else this.push(null)
  }

  /** Whether TLS has all that was handed on. What came of that is looked at. */
  #isTaken(): boolean {
    if (this.destroyed || this.#secure?.destroyed || this.#turn !== null) return false
    if (this.isPaused() || this.readableLength > 0) return false
    if (this.#last === null) return true
    const why = this.#judge(this.#last)
    this.#last = null
    if (why !== null) this.destroy(new TlsEnded(why))
    return why === null
  }

  #judge({ bytes, isEnd, kind }: Part) {
    this.#recordBytes += bytes.length
    if (!isEnd) return null
    const toldBytes = this.#secure?.bytesRead ?? 0
    const dataBytes = toldBytes - this.#toldBytes
    const why = this.#budget.add(this.#recordBytes, dataBytes)
    if (dataBytes > 0) this.#isAskedAgain = false
    else if (kind === recordKinds.handshake) this.#isAskedAgain = true
    this.#toldBytes = toldBytes
    this.#recordBytes = 0
    return why
  }

  #handOn(part: Part) {
    if (part.kind === recordKinds.alert && this.#isAskedAgain) {
      this.destroy(new TlsEnded("RENEGOTIATION"))
      return
    }
    this.#last = part
    this.push(part.bytes)
  }

  override _read(): void {
    // Bytes that are pushed inside of a read would be kept for the next one.
    if (this.#secure !== null || this.#hasEnded) process.nextTick(() => this.#flow())
    else if (this.#turn === null) this.#raw.resume()
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, callback: (cause?: Error | null) => void): void {
    this.#raw.write(bytes, callback)
  }

  override _final(callback: (cause?: Error | null) => void): void {
    this.#raw.end(callback)
  }

  override _destroy(cause: Error | null, callback: (cause?: Error | null) => void): void {
    clearTimeout(this.#timer)
    if (this.#turn !== null) this.#turn.begin = null
    this.#raw.destroy()
    callback(cause)
  }
}
