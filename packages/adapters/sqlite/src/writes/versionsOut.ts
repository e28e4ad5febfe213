/** Which versions are out: what `VersionStore.prune` drops, a step at a time. */
import type { Connection } from "../Connection.ts"

export interface PruneVersions {
  readonly stagedSince: number
  readonly replacedSince: number
  readonly maxVersions: number
  readonly maxBytes: number
  readonly picturesSince: number
  readonly maxPictures: number
  readonly maxPictureBytes: number
  readonly limit: number
}

/** A version, and what goes with it. */
export interface VersionSize {
  readonly id: string
  readonly organizationId: string
  /** Bytes without its picture; null while it is not counted. */
  readonly size: number | null
  readonly pictureSize: number | null
}

const columns = "id, organization_id as organizationId, size, picture_size as pictureSize"

/** Versions that are out whatever their organization has. */
export const outdated = (db: Connection, { limit, replacedSince, stagedSince }: PruneVersions) => {
  const staged = `select ${columns} from monitor_versions where kept = 0 and captured_at < ? order by captured_at limit ?`
  const replaced = `select ${columns} from monitor_versions
    where kept = 1 and replaced_at is not null and replaced_at < ? order by replaced_at limit ?`
  const found = db.all<VersionSize>(staged, stagedSince, limit)
  found.push(...db.all<VersionSize>(replaced, replacedSince, limit - found.length))
  return found
}

/** Versions of monitors that were removed; one that has none left is forgotten itself, and told of as `cleared`. */
export const forgotten = (db: Connection, limit: number) => {
  const found: Array<VersionSize> = []
  let cleared = 0
  const monitors = db.all<{ readonly id: string }>("select monitor_id as id from forgotten_versions limit ?", limit)
  for (const monitor of monitors) {
    const rest = limit - found.length
    if (rest === 0) break
    const own = `select ${columns} from monitor_versions where kept = 1 and monitor_id = ? limit ?`
    const versions = db.all<VersionSize>(own, monitor.id, rest)
    found.push(...versions)
    if (versions.length > 0) continue
    db.run("delete from forgotten_versions where monitor_id = ?", monitor.id)
    cleared += 1
  }
  return { found, cleared }
}

/** An organization that has too much of something, and how much too much. */
interface Over {
  readonly organizationId: string
  readonly count: number
  readonly bytes: number
}

/** Each of the two bounds by its own index: asked for together, all organizations are walked through. */
const oneOver = (count: string, bytes: string) => `organization_id in (
  select organization_id from version_sums where ${count} > ? union all select organization_id from version_sums where ${bytes} > ?)`

/** Of what an organization can have too much, and what of it goes first. */
interface Excess {
  /** Finds who has too much; is handed the most of it and its most bytes, twice. */
  readonly over: string
  /** Which of the versions of one, and in which order. */
  readonly first: string
  readonly bytesOf: (version: VersionSize) => number
}

const inExcess = (db: Connection, { bytesOf, first, over }: Excess, most: readonly [number, number], limit: number) => {
  const found: Array<VersionSize> = []
  const versions = `select ${columns} from monitor_versions where organization_id = ? and kept = 1 and ${first} limit ?`
  for (const { organizationId, ...by } of db.all<Over>(over, ...most, ...most)) {
    let { bytes, count } = by
    for (const version of db.all<VersionSize>(versions, organizationId, limit - found.length)) {
      if (count <= 0 && bytes <= 0) break
      found.push(version)
      count -= 1
      bytes -= bytesOf(version)
    }
  }
  return found
}

/** Organizations whose versions are too many, and that have some that were replaced: those that were longest ago. */
const versionsInExcess: Excess = {
  over: `select organization_id as organizationId, versions - ? as count, bytes - ? as bytes
    from version_sums sums where ${oneOver("versions", "bytes")} and exists (
      select 1 from monitor_versions v
      where v.organization_id = sums.organization_id and v.kept = 1 and v.replaced_at is not null
    ) limit 20`,
  first: "replaced_at is not null order by replaced_at, id",
  bytesOf: ({ size }) => size ?? 0
}

export const versionsBeyond = (db: Connection, { limit, maxBytes, maxVersions }: PruneVersions) =>
  inExcess(db, versionsInExcess, [maxVersions, maxBytes], limit)

/** Versions whose pictures are out because another took their place long ago. */
export const oldPictures = (db: Connection, { limit, picturesSince }: PruneVersions) =>
  db.all<VersionSize>(
    `select ${columns} from monitor_versions
      where kept = 1 and has_picture = 1 and replaced_at is not null and replaced_at < ? order by replaced_at limit ?`,
    picturesSince,
    limit
  )

/** Organizations that have too much of pictures: versions with those that were taken first. */
const picturesInExcess: Excess = {
  over: `select organization_id as organizationId, pictures - ? as count, picture_bytes - ? as bytes
    from version_sums sums where ${oneOver("pictures", "picture_bytes")} limit 20`,
  first: "has_picture = 1 order by captured_at, id",
  bytesOf: ({ pictureSize }) => pictureSize ?? 0
}

export const picturesBeyond = (db: Connection, { limit, maxPictureBytes, maxPictures }: PruneVersions) =>
  inExcess(db, picturesInExcess, [maxPictures, maxPictureBytes], limit)
