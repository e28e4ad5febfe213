/** Versions of a page by other rules: read anew from what was fetched, compared and judged. */
import { Effect, Option } from "effect"
import { PageReader, type PageText } from "../pages/PageReader.ts"
import { ChangeJudge } from "./ChangeJudge.ts"
import type { TriedRules } from "./domain/Backtest.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { isEmptyText } from "./domain/PageText.ts"
import { leavesOutNoise, type PageTarget } from "./domain/Target.ts"
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
type Seen = Pick<PageText, "text" | "marks">

const readVersion = Effect.fnUntraced(function* (version: Version, target: PageTarget, isAlike: boolean) {
  const store = yield* VersionStore
  const source = version.hasSource
    ? yield* store.part(version.organizationId, version.id, "source")
    : Option.none<never>()
  if (Option.isNone(source)) {
    const content = isAlike ? yield* store.part(version.organizationId, version.id, "content") : Option.none<never>()
    if (Option.isNone(content)) return { reason: "no_source", bytes: 0 } satisfies Shown<Seen> as Shown<Seen>
    const { bytes } = content.value
    return { seen: { text: decoder.decode(bytes) }, bytes: bytes.length } satisfies Shown<Seen>
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
        UnreadablePage: () => Effect.succeed<Seen>({ text: "" })
      })
    )
  const shown: Shown<Seen> = isEmptyText(text)
    ? { reason: "empty", bytes: bytes.length }
    : { seen: { text, ...(marks === undefined ? {} : { marks }) }, bytes: bytes.length }
  return shown
})

const compareTexts = Effect.fnUntraced(function* (monitor: Monitor, tried: TriedRules, before: Seen, after: Seen) {
  const { changeDetection, target } = tried
  const compared = yield* comparedTexts(before.text, after.text, target.type === "page" ? target.pinnedLines : [])
  if (!("change" in compared)) return compared
  const isJudged = changeDetection.type === "semantic"
  const goal = target.type === "page" ? target.instructions : null
  const question = {
    organizationId: monitor.organizationId,
    goal,
    url: target.url,
    targetType: target.type,
    before: before.text,
    after: after.text,
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
    compare: (before, after) => compareTexts(monitor, tried, before, after)
  }
}
