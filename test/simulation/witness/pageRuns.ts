/** What a run of a page may have recorded, by what its page showed. */
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import type { PageTarget } from "@kittiwake/core/monitors/domain/Target"
import type { Spell } from "../web/Script.ts"
import { cameTrue, isWanted, versionIn } from "./goals.ts"
import { count, type Looked, shownTo, steadily } from "./Looking.ts"
import { checkProfile, mayLackProfile } from "./profileRuns.ts"

/** The text of a page, whatever it is written in. */
export const textIn = (body: string): string =>
  body
    .replace(/<title>.*<\/title>/, "")
    .replace(/<\/p>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .trim()

/** What a run says that met something in place of its page. */
const codes: { readonly [C in NonNullable<Run["error"]>["code"]]?: Spell } = {
  not_found: "notFound",
  blocked: "signIn",
  empty_content: "emptied"
}

const failedRun = (looked: Looked, target: PageTarget): void => {
  const { run, violated } = looked
  const { url } = target
  const spell = run.error === null ? undefined : codes[run.error.code]
  if (spell === "signIn" && mayLackProfile(looked, target)) return
  if (spell !== undefined && !shownTo(looked, url).some((one) => one.spell === spell))
    violated(`a page was said to be ${run.error?.code} that was there`)
}

/** Lines of a change that came and went, as its owner is told of them. */
const linesOf = (diff: string, sign: "+" | "-"): ReadonlyArray<string> =>
  diff
    .split("\n")
    .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
    .map((line) => line.slice(1))

const isCounter = (line: string): boolean => line.startsWith("Visitors today: ")

/** What was told was seen by two looks at least. */
const toldOnce = (looked: Looked, url: string): void => {
  const { change, monitor, violated } = looked
  const texts = shownTo(looked, url).flatMap(({ body, isWell }) => (isWell ? [textIn(body).split("\n")] : []))
  const [came, went] = [linesOf(change?.diff ?? "", "+"), linesOf(change?.diff ?? "", "-")]
  const wasSeen =
    came.every((line) => count(texts, (text) => text.includes(line)) >= 2) &&
    went.every((line) => count(texts, (text) => !text.includes(line)) >= 2)
  if (texts.length < 2 || !wasSeen) violated("a change of a page was told that one look alone saw")
  const isPinned = monitor.target.type === "page" && (monitor.target.pinnedLines ?? []).some(isCounter)
  if (isPinned && came.every(isCounter) && went.every(isCounter)) violated("lines were told that are pinned")
}

/** Looks in a row that must show what is known to flicker before it is told after all (docs: monitors). */
const looksUntilTold = 16

/** Whether a page has stayed changed for so long that it must be told: at once, where its lines are not known to flicker. */
const isOverdue = ({ after, before, monitor, waiting }: Looked, was: string, body: string | null, looks: number) => {
  if (body === null || versionIn(was) === versionIn(body) || after !== before) {
    waiting.delete(monitor.id)
    return body !== null && versionIn(was) !== versionIn(body)
  }
  const known = waiting.get(monitor.id)
  const now = (known?.body === body ? known.looks : 0) + looks
  waiting.set(monitor.id, { body, looks: now })
  return (monitor.baseline?.flicker?.lines.length ?? 0) === 0 || now >= looksUntilTold
}

const completedRun = (looked: Looked, url: string): void => {
  const { after, before, change, monitor, violated } = looked
  const shown = shownTo(looked, url)
  if (shown.length > 0 && !shown.some(({ isWell }) => isWell)) violated("a page that was not there was compared")
  if (after?.type !== "page") {
    violated("a completed run of a page has no text")
    return
  }
  if (after !== before && !shown.some(({ body, isWell }) => isWell && textIn(body) === after.text))
    violated("a baseline is of a page that nobody was shown")
  if (before?.type !== "page") return
  if (change !== null) toldOnce(looked, url)
  const steady = steadily(looked, url)
  const isOther = isOverdue(looked, before.text, steady, shown.length)
  if (monitor.changeDetection.type === "exact") {
    if (isOther && change === null) violated("a page that stays changed was not told")
    if (after.text !== before.text && change === null) violated("a baseline was changed and nobody told")
    return
  }
  if (isOther && steady !== null && textIn(steady) !== after.text)
    violated("a change that was judged is not what the next is compared with")
  const isDue = isWanted(monitor) && cameTrue(before.text, after.text)
  if (isDue !== (change !== null))
    violated(isDue ? "a goal came true and was not told" : "a change was told that the goal does not ask for")
}

/** A page that was looked at. */
export const checkPageRun = (looked: Looked): void => {
  const { run } = looked
  const { target } = looked.monitor
  if (target.type !== "page") return
  checkProfile(looked, target, run)
  if (run.status === "failed") failedRun(looked, target)
  if (run.status === "completed") completedRun(looked, target.url)
}
