/** Versions of a page by other rules: read anew from what was fetched, compared and judged. */
import { Effect, Option } from "effect"
import { PageReader, type PageText } from "../pages/PageReader.ts"
import { ChangeJudge } from "./ChangeJudge.ts"
import type { TriedRules } from "./domain/Backtest.ts"
import type { Change } from "./domain/Change.ts"
import { knownThen, type Quiet } from "./domain/knownThen.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { isEmptyText } from "./domain/PageText.ts"
import { leavesOutNoise, type PageTarget } from "./domain/Target.ts"
import type { Unstable } from "./domain/Unstable.ts"
import type { Version } from "./domain/Version.ts"
import { comparedTexts, type Replayer, type Shown, toldOf } from "./Replayer.ts"
import type { TextComparer } from "./TextComparer.ts"
import { VersionStore } from "./VersionStore.ts"

/** Whether a page is read by both in one way. */
const readsAlike = (one: PageTarget, other: PageTarget): boolean => {
  const rules = ({ excludeSelectors, includeNoise, includeSelectors, normalizeWhitespace }: PageTarget) =>
    JSON.stringify([includeSelectors, excludeSelectors, normalizeWhitespace, includeNoise === true])
  return rules(one) === rules(other)
}

const decoder = new TextDecoder()

/** The text of a version, with what its markup says of its lines where that is kept. */
interface Seen extends Pick<PageText, "text" | "marks"> {
  readonly id: Version["id"]
  /** The text that was compared then; null where it is not kept any more. */
  readonly compared: string | null
}

/** The text of a version as it was compared. */
const contentOf = Effect.fnUntraced(function* ({ id, organizationId }: Version) {
  const content = yield* (yield* VersionStore).part(organizationId, id, "content")
  return Option.match(content, {
    onNone: () => ({ compared: null, bytes: 0 }),
    onSome: ({ bytes }) => ({ compared: decoder.decode(bytes), bytes: bytes.length })
  })
})

const readVersion = Effect.fnUntraced(function* (version: Version, target: PageTarget, isAlike: boolean) {
  const source = version.hasSource
    ? yield* (yield* VersionStore).part(version.organizationId, version.id, "source")
    : Option.none<never>()
  const { id } = version
  if (Option.isNone(source)) {
    const { bytes, compared } = isAlike ? yield* contentOf(version) : { bytes: 0, compared: null }
    return compared === null
      ? ({ reason: "no_source", bytes } satisfies Shown<Seen> as Shown<Seen>)
      : ({ seen: { id, text: compared, compared }, bytes } satisfies Shown<Seen>)
  }
  const { bytes, mediaType } = source.value
  const { marks, text } = yield* (yield* PageReader)
    .read({
      body: decoder.decode(bytes),
      mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: leavesOutNoise(target),
      normalizesWhitespace: target.normalizeWhitespace,
      tellsMarks: true
    })
    .pipe(
      Effect.catchTags({
        InvalidSelector: Effect.die,
        UnreadablePage: () => Effect.succeed<Pick<PageText, "text" | "marks">>({ text: "" })
      })
    )
  if (isEmptyText(text)) return { reason: "empty", bytes: bytes.length } satisfies Shown<Seen> as Shown<Seen>
  const content = yield* contentOf(version)
  return {
    seen: { id, text, compared: content.compared, ...(marks === undefined ? {} : { marks }) },
    bytes: bytes.length + content.bytes
  } satisfies Shown<Seen>
})

/** Lines that flickered between two versions, by what the monitor knows now and what its run told then. */
const flickeringLines = ({ baseline, target }: Monitor, before: Seen, after: Seen, was: Change | null) => {
  const quiet: Quiet = { lines: baseline?.flicker?.lines ?? [], ...(target.type === "page" ? target : {}) }
  const versions = was?.versions
  const isOfBoth = versions?.before === before.id && versions.after === after.id
  const texts =
    isOfBoth && before.compared !== null && after.compared !== null
      ? { before: before.compared, after: after.compared }
      : {}
  return knownThen(quiet, { diff: was?.diff, ...texts })
}

const compareTexts = Effect.fnUntraced(function* (
  monitor: Monitor,
  tried: TriedRules,
  [before, after]: readonly [Seen, Seen],
  was: Change | null
) {
  const { changeDetection, target } = tried
  const lines = flickeringLines(monitor, before, after, was)
  const unstable: Unstable = target.type === "page" ? target : {}
  const compared = yield* comparedTexts(before.text, after.text, { lines, unstable })
  if (!("change" in compared)) return compared
  const isJudged = changeDetection.type === "semantic"
  const goal = target.type === "page" ? target.instructions : null
  const question = {
    organizationId: monitor.organizationId,
    goal,
    url: target.url,
    targetType: target.type,
    before: before.text,
    after: compared.text ?? after.text,
    ...(after.marks === undefined ? {} : { marks: after.marks })
  }
  const judgement = isJudged ? yield* (yield* ChangeJudge).judge(question) : null
  return toldOf(monitor, tried, { type: "page", change: compared.change }, judgement)
})

/** Versions of a page that the monitor watches as `watched`, tried as `target`. */
export const replayPage = (
  monitor: Monitor,
  tried: TriedRules,
  { target, watched }: { readonly target: PageTarget; readonly watched: PageTarget }
): Replayer<Seen, ChangeJudge | PageReader | TextComparer | VersionStore> => {
  const isAlike = readsAlike(target, watched)
  return {
    read: (version) => readVersion(version, target, isAlike),
    compare: (before, after, was) => compareTexts(monitor, tried, [before, after], was)
  }
}
