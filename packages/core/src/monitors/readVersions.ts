/** Reads what monitors kept, and compares two of it. */
import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import type { PageRequest } from "../paging/domain/Page.ts"
import { textInPieces } from "../textInPieces.ts"
import type { KeptState } from "./domain/Baseline.ts"
import type { Change } from "./domain/Change.ts"
import { describeChange } from "./domain/describeChange.ts"
import { describeUrls } from "./domain/describeUrls.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import { readState } from "./domain/storedState.ts"
import { type Version, VersionId } from "./domain/Version.ts"
import { VersionNotFound } from "./errors.ts"
import type { HistoryTurns } from "./HistoryTurns.ts"
import { storedMonitor } from "./readMonitors.ts"
import { TextComparer } from "./TextComparer.ts"
import { VersionStore } from "./VersionStore.ts"

/** A page of the versions of a monitor. */
export const listVersions = Effect.fn("listVersions")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  page: PageRequest
) {
  yield* storedMonitor(organizationId, monitorId)
  const store = yield* VersionStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "versions", filter: { monitorId } },
    ...page,
    read: (slice) => store.list(organizationId, monitorId, slice),
    position: (version) => ({ at: version.capturedAt, id: version.id })
  })
})

const foundVersion = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  versionId: VersionId
) {
  const found = yield* (yield* VersionStore).get(organizationId, monitorId, versionId)
  return Option.isSome(found) ? found.value : yield* new VersionNotFound()
})

/** What was kept of a version; null when it was dropped since it was found. */
const keptBytes = Effect.fnUntraced(function* ({ id, organizationId, targetType }: Version) {
  const content = yield* (yield* VersionStore).part(organizationId, id, "content")
  if (Option.isNone(content)) return null
  return { kind: targetType, bytes: content.value.bytes } satisfies KeptState as KeptState
})

const keptOf = Effect.fnUntraced(function* (version: Version) {
  return (yield* keptBytes(version)) ?? (yield* new VersionNotFound())
})

const readKept = ({ bytes, kind }: KeptState) => Effect.map(textInPieces(bytes), (text) => readState(kind, text))

/** What a version was compared as, and its bytes; null when it was dropped since it was found. */
export const keptState = (version: Version) =>
  Effect.flatMap(keptBytes(version), (kept) =>
    kept === null ? Effect.succeed(null) : Effect.map(readKept(kept), (state) => ({ state, bytes: kept.bytes.length }))
  )

/** What a version was compared as. It may have been dropped since it was found. */
export const stateOf = (version: Version) => Effect.flatMap(keptOf(version), readKept)

/** Bytes of what was compared, by which whoever answers with it counts it before it is read; none of a version that there is not. */
export const versionBytes = Effect.fn("versionBytes")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  versionId: VersionId
) {
  const found = yield* (yield* VersionStore).get(organizationId, monitorId, versionId)
  return Option.match(found, { onNone: () => 0, onSome: ({ contentBytes }) => contentBytes })
})

/** One version with what was compared. */
export const getVersion = Effect.fn("getVersion")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  versionId: VersionId
) {
  yield* storedMonitor(organizationId, monitorId)
  const version = yield* foundVersion(organizationId, monitorId, versionId)
  return { version, state: yield* stateOf(version) }
})

/** The picture of a version, a PNG; null where none is kept. */
export const readPicture = Effect.fn("readPicture")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  versionId: VersionId
) {
  yield* storedMonitor(organizationId, monitorId)
  const { id } = yield* foundVersion(organizationId, monitorId, versionId)
  const picture = yield* (yield* VersionStore).part(organizationId, id, "picture")
  return Option.isSome(picture) ? picture.value.bytes : null
})

/** The versions between which a change was found, as far as they are kept. */
export const versionsOfChange = Effect.fnUntraced(function* ({ monitorId, organizationId, versions }: Change) {
  const store = yield* VersionStore
  const kept = (id: string | null | undefined) =>
    id === null || id === undefined
      ? Effect.succeed(null)
      : Effect.map(store.get(organizationId, monitorId, VersionId.make(id)), Option.getOrNull)
  return { before: yield* kept(versions?.before), after: yield* kept(versions?.after) }
})

const compared = Effect.fnUntraced(function* (name: string, from: Version, to: Version) {
  const [before, after] = [yield* keptOf(from), yield* keptOf(to)]
  const { agreed, urls } = yield* (yield* TextComparer).compareKept(before, after)
  if (agreed === null) return null
  const said = describeChange(name, agreed.change)
  if (urls === undefined) return said
  const { summary, title } = describeUrls(name, urls)
  return { ...said, title, summary }
})

/** What differs between any two versions of a monitor, which may be of different kinds. */
export const compareVersions = (turns: HistoryTurns) =>
  Effect.fn("compareVersions")(function* (
    organizationId: OrganizationId,
    monitorId: MonitorId,
    between: { readonly from: VersionId; readonly to: VersionId }
  ) {
    const { monitor } = yield* storedMonitor(organizationId, monitorId)
    const [from, to] = [
      yield* foundVersion(organizationId, monitorId, between.from),
      yield* foundVersion(organizationId, monitorId, between.to)
    ]
    return { from, to, difference: yield* turns.take(organizationId, compared(monitor.name, from, to)) }
  })
