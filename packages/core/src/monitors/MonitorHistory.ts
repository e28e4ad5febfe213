/** All a caller may do with what monitors kept. */
import { Context, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { PageReader } from "../pages/PageReader.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { makeIfAlone } from "../sharing/makeIfAlone.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import { BacktestTurns } from "./BacktestTurns.ts"
import { backtestMonitor } from "./backtestMonitor.ts"
import type { ChangeJudge } from "./ChangeJudge.ts"
import type { ChangeStore } from "./ChangeStore.ts"
import type { Backtest, BacktestRules, TriedRules } from "./domain/Backtest.ts"
import type { BaselineState } from "./domain/Baseline.ts"
import type { Change, ChangeId } from "./domain/Change.ts"
import type { ChangeText } from "./domain/describeChange.ts"
import type { Monitor, MonitorId } from "./domain/Monitor.ts"
import type { MuteOption } from "./domain/MuteOption.ts"
import type { Version, VersionId } from "./domain/Version.ts"
import type { BacktestRunning, ChangeNotFound, MonitorNotFound, VersionNotFound } from "./errors.ts"
import { HistoryTurns } from "./HistoryTurns.ts"
import type { MonitorStore } from "./MonitorStore.ts"
import { muteOptions } from "./muteOptions.ts"
import { pruneVersions } from "./pruneVersions.ts"
import type { RunStore } from "./RunStore.ts"
import {
  compareVersions,
  getVersion,
  listVersions,
  readPicture,
  versionBytes,
  versionsOfChange
} from "./readVersions.ts"
import type { TextComparer, TooMuchToCompare } from "./TextComparer.ts"
import type { VersionStore } from "./VersionStore.ts"

export class MonitorHistory extends Context.Service<
  MonitorHistory,
  {
    /** Versions of a monitor, newest first. */
    readonly list: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      page: PageRequest
    ) => Effect.Effect<Page<Version>, MonitorNotFound | InvalidCursor | StoreUnavailable>

    /** Bytes of what was compared, known before it is read; none of a version that there is not. */
    readonly bytes: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      versionId: VersionId
    ) => Effect.Effect<number, StoreUnavailable>

    /** One version with what was compared. */
    readonly get: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      versionId: VersionId
    ) => Effect.Effect<
      { readonly version: Version; readonly state: BaselineState },
      MonitorNotFound | VersionNotFound | StoreUnavailable
    >

    /** What differs between any two versions of a monitor; null when nothing does. */
    readonly compare: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      between: { readonly from: VersionId; readonly to: VersionId }
    ) => Effect.Effect<
      { readonly from: Version; readonly to: Version; readonly difference: ChangeText | null },
      MonitorNotFound | VersionNotFound | TooMuchToCompare | StoreUnavailable
    >

    /** The picture of a version, a PNG; null where none is kept. */
    readonly picture: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      versionId: VersionId
    ) => Effect.Effect<Uint8Array | null, MonitorNotFound | VersionNotFound | StoreUnavailable>

    /** The versions between which a change was found, as far as they are kept. */
    readonly ofChange: (
      change: Change
    ) => Effect.Effect<{ readonly before: Version | null; readonly after: Version | null }, StoreUnavailable>

    /** What other rules would have told of the history of a monitor. One at a time for an organization. */
    readonly backtest: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      rules: BacktestRules
    ) => Effect.Effect<
      Backtest & { readonly tried: TriedRules },
      BacktestRunning | InvalidInput | MonitorNotFound | StoreUnavailable
    >

    /**
     * Settings that would have kept a change quiet, and what else of the newest history they would have: a backtest of each.
     * Changes nothing.
     */
    readonly muteOptions: (
      organizationId: OrganizationId,
      changeId: ChangeId
    ) => Effect.Effect<
      { readonly monitor: Monitor; readonly options: ReadonlyArray<MuteOption> },
      BacktestRunning | ChangeNotFound | MonitorNotFound | StoreUnavailable
    >
  }
>()("@kittiwake/core/monitors/MonitorHistory") {
  static readonly layer = Layer.effect(
    MonitorHistory,
    Effect.gen(function* () {
      const bound = bind(
        yield* Effect.context<
          | ChangeJudge
          | ChangeStore
          | Cursors
          | MonitorStore
          | PageReader
          | RunStore
          | SitemapReader
          | TextComparer
          | VersionStore
        >()
      )
      const turns = new HistoryTurns()
      const ifAlone = yield* makeIfAlone({
        use: "backtests",
        lost: "backtests: what the processes share does not answer; each counts for itself meanwhile",
        found: "backtests: the processes share their count again"
      })
      const running = new BacktestTurns(ifAlone)
      return MonitorHistory.of({
        list: bound(listVersions),
        bytes: bound(versionBytes),
        get: bound(getVersion),
        compare: bound(compareVersions(turns)),
        picture: bound(readPicture),
        ofChange: bound(versionsOfChange),
        backtest: bound(backtestMonitor(running, turns)),
        muteOptions: bound(muteOptions(running, turns))
      })
    })
  )
}

/** Keeps history within its bounds. It stands apart, because it needs nothing that reading history stands on. */
export class HistoryUpkeep extends Context.Service<
  HistoryUpkeep,
  {
    /** Drops up to `limit` versions that are kept no longer; less than `limit` means that nothing is left to do. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/HistoryUpkeep") {
  /** Upkeep that keeps versions for as long as `HistoryBounds` says. */
  static readonly layer = Layer.effect(
    HistoryUpkeep,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<VersionStore>())
      return HistoryUpkeep.of({ prune: bound(pruneVersions) })
    })
  )
}
