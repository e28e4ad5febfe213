/** The text that a page is compared with as it is read now, of what was fetched for it: other rules would tell of themselves. */
import { Effect, Option } from "effect"
import { noiseRules } from "../pages/domain/LeftOut.ts"
import { PageReader } from "../pages/PageReader.ts"
import { Signer } from "../security/Signer.ts"
import type { BaselineMark, MonitorOf } from "./domain/Monitor.ts"
import { isEmptyText } from "./domain/PageText.ts"
import { leavesOutNoise } from "./domain/Target.ts"
import { VersionStore } from "./VersionStore.ts"

/** Whether the text of a mark was read without noise, but by other rules than those of now. */
export const isOfOtherRules = (mark: BaselineMark, { target }: MonitorOf<"page">): boolean =>
  mark.noiseRules !== undefined && mark.noiseRules !== noiseRules && leavesOutNoise(target)

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Null where what was fetched for this text is not kept: then the text is compared as it is. */
export const rereadBaseline = Effect.fnUntraced(function* (
  { id, organizationId, target }: MonitorOf<"page">,
  before: string
) {
  const store = yield* VersionStore
  const { rows } = yield* store.list(organizationId, id, { limit: 1, after: null })
  const [newest] = rows
  if (newest === undefined || !newest.hasSource) return null
  const content = yield* store.part(organizationId, newest.id, "content")
  // Where the clock was set back the newest may be of another text.
  if (Option.isNone(content) || decoder.decode(content.value.bytes) !== before) return null
  const source = yield* store.part(organizationId, newest.id, "source")
  if (Option.isNone(source)) return null
  const read = yield* (yield* PageReader)
    .read({
      body: decoder.decode(source.value.bytes),
      mediaType: source.value.mediaType,
      includeSelectors: target.includeSelectors,
      excludeSelectors: target.excludeSelectors,
      leavesOutNoise: true,
      normalizesWhitespace: target.normalizeWhitespace
    })
    .pipe(Effect.catchTags({ InvalidSelector: () => Effect.succeed(null), UnreadablePage: () => Effect.succeed(null) }))
  if (read === null || isEmptyText(read.text)) return null
  return { text: read.text, fingerprint: yield* (yield* Signer).digest(read.text) }
})
