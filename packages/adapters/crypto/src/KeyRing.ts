/**
 * The keys that secrets are sealed under, as the database keeps them: each closed with a key of the operator, which the
 * database does not hold.
 *
 * **Model.** What is sealed names its key. The newest key seals; the one before it stays, for what a process that had not
 * yet heard of the newest wrote last. To replace the operator's key, a new key comes into the ring that both the old and the
 * new key of the operator open, and once everything is sealed under it, what the old one opened goes. So at every moment
 * the ring says by itself how far that has come.
 */
import { Option, Schema } from "effect"
import { type DataKey, nameOf, newKey, unwrap, wrap } from "./sealing.ts"

const KeyRing = Schema.Struct({
  /** Oldest first. */
  keys: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      /** The key, closed with the operator's key of each name. */
      closed: Schema.Record(Schema.String, Schema.String)
    })
  ),
  /** Name of the operator's key that is being gone over to. */
  goingTo: Schema.NullOr(Schema.String)
})
export type KeyRing = typeof KeyRing.Type

const Json = Schema.fromJsonString(KeyRing)

/** A ring as it is kept; one of ours that does not decode is a bug. */
export const readRing = Schema.decodeSync(Json)
export const writeRing = Schema.encodeSync(Json)

/** A ring that has been opened. */
export interface OpenRing {
  /** The keys that could be opened, by their ids. */
  readonly keys: ReadonlyMap<string, DataKey>
  /** The one that seals. */
  readonly newest: DataKey
  /** The operator's key that opened it. */
  readonly secret: string
}

/** A ring of one key. */
export const newRing = (secret: string): KeyRing => {
  const key = newKey()
  return { keys: [{ id: key.id, closed: { [nameOf(secret)]: wrap(secret, key) } }], goingTo: null }
}

const opened = ({ closed, id }: KeyRing["keys"][number], secret: string): Option.Option<DataKey> => {
  const wrapped = closed[nameOf(secret)]
  return wrapped === undefined ? Option.none() : unwrap(secret, id, wrapped)
}

/** Opens the ring with the first of the operator's keys that opens its newest; none when none does. */
export const openRing = ({ keys }: KeyRing, secrets: ReadonlyArray<string>): Option.Option<OpenRing> => {
  const last = keys.at(-1)
  if (last === undefined) return Option.none()
  for (const secret of secrets) {
    const newest = opened(last, secret)
    if (Option.isNone(newest)) continue
    const all = keys.flatMap((key) => Option.toArray(opened(key, secret)))
    return Option.some({
      keys: new Map([...all, newest.value].map((key) => [key.id, key])),
      newest: newest.value,
      secret
    })
  }
  return Option.none()
}

/** Whether an operator's key opens the newest key of a ring. */
export const isOpenedBy = ({ keys }: KeyRing, secret: string): boolean =>
  keys.at(-1)?.closed[nameOf(secret)] !== undefined

/** Whether it opens any key of a ring. */
export const needs = ({ keys }: KeyRing, secret: string): boolean =>
  keys.some(({ closed }) => closed[nameOf(secret)] !== undefined)

/** The ring with a new key, which the operator's key of now opens and `next`; so does `next` open those of before. */
export const goingTo = (ring: KeyRing, { keys, secret }: OpenRing, next: string): KeyRing => {
  const name = nameOf(next)
  const added = newKey()
  return {
    keys: [
      ...ring.keys.map((key) => {
        const known = keys.get(key.id)
        return known === undefined ? key : { ...key, closed: { ...key.closed, [name]: wrap(next, known) } }
      }),
      { id: added.id, closed: { [nameOf(secret)]: wrap(secret, added), [name]: wrap(next, added) } }
    ],
    goingTo: name
  }
}

/** The ring as the new key of the operator alone opens it: the newest key, and the one before. */
export const arrived = (ring: KeyRing): KeyRing => {
  const { goingTo: name, keys } = ring
  if (name === null) return ring
  return {
    keys: keys.slice(-2).flatMap(({ closed, id }) => {
      const wrapped = closed[name]
      return wrapped === undefined ? [] : [{ id, closed: { [name]: wrapped } }]
    }),
    goingTo: null
  }
}
