/** What must work before a process should get traffic: its database, and its loops where it has some. */

import { statfs } from "node:fs/promises"
import { Credits } from "@kittiwake/core/credits/Credits"
import { ClockSkew, isTooFar, tellSkew } from "@kittiwake/core/internal/ClockSkew"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { SharingCheck } from "@kittiwake/core/sharing/SharingCheck"
import { Readiness } from "@kittiwake/http/system/Readiness"
import { Pulse } from "@kittiwake/worker/Pulse"
import { Duration, Effect, Layer } from "effect"

/** A loop that neither goes round nor said that it would rest hangs after this. */
export const silence = Duration.toMillis(Duration.seconds(90))

/** Less room than this on a disk is none: of an embedded database the log alone may take as much. */
const leastFreeBytes = 64 * 1024 * 1024

/** Tells how much room the disk of a folder has. */
export type FreeBytes = (directory: string) => Promise<number>

/** Whether there is room to write where the data is; a disk that cannot be asked is the business of other checks. */
export const hasRoom = (directory: string, freeBytes: FreeBytes = freeBytesOf) =>
  Effect.tryPromise(() => freeBytes(directory)).pipe(
    Effect.orElseSucceed(() => leastFreeBytes),
    Effect.flatMap((bytes) =>
      bytes < leastFreeBytes
        ? Effect.fail("has less than 64 MB free, so little or nothing can be written")
        : Effect.void
    )
  )

const freeBytesOf: FreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
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
        ...Object.entries(disks).map(([name, directory]: [string, string]) => ({
          name,
          check: hasRoom(directory, freeBytes)
        }))
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
    return {
      checks: [
        // Every process goes on without: one that got no traffic for it would take the others' chance.
        ...(sharing === null ? [] : [{ name: "redis", check: sharing, isNeeded: false }]),
        {
          name: "database",
          // The account of nobody: one read that finds nothing, however much there is.
          check: credits.account(OrganizationId.make("nobody")).pipe(
            Effect.mapError(() => "did not answer"),
            Effect.asVoid
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
