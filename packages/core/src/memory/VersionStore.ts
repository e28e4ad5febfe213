import { Effect, Layer, Option } from "effect"
import type { MonitorId } from "../monitors/domain/Monitor.ts"
import type { Version } from "../monitors/domain/Version.ts"
import type { RunOutcome } from "../monitors/RunStore.ts"
import { type VersionBounds, VersionStore } from "../monitors/VersionStore.ts"
import { type Position, wholePart } from "../paging/domain/Page.ts"
import { bodyOf, keepBody, leaveBody } from "./bodies.ts"
import { Database, type Tables, type VersionRow } from "./Database.ts"
import { sliceOf } from "./sliceOf.ts"

const position = (version: Version): Position => ({ at: version.capturedAt, id: version.id })

const drop = (tables: Tables, { parts, version }: VersionRow) => {
  tables.versions.delete(version.id)
  for (const { digest } of parts.values()) leaveBody(tables.versionBodies, digest)
}

const bytesOf = (tables: Tables, { parts }: VersionRow): number =>
  [...parts].reduce(
    (sum, [part, { digest }]) => sum + (part === "picture" ? 0 : tables.versionBodies.get(digest)!.bytes.length),
    0
  )

const pictureBytesOf = (tables: Tables, { parts }: VersionRow): number => {
  const picture = parts.get("picture")
  return picture === undefined ? 0 : tables.versionBodies.get(picture.digest)!.bytes.length
}

const dropPicture = (tables: Tables, row: VersionRow) => {
  const parts = new Map(row.parts)
  leaveBody(tables.versionBodies, parts.get("picture")!.digest)
  parts.delete("picture")
  tables.versions.set(row.version.id, { ...row, parts, version: { ...row.version, hasPicture: false } })
}

const takenFirst = (a: VersionRow, b: VersionRow) =>
  a.version.capturedAt.epochMilliseconds - b.version.capturedAt.epochMilliseconds ||
  (a.version.id < b.version.id ? -1 : 1)

/** Versions whose pictures the bounds leave out. */
const overPictured = (
  tables: Tables,
  { maxPictureBytes, maxPictures, picturesSince }: VersionBounds
): ReadonlyArray<VersionRow> => {
  const pictured = [...tables.versions.values()].filter(({ isKept, parts }) => isKept && parts.has("picture"))
  const isOld = ({ version: { replacedAt } }: VersionRow) =>
    replacedAt !== null && replacedAt.epochMilliseconds < picturesSince.epochMilliseconds
  const young = pictured.filter((row) => !isOld(row))
  const owned = [...Map.groupBy(young, ({ version }) => version.organizationId).values()]
  const beyondBounds = owned.flatMap((rows) => {
    let [pictures, bytes] = [rows.length, rows.reduce((sum, row) => sum + pictureBytesOf(tables, row), 0)]
    return rows.toSorted(takenFirst).filter((row) => {
      if (pictures <= maxPictures && bytes <= maxPictureBytes) return false
      pictures -= 1
      bytes -= pictureBytesOf(tables, row)
      return true
    })
  })
  return [...pictured.filter(isOld), ...beyondBounds]
}

/** Whether the bounds leave a version out, however much its organization has. */
const isOver = (tables: Tables, { isKept, version }: VersionRow, bounds: VersionBounds): boolean => {
  if (!isKept) return version.capturedAt.epochMilliseconds < bounds.stagedSince.epochMilliseconds
  if (!tables.monitors.has(version.monitorId)) return true
  return version.replacedAt !== null && version.replacedAt.epochMilliseconds < bounds.replacedSince.epochMilliseconds
}

const replacedFirst = (a: VersionRow, b: VersionRow) =>
  a.version.replacedAt!.epochMilliseconds - b.version.replacedAt!.epochMilliseconds ||
  (a.version.id < b.version.id ? -1 : 1)

/** Versions that were replaced longest ago, of organizations that have more than the bounds say. */
const beyond = (tables: Tables, { maxBytes, maxVersions }: VersionBounds): ReadonlyArray<VersionRow> => {
  const kept = Map.groupBy(
    [...tables.versions.values()].filter(({ isKept }) => isKept),
    ({ version }) => version.organizationId
  )
  return [...kept.values()].flatMap((rows) => {
    let [versions, bytes] = [rows.length, rows.reduce((sum, row) => sum + bytesOf(tables, row), 0)]
    const doomed: Array<VersionRow> = []
    for (const row of rows.filter(({ version }) => version.replacedAt !== null).sort(replacedFirst)) {
      if (versions <= maxVersions && bytes <= maxBytes) break
      doomed.push(row)
      versions -= 1
      bytes -= bytesOf(tables, row)
    }
    return doomed
  })
}

/** Notes that versions of a monitor are kept, and that those before them were replaced. */
export const keepVersions = (tables: Tables, monitorId: MonitorId, versions: RunOutcome["versions"]) => {
  for (const { capturedAt, id, previousId } of versions) {
    const row = tables.versions.get(id)
    if (row?.version.monitorId === monitorId) tables.versions.set(id, { ...row, isKept: true })
    const previous = previousId === null ? undefined : tables.versions.get(previousId)
    if (previous?.version.monitorId === monitorId) {
      tables.versions.set(previous.version.id, {
        ...previous,
        version: { ...previous.version, replacedAt: capturedAt }
      })
    }
  }
}

/** `VersionStore` in memory. Bodies are kept as they come. */
export const layer: Layer.Layer<VersionStore, never, Database> = Layer.effect(
  VersionStore,
  Effect.map(Database, (tables) =>
    VersionStore.of({
      stage: (version, parts) =>
        Effect.sync(() => {
          if (tables.versions.has(version.id)) return
          const kept = parts.map(
            ({ bytes, mediaType, part }) =>
              [part, { mediaType, digest: keepBody(tables.versionBodies, bytes) }] as const
          )
          tables.versions.set(version.id, { version, isKept: false, parts: new Map(kept) })
        }),

      get: (organizationId, monitorId, versionId) =>
        Effect.sync(() => {
          const row = tables.versions.get(versionId)
          const isFound =
            row?.isKept === true && row.version.organizationId === organizationId && row.version.monitorId === monitorId
          return isFound ? Option.some(row.version) : Option.none()
        }),

      part: (organizationId, versionId, part) =>
        Effect.sync(() => {
          const row = tables.versions.get(versionId)
          const found = row?.isKept && row.version.organizationId === organizationId ? row.parts.get(part) : undefined
          if (found === undefined) return Option.none()
          return Option.some({ part, mediaType: found.mediaType, bytes: bodyOf(tables.versionBodies, found.digest) })
        }),

      list: (organizationId, monitorId, slice) =>
        Effect.sync(() => {
          const kept = [...tables.versions.values()].filter(({ isKept }) => isKept)
          const shown = (version: Version) =>
            version.organizationId === organizationId && version.monitorId === monitorId
          return wholePart(
            sliceOf(
              kept.map(({ version }) => version),
              slice,
              { shown, position }
            )
          )
        }),

      prune: (bounds, limit) =>
        Effect.sync(() => {
          const over = [...tables.versions.values()].filter((row) => isOver(tables, row, bounds)).slice(0, limit)
          for (const row of over) drop(tables, row)
          const more = beyond(tables, bounds).slice(0, limit - over.length)
          for (const row of more) drop(tables, row)
          const pictures = overPictured(tables, bounds).slice(0, limit)
          for (const row of pictures) dropPicture(tables, row)
          return Math.max(over.length + more.length, pictures.length)
        })
    })
  )
)
