/**
 * Objects that go from one place to another while they are used.
 *
 * **Details**
 *
 * - What is put goes to the new place. What is looked for is looked for there, then in the old one, and there again: it may have
 *   gone over in between.
 * - Bytes that are being read from the old place go on from the new one when they are taken away meanwhile.
 * - Objects go over as they are stored: what is sealed was sealed under its path, which stays the same.
 *
 * **Gotchas** A process that knows the old place alone misses what went over: every process has to know both before the first goes.
 */
import { randomUUID } from "node:crypto"
import type { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { Effect, Option, Stream } from "effect"
import type { ListedObject, Objects } from "./Objects.ts"
import { unavailable } from "./unavailable.ts"

/** Two places that count as one. */
export interface Move {
  readonly from: Objects
  readonly to: Objects
}

/** Objects of both lists in the order of their paths, each once. */
const merged = (
  a: ReadonlyArray<ListedObject>,
  b: ReadonlyArray<ListedObject>,
  limit: number
): ReadonlyArray<ListedObject> => {
  const byPath = new Map([...a, ...b].map((one) => [one.path, one]))
  return [...byPath.values()].sort((x, y) => (x.path < y.path ? -1 : 1)).slice(0, limit)
}

const has = (objects: Objects, path: string) => Effect.map(objects.end(path, 1), Option.isSome)

/** The bytes from `place` on, and from the other one where they are gone from it. */
const readFrom = (
  [place, ...others]: ReadonlyArray<Objects>,
  path: string,
  offset: number,
  length: number,
  isRepeated = false
): Stream.Stream<Uint8Array, BlobStoreUnavailable> =>
  Stream.suspend(() => {
    if (place === undefined) {
      return Stream.fail(unavailable("failed", "BlobStore.get", `The blob ${path} was removed while it was read.`))
    }
    let at = offset
    return place.read(path, offset, length).pipe(
      Stream.map((piece) => {
        at += piece.length
        return piece
      }),
      Stream.catch((error) =>
        Stream.unwrap(
          Effect.map(has(place, path), (isThere) => {
            if (!isThere) return readFrom(others, path, at, offset + length - at)
            // It may have come since it was looked for. What cannot be read a second time is no better elsewhere.
            return isRepeated || at > offset ? Stream.fail(error) : readFrom([place], path, offset, length, true)
          })
        )
      )
    )
  })

/** Both places as one. */
export const movingObjects = ({ from, to }: Move): Objects => {
  const places = [to, from, to]

  const end: Objects["end"] = Effect.fnUntraced(function* (path, length) {
    for (const place of places) {
      const found = yield* place.end(path, length)
      if (Option.isSome(found)) return found
    }
    return Option.none()
  })

  return {
    end,
    put: (path, bytes) =>
      Effect.flatMap(has(from, path), (isTaken) => (isTaken ? Effect.succeed(false) : to.put(path, bytes))),
    read: (path, offset, length) => readFrom(places, path, offset, length),
    // The old place first: what goes over in between is found in the new one.
    remove: (path) => Effect.andThen(from.remove(path), to.remove(path)),
    list: (options) =>
      Effect.map(Effect.all([from.list(options), to.list(options)]), ([old, fresh]) =>
        merged(old, fresh, options.limit)
      ),
    dropUnfinished: Effect.fnUntraced(function* (before, limit) {
      const dropped = yield* from.dropUnfinished(before, limit)
      return dropped + (dropped < limit ? yield* to.dropUnfinished(before, limit - dropped) : 0)
    })
  }
}

/**
 * Whether both are one place under two names, such as a link to a folder or another address of a bucket. Whoever moved there would
 * find everything moved, and remove it.
 */
export const isOnePlace = Effect.fnUntraced(function* ({ from, to }: Move) {
  const path = `shared/probe/${randomUUID()}`
  return yield* Effect.andThen(
    to.put(path, Stream.succeed(new TextEncoder().encode("kittiwake"))),
    has(from, path)
  ).pipe(Effect.ensuring(Effect.ignore(to.remove(path))))
})

/** What went over. */
export interface Moved {
  readonly objects: number
  readonly bytes: number
}

/** Objects that go over at once. */
const atOnce = 4

const nothing: Moved = { objects: 0, bytes: 0 }

const moveOne = Effect.fnUntraced(function* ({ from, to }: Move, { path, size }: ListedObject) {
  const isPut = yield* Effect.catch(to.put(path, from.read(path, 0, size)), (error) =>
    // The sweep may have removed it meanwhile.
    Effect.flatMap(has(from, path), (isThere) => (isThere ? Effect.fail(error) : Effect.succeed(null)))
  )
  if (isPut === null) return nothing
  // Whatever the put was told: this may be the only copy.
  const there = yield* to.end(path, 1)
  if (Option.isNone(there)) {
    if (!(yield* has(from, path))) return nothing
    return yield* unavailable(
      "failed",
      "move",
      `The new place took the blob ${path} of ${size} bytes and does not have it: the old one stays where it is. Mend that place, and move again.`
    )
  }
  if (there.value.size !== size) {
    return yield* unavailable(
      "damaged",
      "move",
      `The new place has another blob ${path} of ${there.value.size} bytes: the old one of ${size} stays where it is.`
    )
  }
  yield* from.remove(path)
  return { objects: 1, bytes: size } satisfies Moved as Moved
})

/**
 * Takes up to `limit` objects over, and tells what went; no object means that none is left. Any number of processes may do
 * this at once, and be killed: what has not gone is in the old place still, and what has is in the new one.
 */
export const moveSome = Effect.fnUntraced(function* (move: Move, limit: number) {
  const listed = yield* move.from.list({ within: "", after: "", limit })
  const moved = yield* Effect.forEach(listed, (one) => moveOne(move, one), { concurrency: atOnce })
  return {
    isDone: listed.length === 0,
    objects: moved.reduce((sum, { objects }) => sum + objects, 0),
    bytes: moved.reduce((sum, { bytes }) => sum + bytes, 0)
  }
})
