/** Tries other rules on what a monitor kept. */
import { Clock, Duration, Effect, Option } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { PageReader } from "../pages/PageReader.ts"
import { ChangeStore } from "./ChangeStore.ts"
import { type Backtest, type BacktestRules, backtestLimits, type Replay, type ReplayReason } from "./domain/Backtest.ts"
import { describeChange } from "./domain/describeChange.ts"
import type { Monitor, MonitorId } from "./domain/Monitor.ts"
import { comparableText, isEmptyText } from "./domain/PageText.ts"
import { leavesOutNoise, type PageTarget } from "./domain/Target.ts"
import type { Version } from "./domain/Version.ts"
import { BacktestRunning } from "./errors.ts"
import { storedMonitor } from "./readMonitors.ts"
import { TextComparer } from "./TextComparer.ts"
import { VersionStore } from "./VersionStore.ts"

/** The target as the rules would have it. */
const triedTarget = (target: PageTarget, rules: BacktestRules): PageTarget => {
  const { includeNoise, ...rest } = target
  const isNoisy = rules.includeNoise ?? includeNoise === true
  return {
    ...rest,
    includeSelectors: rules.includeSelectors ?? target.includeSelectors,
    excludeSelectors: rules.excludeSelectors ?? target.excludeSelectors,
    normalizeWhitespace: rules.normalizeWhitespace ?? target.normalizeWhitespace,
    ...(isNoisy ? { includeNoise: true as const } : {})
  }
}

/** Whether a page is read by both in one way. */
const readsAlike = (one: PageTarget, other: PageTarget): boolean => {
  const rules = ({ excludeSelectors, includeNoise, includeSelectors, normalizeWhitespace }: PageTarget) =>
    JSON.stringify([includeSelectors, excludeSelectors, normalizeWhitespace, includeNoise === true])
  return rules(one) === rules(other)
}

type Read =
  | { readonly text: string; readonly bytes: number }
  | { readonly reason: ReplayReason; readonly bytes: number }

const decoder = new TextDecoder()

/** The text of a version by the rules that are tried. */
const readVersion = Effect.fnUntraced(function* (version: Version, target: PageTarget, isAlike: boolean) {
  const store = yield* VersionStore
  const source = version.hasSource
    ? yield* store.part(version.organizationId, version.id, "source")
    : Option.none<never>()
  if (Option.isNone(source)) {
    const content = isAlike ? yield* store.part(version.organizationId, version.id, "content") : Option.none<never>()
    if (Option.isNone(content)) return { reason: "no_source", bytes: 0 } satisfies Read
    return { text: decoder.decode(content.value.bytes), bytes: content.value.bytes.length } satisfies Read
  }
  const { bytes, mediaType } = source.value
  const { text } = yield* (yield* PageReader)
    .read({
      body: decoder.decode(bytes),
      mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOutNoise(target)
    })
    .pipe(Effect.catchTags({ InvalidSelector: Effect.die, UnreadablePage: () => Effect.succeed({ text: "" }) }))
  const compared = comparableText(text, target.normalizeWhitespace)
  const read: Read = isEmptyText(compared)
    ? { reason: "empty", bytes: bytes.length }
    : { text: compared, bytes: bytes.length }
  return read
})

/** What would be told of two texts that follow each other. */
const replayed = Effect.fnUntraced(function* (name: string, before: string, after: string) {
  if (before === after) return { reason: "same" as const, would: null }
  const compared = yield* (yield* TextComparer)
    .compare({ before, seen: [after], known: { lines: [], due: [] } })
    .pipe(Effect.option)
  if (Option.isNone(compared)) return { reason: "too_much" as const, would: null }
  const { agreed } = compared.value
  if (agreed === null) return { reason: "same" as const, would: null }
  const { summary, title } = describeChange(name, agreed.change)
  return { reason: "differs" as const, would: { title, summary } }
})

const changeThen = Effect.fnUntraced(function* ({ changeId, organizationId }: Version) {
  const found = changeId === null ? Option.none() : yield* (yield* ChangeStore).get(organizationId, changeId)
  return Option.getOrNull(found)
})

/** Replays versions, oldest first, for as long as the limits let it. */
const replayAll = Effect.fnUntraced(function* (monitor: Monitor, versions: ReadonlyArray<Version>, tried: PageTarget) {
  const isAlike = monitor.target.type === "page" && readsAlike(tried, monitor.target)
  const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(backtestLimits.time)
  const replays: Array<Replay> = []
  let before: string | null = null
  let bytes = 0
  for (const [index, to] of versions.entries()) {
    if (bytes > backtestLimits.bytes || (yield* Clock.currentTimeMillis) > until) return { replays, isCut: true }
    const read: Read = yield* readVersion(to, tried, isAlike)
    bytes += read.bytes
    const from = versions[index - 1]
    if (from !== undefined) {
      const was = yield* changeThen(to)
      const nothing = "text" in read ? { reason: "first" as const, would: null } : { reason: read.reason, would: null }
      const would = "text" in read && before !== null ? yield* replayed(monitor.name, before, read.text) : nothing
      replays.push({ from, to, was, ...would })
    }
    // As a run keeps its baseline when it fails.
    if ("text" in read) before = read.text
  }
  return { replays, isCut: false } satisfies Backtest
})

const checked = (field: string, selectors: ReadonlyArray<string> = []) =>
  Effect.flatMap(PageReader, (reader) => reader.checkSelectors(selectors)).pipe(
    Effect.catchTag("InvalidSelector", ({ message, selector }) =>
      Effect.fail(new InvalidInput({ field, message: `${selector}: ${message}` }))
    )
  )

/** Organizations that try rules now: one backtest at a time holds up nobody else's. */
export class BacktestTurns {
  readonly #running = new Set<OrganizationId>()

  /** Does `work` unless the organization has one under way. */
  take<A, E, R>(
    organizationId: OrganizationId,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | BacktestRunning, R> {
    return Effect.suspend((): Effect.Effect<A, E | BacktestRunning, R> => {
      if (this.#running.has(organizationId)) return new BacktestRunning()
      this.#running.add(organizationId)
      return Effect.ensuring(
        work,
        Effect.sync(() => this.#running.delete(organizationId))
      )
    })
  }
}

/** Says of the newest versions, two by two, what other rules would have told, and what was told. */
export const backtestMonitor = (turns: BacktestTurns) =>
  Effect.fn("backtestMonitor")(function* (organizationId: OrganizationId, monitorId: MonitorId, rules: BacktestRules) {
    const { monitor } = yield* storedMonitor(organizationId, monitorId)
    const { target } = monitor
    if (target.type !== "page") {
      return yield* new InvalidInput({
        field: "monitor_id",
        message: "only rules of pages can be tried on their history"
      })
    }
    yield* checked("include_selectors", rules.includeSelectors)
    yield* checked("exclude_selectors", rules.excludeSelectors)
    const newest = { limit: rules.limit + 1, after: null }
    const { rows } = yield* (yield* VersionStore).list(organizationId, monitorId, newest)
    const pages = rows.filter(({ targetType }) => targetType === "page").toReversed()
    const tried = triedTarget(target, rules)
    const { isCut, replays } = yield* turns.take(organizationId, replayAll(monitor, pages, tried))
    return { tried, replays, isCut }
  })
