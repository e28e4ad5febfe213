/** What must work before a process should get traffic: its database, and its loops where it has some. */

import { Credits } from "@kittiwake/core/credits/Credits"
import { ClockSkew, isTooFar, tellSkew } from "@kittiwake/core/internal/ClockSkew"
import { StoreDisk } from "@kittiwake/core/internal/StoreDisk"
import { StoreWrites } from "@kittiwake/core/internal/StoreWrites"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { SharingCheck } from "@kittiwake/core/sharing/SharingCheck"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Duration, Effect, Layer } from "effect"
import { BucketCheck } from "./bucketCheck.ts"
import { freeBytesOf, leastFreeBytes, makeRoom, type OnDisk, postgresFull, tellBytes } from "./diskRoom.ts"
import { PlaceCheck } from "./placeCheck.ts"

/** A loop that neither goes round nor said that it would rest hangs after this. */
export const silence = Duration.toMillis(Duration.seconds(90))

/** Tells how much room the disk of a folder has. */
export type FreeBytes = (directory: string) => Promise<number>

/**
 * Whether there is room to write in `directory`; a disk that cannot be asked is the business of other checks. Whoever asks
 * a server whether it is ready needs no key, so where its folders are stands in the log alone, each time that it turns so.
 */
export const hasRoom = (what: OnDisk, directory: string, freeBytes: FreeBytes = freeBytesOf) => {
  let isTold = false
  return Effect.gen(function* () {
    const bytes = yield* Effect.orElseSucceed(
      Effect.tryPromise(() => freeBytes(directory)),
      () => leastFreeBytes
    )
    const isShort = bytes < leastFreeBytes
    const words = `has ${tellBytes(bytes)} free (${tellBytes(leastFreeBytes)} wanted): ${makeRoom[what]}`
    if (isShort && !isTold) yield* Effect.logWarning(`The disk of ${directory} ${words}.`)
    isTold = isShort
    if (isShort) return yield* Effect.fail(words)
  })
}

/** Folders that are written to, by what a check calls them. */
export interface Disks {
  /** Of an embedded database. */
  readonly disk?: string
  /** Of large bytes that lie in files. */
  readonly blobs?: string
}

/** The checks of a server that writes to disks. */
export const layerWithDisks = (disks: Disks, freeBytes: FreeBytes = freeBytesOf) =>
  Layer.effect(
    Readiness,
    Effect.map(Readiness, ({ checks }) => ({
      checks: [
        ...checks,
        ...(disks.disk === undefined ? [] : [{ name: "disk", check: hasRoom("database", disks.disk, freeBytes) }]),
        ...(disks.blobs === undefined ? [] : [{ name: "blobs", check: hasRoom("blobs", disks.blobs, freeBytes) }])
      ]
    }))
  ).pipe(Layer.provide(Layer.suspend(() => layer)))

/** The checks behind `GET /ready`. */
export const layer = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const credits = yield* Credits
    const pulse = yield* Pulse
    const { offsetMillis } = yield* ClockSkew
    const sharing = yield* SharingCheck
    const bucket = yield* BucketCheck
    const place = yield* PlaceCheck
    const disk = yield* StoreDisk
    const { refusal } = yield* StoreWrites
    return {
      checks: [
        // Every process goes on without: one that got no traffic for it would take the others' chance.
        ...(sharing === null ? [] : [{ name: "redis", check: sharing, isNeeded: false }]),
        ...(bucket === null ? [] : [{ name: "bucket", check: bucket, isNeeded: false }]),
        // All but large bytes of others is served, and no other process would serve these better.
        ...(place === null ? [] : [{ name: "large_bytes", check: place, isNeeded: false }]),
        {
          name: "database",
          // The account of nobody: one read that finds nothing, however much there is.
          check: Effect.all([credits.account(OrganizationId.make("nobody")), refusal], { concurrency: 2 }).pipe(
            Effect.mapError(() => "did not answer"),
            Effect.flatMap(([, refused]) => {
              const trouble = refused ?? (disk.isFull() ? postgresFull : null)
              return trouble === null ? Effect.void : Effect.fail(`answers, but ${trouble}`)
            })
          )
        },
        {
          name: "clock",
          check: Effect.suspend(() =>
            isTooFar(offsetMillis()) ? Effect.fail(`is ${tellSkew(offsetMillis())}`) : Effect.void
          )
        },
        {
          name: "worker",
          check: Effect.flatMap(pulse.silentFor(silence), (loops) =>
            loops.length === 0 ? Effect.void : Effect.fail(`hangs: ${loops.join(", ")}`)
          )
        }
      ]
    }
  })
)
