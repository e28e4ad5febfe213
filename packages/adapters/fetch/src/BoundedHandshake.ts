/**
 * The bytes of a connection on their way to TLS, bounded until its handshake is done.
 *
 * **Details**
 *
 * - What a server sends before that costs the thread far more than its length: each certificate of a chain has its signature looked at,
 *   for some 5 ms where its maker chose the worst of keys, and a chain may have 100 KB. A handshake of more than `mostBytes` ends.
 * - What came is handed on in turns (`inTurns.ts`), by the server's address: a crowd of handshakes does not hold the thread for all of them.
 */
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import { inTurns } from "./inTurns.ts"

/** Those of honest servers have 2 to 8 KB; one for four hundred names has some 15. */
const mostBytes = 24 * 1024

/** A server had more to say of itself than is read. */
export class HandshakeTooLong extends Error {
  readonly code = "HANDSHAKE_TOO_LONG"
}

export class BoundedHandshake extends Duplex {
  readonly #raw: Socket
  readonly #owner: string
  #takenBytes = 0
  #waiting = 0
  #isDone = false

  constructor(raw: Socket) {
    super({ allowHalfOpen: true })
    this.#raw = raw
    this.#owner = raw.remoteAddress ?? ""
    raw.on("data", (bytes: Buffer) => this.#take(bytes))
    raw.on("end", () => this.push(null))
    raw.on("error", (cause) => this.destroy(cause))
    raw.on("close", () => this.destroy())
    raw.pause()
  }

  /** From here on bytes are handed on as they come. */
  done(): void {
    this.#isDone = true
  }

  #take(bytes: Buffer): void {
    if (this.#isDone && this.#waiting === 0) return this.#handOn(bytes)
    this.#takenBytes += bytes.length
    if (!this.#isDone && this.#takenBytes > mostBytes) {
      this.destroy(new HandshakeTooLong())
      return
    }
    // What follows waits in the socket, and comes in order.
    this.#raw.pause()
    this.#waiting += 1
    inTurns(() => this.#handOnInTurn(bytes), this.#owner)
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
