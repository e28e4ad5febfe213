/** What the records of a connection bring, held against what they cost. */
import type { EndOfTls } from "./TlsEnded.ts"

/** Records without data of an honest server are some tickets, and a new key now and then; a new key takes as long as five small records. */
const mostIdleBytes = 64 * 1024

/** A record takes some 2 µs: so many may be as short as they like, and beyond these they have so many bytes of data on average. */
const freeRecords = 200_000
const leastRecordBytes = 64

export class RecordBudget {
  #records = 0
  #dataBytes = 0
  #idleBytes = 0

  /** Counts a record that was so long on the wire and brought so much, and says why nothing more may come. */
  add(wireBytes: number, dataBytes: number): EndOfTls | null {
    this.#records += 1
    this.#dataBytes += dataBytes
    if (dataBytes === 0) this.#idleBytes += wireBytes
    if (this.#idleBytes > mostIdleBytes) return "RECORDS_WITHOUT_DATA"
    return this.#records > freeRecords + this.#dataBytes / leastRecordBytes ? "TOO_MANY_RECORDS" : null
  }
}
