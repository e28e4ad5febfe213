/** Sealing with AES-256-GCM over node:crypto, under keys that the database keeps and a key of the operator opens. */
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { type NextKey, NoNextSealingKey, SealingKeyMissing, SealingKeys } from "@kittiwake/core/security/SealingKeys"
import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { inDatabase, type KeyPlace } from "./KeyPlace.ts"
import {
  arrived,
  goingTo,
  isOpenedBy,
  needs,
  newRing,
  type OpenRing,
  openRing,
  readRing,
  writeRing
} from "./KeyRing.ts"
import { headOf, nameOf, open, openFirst, seal, sealedUnder } from "./sealing.ts"

/** Fewest characters of a key given by an operator: 32 hexadecimal digits are 128 bits. */
export const minSealingKeyLength = 32

/** Under which name the database keeps the ring. */
export const ringName = "key ring"

export interface SealerOptions {
  /** The key that the operator keeps, of `minSealingKeyLength` characters at least. Each process needs the same. */
  readonly key?: Option.Option<Redacted.Redacted>
  /** The key to go over to, for processes that start while that goes on. */
  readonly nextKey?: Option.Option<Redacted.Redacted>
  /** Where a key is that the installation makes for itself when it is given none; the database unless given. */
  readonly place?: KeyPlace
  /** Within which time other processes read the ring anew; none are there unless given. */
  readonly othersHearWithin?: Duration.Duration
}

/** Why nothing opens, and what to do about it. `isThere` says whether a key stands at the place of the installation's own. */
export const missingText = (hasKey: boolean, place: string, isThere: boolean): string =>
  `The secrets of this database are sealed with ${
    hasKey
      ? "another key than KITTIWAKE_SEALING_KEY"
      : isThere
        ? `another key than the one in ${place}`
        : `a key, and there is none in ${place}`
  }. Set KITTIWAKE_SEALING_KEY to the key of the installation that they come from (the file sealing.key in its data directory, where it had none).`

const noNext = new NoNextSealingKey({
  message:
    "KITTIWAKE_SEALING_KEY is the key already: set KITTIWAKE_SEALING_KEY_NEXT to the new one, and KITTIWAKE_SEALING_KEY to that once this is done."
})

const unfinished = new SealingKeyMissing({
  message: "The key is being replaced by another one: set KITTIWAKE_SEALING_KEY_NEXT to that."
})

const secretOf = (given: Option.Option<Redacted.Redacted> | undefined): string | null =>
  given === undefined || Option.isNone(given) ? null : Redacted.value(given.value)

interface Loaded {
  readonly text: string
  readonly ring: OpenRing
}

/** A process that has the newest key needs nothing to open it: it goes on after the operator's key was replaced. */
const stillOpen = (text: string, kept: Loaded | undefined): Option.Option<OpenRing> => {
  const newest = kept?.ring.keys.get(readRing(text).keys.at(-1)?.id ?? "")
  return kept === undefined || newest === undefined ? Option.none() : Option.some({ ...kept.ring, newest })
}

/** Most tries to change a ring that somebody else changes too. */
const maxTries = 20

