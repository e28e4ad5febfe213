/** A server of TLS 1.3 that writes its records itself, so that it can say what no library lets it. */
import { createCipheriv, createHmac } from "node:crypto"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { cert, key } from "../../../../test/setup/certificate.ts"

const expand = (secret: Buffer, label: string, length: number): Buffer => {
  const name = Buffer.from(`tls13 ${label}`)
  const head = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])])
  return createHmac("sha256", secret).update(head).digest().subarray(0, length)
}

const contentTypes = { data: 23, handshake: 22 } as const

const keyUpdate = Buffer.from([24, 0, 0, 1, 0])

/** Records as they go over the wire (RFC 8446 §5.2), under the keys of one side. */
export class RecordWriter {
  #secret: Buffer
  #sent = 0n

  constructor(secret: Buffer, sent: bigint) {
    this.#secret = secret
    this.#sent = sent
  }

  /** A record of these data, which may be none. */
  data(bytes: Uint8Array): Buffer {
    return this.#record(bytes, contentTypes.data)
  }

  /** A record that says that those after it have another key. */
  newKey(): Buffer {
    const record = this.#record(keyUpdate, contentTypes.handshake)
    this.#secret = expand(this.#secret, "traffic upd", 32)
    this.#sent = 0n
    return record
  }

  #record(bytes: Uint8Array, type: number): Buffer {
    const nonce = Buffer.from(expand(this.#secret, "iv", 12))
    nonce.writeBigUInt64BE(nonce.readBigUInt64BE(4) ^ this.#sent, 4)
    this.#sent += 1n
    const length = bytes.length + 1 + 16
    const head = Buffer.from([23, 3, 3, length >> 8, length & 255])
    const cipher = createCipheriv("aes-128-gcm", expand(this.#secret, "key", 16), nonce).setAAD(head)
    return Buffer.concat([
      head,
      cipher.update(bytes),
      cipher.update(Buffer.from([type])),
      cipher.final(),
      cipher.getAuthTag()
    ])
  }
}

/** Tickets that Node sends after a handshake, each in a record. */
const tickets = 2n

/** Makes the handshake with whoever connected, and hands over the connection with the records that may follow once something was asked. */
export const crafting = (raw: Socket, onAsked: (write: RecordWriter, raw: Socket) => void): void => {
  const secure = new TLSSocket(raw, {
    isServer: true,
    key,
    cert,
    minVersion: "TLSv1.3",
    ciphers: "TLS_AES_128_GCM_SHA256"
  })
  let secret = Buffer.alloc(0)
  secure.on("keylog", (line: Buffer) => {
    const [label, , value = ""] = line.toString().trim().split(" ")
    if (label === "SERVER_TRAFFIC_SECRET_0") secret = Buffer.from(value, "hex")
  })
  secure.on("error", () => raw.destroy())
  // The tickets go out first.
  secure.once("data", () => setImmediate(() => onAsked(new RecordWriter(secret, tickets), raw)))
}
