/** How bytes are sealed: AES-256-GCM over node:crypto. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { Option } from "effect"

/** A key with the name that what it seals begins with. */
export interface DataKey {
  /** Hexadecimal. */
  readonly id: string
  readonly secret: Uint8Array
}

/** First byte of what is sealed under a key of the ring. */
const version = 2

/** First byte of what was sealed under the operator's key itself, before there was a ring. */
const firstVersion = 1

const algorithm = "aes-256-gcm"
const idLength = 8
const nonceLength = 12
const tagLength = 16

/** The key of one purpose. Random nonces under one key are safe for 2^32 seals, so each purpose has its own. */
const keyFor = (secret: string | Uint8Array, label: string) => Buffer.from(hkdfSync("sha256", secret, "", label, 32))

const labelOf = (purpose: string) => `kittiwake sealing ${version}\0${purpose}`

// Deriving takes longer than sealing something short, and there are few keys and purposes.
const derived = new WeakMap<DataKey, Map<string, Buffer>>()

const keyOf = (key: DataKey, purpose: string): Buffer => {
  const known = derived.get(key) ?? new Map<string, Buffer>()
  derived.set(key, known)
  const made = known.get(purpose) ?? keyFor(key.secret, labelOf(purpose))
  if (known.size < 100) known.set(purpose, made)
  return made
}

const encrypt = (key: Buffer, head: Uint8Array, bound: string, plain: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(bound))
  return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Buffer, headLength: number, bound: string, sealed: Uint8Array): Option.Option<Uint8Array> => {
  const begin = headLength + nonceLength
  const end = sealed.length - tagLength
  if (end < begin) return Option.none()
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(headLength, begin), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(end))
  try {
    return Option.some(new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(begin, end)), decipher.final()])))
  } catch {
    // The one way in which node:crypto says that the code does not match.
    return Option.none()
  }
}

/** What everything begins with that `key` seals. */
export const headOf = ({ id }: DataKey): Uint8Array => new Uint8Array([version, ...Buffer.from(id, "hex")])

/** The id of the key that bytes were sealed under; null for those of before there was a ring, and for no sealed bytes. */
export const sealedUnder = (sealed: Uint8Array): string | null =>
  sealed[0] === version && sealed.length > idLength
    ? Buffer.from(sealed.subarray(1, 1 + idLength)).toString("hex")
    : null

export const seal = (key: DataKey, purpose: string, plain: Uint8Array): Uint8Array =>
  new Uint8Array(encrypt(keyOf(key, purpose), headOf(key), purpose, plain))

/** Opens what was sealed under `key`. */
export const open = (key: DataKey, purpose: string, sealed: Uint8Array): Option.Option<Uint8Array> =>
  decrypt(keyOf(key, purpose), 1 + idLength, purpose, sealed)

/** Opens what was sealed under an operator's key itself. */
export const openFirst = (secret: string, purpose: string, sealed: Uint8Array): Option.Option<Uint8Array> =>
  sealed[0] === firstVersion
    ? decrypt(keyFor(secret, `kittiwake sealing ${firstVersion}\0${purpose}`), 1, purpose, sealed)
    : Option.none()

/** A key that nobody knows. */
export const newKey = (): DataKey => ({
  id: randomBytes(idLength).toString("hex"),
  secret: new Uint8Array(randomBytes(32))
})

/** By what a ring knows an operator's key. */
export const nameOf = (secret: string): string =>
  keyFor(secret, "kittiwake key name").subarray(0, idLength).toString("hex")

const wrapping = (secret: string) => keyFor(secret, "kittiwake key wrapping")

/** A key, closed with an operator's. */
export const wrap = (secret: string, key: DataKey): string =>
  encrypt(wrapping(secret), new Uint8Array(0), key.id, key.secret).toString("base64")

/** The key in what `wrap` made; none with another operator's key. */
export const unwrap = (secret: string, id: string, wrapped: string): Option.Option<DataKey> =>
  Option.map(decrypt(wrapping(secret), 0, id, Buffer.from(wrapped, "base64")), (bytes) => ({ id, secret: bytes }))
