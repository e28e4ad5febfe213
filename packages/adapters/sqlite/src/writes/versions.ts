/**
 * Versions: staged, kept and dropped.
 *
 * **Invariants**
 *
 * - What `version_sums` says of an organization is what its versions are that are kept and have a size.
 * - A body is there for as long as a part has it.
 */
import type { Connection } from "../Connection.ts"
import { type BodyRow, bodyRows, mostBytes } from "./bodyRows.ts"
import { marksOf, namesOf } from "./columns.ts"
import type { PruneStep } from "./pruneStep.ts"
import {
  forgotten,
  oldPictures,
  outdated,
  type PruneVersions,
  picturesBeyond,
  type VersionSize,
  versionsBeyond
} from "./versionsOut.ts"

const bodies = bodyRows("version_bodies", "version_parts")

/** A version that a recorded run keeps. */
export interface KeptVersion {
  readonly id: string
  readonly previousId: string | null
  readonly capturedAt: number
}

export const versionColumns = [
  "id",
  "organization_id",
  "monitor_id",
  "run_id",
  "change_id",
  "previous_id",
  "target_type",
  "captured_at",
  "replaced_at",
  "content_bytes",
  "has_source",
  "has_picture"
] as const

/** A version as it is written, in the order of the columns. */
export type VersionWrite = readonly [
  id: string,
  organizationId: string,
  monitorId: string,
  runId: string | null,
  changeId: string | null,
  previousId: string | null,
  targetType: string,
  capturedAt: number,
  replacedAt: number | null,
  contentBytes: number,
  hasSource: number,
  hasPicture: number
]

export interface StagePart {
  readonly version: VersionWrite
  readonly part: string
  readonly mediaType: string
  readonly digest: Uint8Array
  readonly body: BodyRow | null
}

const insert = `insert into monitor_versions (${namesOf(versionColumns)}) values (${marksOf(versionColumns)})
  on conflict do nothing`

/** Stages a version with one of its parts; false when its body is neither stored nor given. */
const stage = (db: Connection, { body, digest, mediaType, part, version }: StagePart): boolean =>
  db.atomically(() => {
    if (bodies.keep(db, digest, body) === null) return false
    db.run(insert, ...version)
    const put =
      "insert into version_parts (version_id, part, media_type, digest) values (?, ?, ?, ?) on conflict do nothing"
    db.run(put, version[0], part, mediaType, digest)
    return true
  })

/** Keeps versions of a monitor that were staged, and notes when those before them were replaced. */
export const keepVersions = (db: Connection, monitorId: string, versions: ReadonlyArray<KeptVersion>): void => {
  for (const { capturedAt, id, previousId } of versions) {
    db.run("update monitor_versions set kept = 1 where id = ? and monitor_id = ?", id, monitorId)
    if (previousId === null) continue
    const replace = "update monitor_versions set replaced_at = ? where id = ? and monitor_id = ?"
    db.run(replace, capturedAt, previousId, monitorId)
  }
}

interface Sums {
  readonly versions: number
  readonly bytes: number
  readonly pictures: number
  readonly pictureBytes: number
}

const addSums = (db: Connection, organizationId: string, { bytes, pictureBytes, pictures, versions }: Sums): void => {
  db.run(
    `insert into version_sums (organization_id, versions, bytes, pictures, picture_bytes) values (?, ?, ?, ?, ?)
    on conflict (organization_id) do update set versions = versions + excluded.versions, bytes = bytes + excluded.bytes,
      pictures = pictures + excluded.pictures, picture_bytes = picture_bytes + excluded.picture_bytes`,
    organizationId,
    versions,
    bytes,
    pictures,
    pictureBytes
  )
}

const sizeOfParts = (
  isCounted: string
) => `(select sum(b.size) from version_parts p join version_bodies b on b.digest = p.digest
  where p.version_id = v.id and ${isCounted})`

/** Counts what was kept since the last time. */
const count = (db: Connection, limit: number): number => {
  const found = db.all<VersionSize>(
    `select v.id, v.organization_id as organizationId, coalesce(${sizeOfParts("p.part <> 'picture'")}, 0) as size,
      ${sizeOfParts("p.part = 'picture'")} as pictureSize
    from monitor_versions v where v.kept = 1 and v.size is null order by v.id limit ?`,
    limit
  )
  for (const { id, organizationId, pictureSize, size } of found) {
    db.run("update monitor_versions set size = ?, picture_size = ? where id = ?", size, pictureSize, id)
    const pictures = pictureSize === null ? 0 : 1
    addSums(db, organizationId, { versions: 1, bytes: size ?? 0, pictures, pictureBytes: pictureSize ?? 0 })
  }
  return found.length
}

/** Drops a version; tells about how many bytes went with it. */
const drop = (db: Connection, { id, organizationId, pictureSize, size }: VersionSize): number => {
  const parts = db.all<{ readonly digest: Uint8Array }>("select digest from version_parts where version_id = ?", id)
  db.run("delete from version_parts where version_id = ?", id)
  db.run("delete from monitor_versions where id = ?", id)
  const pictures = pictureSize === null ? 0 : -1
  if (size !== null) {
    addSums(db, organizationId, { versions: -1, bytes: -size, pictures, pictureBytes: -(pictureSize ?? 0) })
  }
  return parts.reduce((bytes, { digest }) => bytes + bodies.leave(db, digest), 0)
}

/** Drops the picture of a version; tells about how many bytes went with it. */
const dropPicture = (db: Connection, { id, organizationId, pictureSize }: VersionSize): number => {
  const dropped = db.get<{ readonly digest: Uint8Array }>(
    "delete from version_parts where version_id = ? and part = 'picture' returning digest",
    id
  )
  db.run("update monitor_versions set has_picture = 0, picture_size = null where id = ?", id)
  if (pictureSize !== null) {
    addSums(db, organizationId, { versions: 0, bytes: 0, pictures: -1, pictureBytes: -pictureSize })
  }
  return dropped === undefined ? 0 : bodies.leave(db, dropped.digest)
}

/** One step of what `VersionStore.prune` promises. */
const prune = (db: Connection, bounds: PruneVersions): PruneStep => {
  const { limit } = bounds
  const settled = bodies.settle(db, limit)
  const counted = count(db, limit)
  let [dropped, freed] = [0, 0]
  const dropAll = (versions: ReadonlyArray<VersionSize>) => {
    for (const version of versions) {
      if (freed > mostBytes) return
      freed += drop(db, version)
      dropped += 1
    }
  }
  dropAll(outdated(db, bounds))
  const left = dropped < limit ? forgotten(db, limit - dropped) : { found: [], cleared: 0 }
  dropAll(left.found)
  // What is not counted yet may be what makes it too much.
  if (counted < limit && dropped < limit) dropAll(versionsBeyond(db, { ...bounds, limit: limit - dropped }))
  let bared = 0
  const bareAll = (versions: ReadonlyArray<VersionSize>) => {
    for (const version of versions) {
      if (freed > mostBytes) return
      freed += dropPicture(db, version)
      bared += 1
    }
  }
  bareAll(oldPictures(db, bounds))
  if (counted < limit && bared < limit) bareAll(picturesBeyond(db, { ...bounds, limit: limit - bared }))
  const found = Math.max(settled.looked, counted, dropped, left.cleared, bared)
  return { found, isMore: settled.isMore || found === limit || freed > mostBytes }
}

export const versionWrites = {
  "VersionStore.stage": stage,
  "VersionStore.prune": prune
}