const make = Effect.fnUntraced(function* (options: SealerOptions) {
  const secrets = yield* InstanceSecretStore
  const database = yield* inDatabase
  const place = options.place ?? database
  const key = secretOf(options.key)
  let nextKey = secretOf(options.nextKey)
  const given = () => [key, nextKey].filter((secret) => secret !== null)

  /** Every key of the operator that there is, the wanted one first. */
  const known = Effect.gen(function* () {
    const beside = place.isBeside ? [] : yield* database.read
    return [...new Set([...given(), ...(yield* place.read), ...beside])]
  })

  const firstRing = Effect.gen(function* () {
    return yield* secrets.getOrKeep(ringName, writeRing(newRing(key ?? (yield* place.make))))
  })

  let kept: Loaded | undefined

  /** The ring as it stands. Reading it each time is what makes every process seal under the newest key. */
  const load = Effect.gen(function* () {
    const text = (yield* secrets.get(ringName)) ?? (yield* firstRing)
    if (kept?.text === text) return kept
    const ring = Option.orElse(openRing(readRing(text), yield* known), () => stillOpen(text, kept))
    if (Option.isNone(ring)) {
      return yield* new SealingKeyMissing({
        message: missingText(key !== null, place.name, (yield* place.read).length > 0)
      })
    }
    kept = { text, ring: ring.value }
    return kept
  })

  const loaded = Effect.catchTag(load, "SealingKeyMissing", (cause) =>
    Effect.fail(new StoreUnavailable({ operation: "Sealer", cause }))
  )

  const keyOf = Effect.fnUntraced(function* (id: string) {
    const at = kept?.ring.keys.get(id)
    return at ?? (yield* loaded).ring.keys.get(id)
  })

  const standing = Effect.map(load, ({ ring: { secret }, text }) => {
    const isGiven = given().includes(secret)
    return {
      place: isGiven ? (secret === key ? "KITTIWAKE_SEALING_KEY" : "KITTIWAKE_SEALING_KEY_NEXT") : place.name,
      isBeside: !isGiven && place.isBeside,
      isRotating: readRing(text).goingTo !== null,
      isOutdated: key !== null && secret !== key
    }
  })

  /** The operator's key to go over to; null when that was done, or has begun. */
  const target = Effect.fnUntraced(function* ({ ring, text }: Loaded) {
    const stored = readRing(text)
    const wanted = nextKey ?? (key === null || isOpenedBy(stored, key) ? null : key)
    if (wanted !== null) return isOpenedBy(stored, wanted) ? null : wanted
    if (stored.goingTo !== null) return null
    return ring.secret === key ? yield* noNext : yield* place.makeNext
  })

  const begin = Effect.fnUntraced(function* (next: NextKey) {
    nextKey = secretOf(next) ?? nextKey
    for (let tries = 0; tries < maxTries; tries++) {
      const at = yield* load
      const wanted = yield* target(at)
      if (wanted === null) return
      const changed = goingTo(readRing(at.text), at.ring, wanted)
      if (yield* secrets.replace(ringName, at.text, writeRing(changed))) return
    }
    return yield* new StoreUnavailable({ operation: "SealingKeys.begin", cause: "The keys are changed all the time." })
  })

  const finish = Effect.gen(function* () {
    for (let tries = 0; tries < maxTries; tries++) {
      const { text } = yield* load
      const ring = readRing(text)
      if (ring.goingTo === null) return yield* standing
      // Nobody is left with a ring that no key of theirs opens.
      const here = (yield* known).find((secret) => nameOf(secret) === ring.goingTo)
      if (here === undefined) return yield* unfinished
      if (!given().includes(here)) yield* place.advance(here)
      yield* secrets.replace(ringName, text, writeRing(arrived(ring)))
    }
    return yield* new StoreUnavailable({ operation: "SealingKeys.finish", cause: "The keys are changed all the time." })
  })

  /** Keys that opened something before and open nothing now, once nothing is left that was sealed with one of them itself. */
  const forget = Effect.gen(function* () {
    const ring = readRing((yield* loaded).text)
    const isNeeded = (secret: string) => needs(ring, secret)
    yield* database.putAway(isNeeded)
    if (!place.isBeside) yield* place.putAway(isNeeded)
  })

  const sealer = Sealer.of({
    seal: (purpose, plain) => Effect.map(loaded, ({ ring }) => seal(ring.newest, purpose, plain)),
    head: Effect.map(loaded, ({ ring }) => headOf(ring.newest)),
    open: Effect.fnUntraced(function* (purpose, sealed) {
      const id = sealedUnder(sealed)
      if (id === null) return Option.firstSomeOf((yield* known).map((secret) => openFirst(secret, purpose, sealed)))
      const found = yield* keyOf(id)
      return found === undefined ? Option.none() : open(found, purpose, sealed)
    })
  })
  return Context.make(Sealer, sealer).pipe(
    Context.add(
      SealingKeys,
      SealingKeys.of({ standing, begin, finish, forget, othersHearWithin: options.othersHearWithin ?? Duration.zero })
    )
  )
})

/**
 * Seals under keys of the installation, which a key of its operator opens: the one that is given, or one that it made for
 * itself.
 *
 * **Gotchas** Without a key and without another place for one it lies in the same database as what it seals, which keeps
 * secrets from those who see a table, not from those who have the database.
 */
export const layer = (options: SealerOptions = {}): Layer.Layer<Sealer | SealingKeys, never, InstanceSecretStore> =>
  Layer.effectContext(make(options))
