import { Version } from "@kittiwake/core/monitors/domain/Version"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { wholePart } from "@kittiwake/core/paging/domain/Page"
import { decodeBody, digestOf } from "@kittiwake/storage/bodyCoding"
import { LargeBodies, loadBody } from "@kittiwake/storage/largeBodies"
import { storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option, Schema } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import { newestFirst, sliceRow, sliceValues } from "./newestFirst.ts"
import { pruneInSteps } from "./pruneInSteps.ts"
import { makePutWithBody } from "./putWithBody.ts"
import { shortPart } from "./reads/versions.ts"
import { Sqlite } from "./Sqlite.ts"
import type { VersionWrite } from "./writes/versions.ts"

const columns = `v.id, v.organization_id as organizationId, v.monitor_id as monitorId, v.run_id as runId,
  v.change_id as changeId, v.previous_id as previousId, v.target_type as targetType, v.captured_at as capturedAt,
  v.replaced_at as replacedAt, v.content_bytes as contentBytes, v.has_source as hasSource, v.has_picture as hasPicture`

const get = `select ${columns} from monitor_versions v
  where v.id = ? and v.monitor_id = ? and v.organization_id = ? and v.kept = 1`

const ofMonitor = `select ${columns} from monitor_versions v
  ${newestFirst("v.captured_at", "v.id", ["v.monitor_id = ?", "v.organization_id = ?", "v.kept = 1"])}`

interface VersionRow {
  readonly capturedAt: number
  readonly replacedAt: number | null
  readonly hasSource: number
  readonly hasPicture: number
}

const decode = Schema.decodeUnknownSync(Schema.toType(Version))

const toVersion = (row: VersionRow): Version =>
  decode({
    ...row,
    capturedAt: momentOf(row.capturedAt),
    replacedAt: row.replacedAt === null ? null : momentOf(row.replacedAt),
    hasSource: row.hasSource === 1,
    hasPicture: row.hasPicture === 1
  })

const versionWrite = (version: Version): VersionWrite => [
  version.id,
  version.organizationId,
  version.monitorId,
  version.runId,
  version.changeId,
  version.previousId,
  version.targetType,
  millisOf(version.capturedAt),
  version.replacedAt === null ? null : millisOf(version.replacedAt),
  version.contentBytes,
  version.hasSource ? 1 : 0,
  version.hasPicture ? 1 : 0
]

const stored = "select 1 from version_bodies where digest = ?"

/** Versions that one step of pruning drops at most. */
const prunedTogether = 100

/** `VersionStore` on SQLite. */
export const layer: Layer.Layer<VersionStore, never, Sqlite> = Layer.effect(
  VersionStore,
  Effect.gen(function* () {
    const { read, readLong, write } = yield* Sqlite
    const large = yield* LargeBodies
    const putWithBody = yield* makePutWithBody("version_bodies")

    return VersionStore.of({
      stage: Effect.fnUntraced(function* (version, parts) {
        const row = versionWrite(version)
        for (const { bytes, mediaType, part } of parts) {
          const digest = yield* digestOf(bytes)
          const seemsStored = yield* read("VersionStore.stage", (db) => db.get(stored, digest) !== undefined)
          const staged = { version: row, part, mediaType: storableText(mediaType), digest }
          yield* putWithBody(digest, bytes, seemsStored, (body, transfer) =>
            write("VersionStore.stage", { ...staged, body }, transfer)
          )
        }
      }),

      get: (organizationId, monitorId, versionId) =>
        read("VersionStore.get", (db) => {
          const row = db.get<VersionRow>(get, versionId, monitorId, organizationId)
          return row === undefined ? Option.none() : Option.some(toVersion(row))
        }),

      part: Effect.fnUntraced(function* (organizationId, versionId, part) {
        const place = { organizationId, versionId, part }
        const short = yield* read("VersionStore.part", (db) => shortPart(db, place))
        const row = short?.content === null ? yield* readLong("VersionStore.part", organizationId, place) : short
        if (row === undefined) return Option.none()
        const bytes = yield* decodeBody(yield* loadBody(large, { ...row, content: row.content! }))
        return Option.some({ part, mediaType: row.mediaType, bytes })
      }),

      list: (organizationId, monitorId, slice) =>
        read("VersionStore.list", (db) => {
          const rows = db.all<VersionRow>(ofMonitor, monitorId, organizationId, ...sliceValues(sliceRow(slice)))
          return wholePart(rows.map(toVersion))
        }),

      prune: ({ picturesSince, replacedSince, stagedSince, ...most }, limit) => {
        const bounds = {
          ...most,
          stagedSince: millisOf(stagedSince),
          replacedSince: millisOf(replacedSince),
          picturesSince: millisOf(picturesSince)
        }
        return pruneInSteps(limit, prunedTogether, (together) =>
          write("VersionStore.prune", { ...bounds, limit: together })
        )
      }
    })
  })
)
