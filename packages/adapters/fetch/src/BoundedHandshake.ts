/**
 * The bytes of a connection on their way to TLS, bounded until its handshake is done, and where they say nothing.
 *
 * **Details**
 *
 * - What a server sends before that costs the thread far more than its length: each certificate of a chain has its signature looked at,
 *   for some 5 ms where its maker chose the worst of keys, and a chain may have 100 KB. A handshake of more than `mostBytes` ends.
 * - So does a connection on which far more comes than TLS makes of it: keys and tickets are renewed as often as the server likes.
 * - What came is handed on in turns (`inTurns.ts`), by the server's address: a crowd of handshakes does not hold the thread for all of them.
 */
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import { handshakeTurns } from "./threadTurns.ts"

/** Those of honest servers have 2 to 8 KB; one for four hundred names has some 15. */
const mostBytes = 24 * 1024

/** Records have some 30 bytes of their own, and few of them less than as many of the answer. */
const mostUntold = 128 * 1024
const mostPerByte = 2

/** A server had more to say of itself than is read. */
export class HandshakeTooLong extends Error {
  readonly code = "HANDSHAKE_TOO_LONG"
}

export class BoundedHandshake extends Duplex {
  readonly #raw: Socket
  readonly #owner: string
  #takenBytes = 0
  #waiting = 0
  #secure: { readonly bytesRead: number } | null = null

  constructor(raw: Socket) {
    super({ allowHalfOpen: true })
    this.#raw = raw
    this.#owner = raw.remoteAddress ?? ""
    raw.on("data", (bytes: Buffer) => this.#take(bytes))
    raw.on("end", () => this.push(null))
    raw.on("error", (cause) => this.destroy(cause))
    // What came before the end is still to be read.
    raw.on("close", () => raw.readableEnded || this.destroy())
    raw.pause()
  }

  /** From here on bytes are handed on as they come, to what counts those of the answer. */
  done(secure: { readonly bytesRead: number }): void {
    this.#secure = secure
    this.#takenBytes = 0
  }

  #take(bytes: Buffer): void {
    this.#takenBytes += bytes.length
    if (this.#isTooMuch()) {
      this.destroy(new HandshakeTooLong())
      return
    }
    if (this.#secure !== null && this.#waiting === 0) {
      this.#handOn(bytes)
      return
    }
    // What follows waits in the socket, and comes in order.
    this.#raw.pause()
    this.#waiting += 1
    handshakeTurns(() => this.#handOnInTurn(bytes), this.#owner)
  }

  /** What TLS has made of the bytes before these is known. */
  #isTooMuch(): boolean {
    if (this.#secure === null) return this.#takenBytes > mostBytes
    return this.#takenBytes > mostUntold + mostPerByte * this.#secure.bytesRead
  }

  #handOnInTurn(bytes: Buffer): void {
    this.#waiting -= 1
    if (this.destroyed) return
    if (this.#waiting === 0) this.#raw.resume()
    this.#handOn(bytes)
  }

  #handOn(bytes: Buffer): void {
    if (!this.push(bytes)) this.#raw.pause()
  }

  override _read(): void {
    if (this.#waiting === 0) this.#raw.resume()
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, callback: (cause?: Error | null) => void): void {
    this.#raw.write(bytes, callback)
  }

  override _final(callback: (cause?: Error | null) => void): void {
    this.#raw.end(callback)
  }

  override _destroy(cause: Error | null, callback: (cause?: Error | null) => void): void {
    this.#raw.destroy()
    callback(cause)
  }
}
