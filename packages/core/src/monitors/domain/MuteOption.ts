/** Settings of a monitor that would have kept a change quiet, as they follow from what changed. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { BacktestRules } from "./Backtest.ts"
import type { Change, ChangeId } from "./Change.ts"
import { type Quiet, toldLines } from "./knownThen.ts"
import type { MonitorPatch } from "./MonitorInput.ts"
import type { PageTarget, SitemapTarget } from "./Target.ts"
import { shapeOf, unstableLimits } from "./Unstable.ts"

/** What is left out: a region of the page, lines whatever their numbers are, addresses, or what is not sure enough. */
export type MuteKind = "region" | "lines" | "addresses" | "threshold"

/** Settings that may keep a change quiet: as a change of the monitor, and as rules that can be tried. */
export interface MuteProposal {
  readonly kind: MuteKind
  readonly patch: MonitorPatch
  readonly rules: Omit<BacktestRules, "limit">
}

/** What a proposal would have done to the newest changes. */
export interface MuteOption extends MuteProposal {
  /** Whether the change itself would have been kept quiet; null where that cannot be said any more. */
  readonly isQuiet: boolean | null
  /** It leaves out what the goal asks for, of which nothing like the change would be told any more. */
  readonly hidesGoal: boolean
  /** Changes that it would have kept quiet, the newest last. */
  readonly quiet: ReadonlyArray<ChangeId>
  /** Changes that it would have told all the same. */
  readonly told: number
  /** Pairs of versions of which it cannot be said. */
  readonly unknown: number
  /** Not all pairs were looked at, because of the limits of bytes and time. */
  readonly isCut: boolean
}

/** Pairs of versions that each proposal is tried on, and lines and selectors that are proposed at most. @internal */
export const muteLimits = { pairs: 40, lines: 20, selectors: 3, diffCharacters: 64 * 1024 } as const

/** Lines that went and lines that came. */
export interface ChangedLines {
  readonly went: ReadonlyArray<string>
  readonly came: ReadonlyArray<string>
}

/**
 * The lines of a change of a page that were told, each whatever its numbers are; null where there are too many of them to leave out one
 * by one.
 */
export const changedLines = ({ diff }: Pick<Change, "diff">, quiet: Quiet = { lines: [] }): ChangedLines | null => {
  if (diff === undefined || diff.length > muteLimits.diffCharacters) return null
  const { came, went } = toldLines(diff, quiet)
  const byShape = (lines: ReadonlyArray<string>) => {
    const said = lines.map((line) => line.trim()).filter((line) => line !== "")
    return [...new Map(said.map((line) => [shapeOf(line), line])).values()]
  }
  const lines = { went: byShape(went), came: byShape(came) }
  const count = lines.went.length + lines.came.length
  return count === 0 || count > muteLimits.lines ? null : lines
}

/** Leaves out the regions that the lines stand in; null where one stands in none, or in too many. */
export const regionProposal = (target: PageTarget, places: ReadonlyArray<string | null>): MuteProposal | null => {
  const found = places.filter((place) => place !== null)
  const selectors = [...new Set(found)].filter((one) => !target.excludeSelectors.includes(one))
  if (found.length < places.length || selectors.length === 0 || selectors.length > muteLimits.selectors) return null
  const excludeSelectors = [...target.excludeSelectors, ...selectors]
  return { kind: "region", patch: { target: { ...target, excludeSelectors } }, rules: { excludeSelectors } }
}

/** Pins the lines, so that a difference of them alone is never told. */
export const linesProposal = (target: PageTarget, { came, went }: ChangedLines): MuteProposal | null => {
  const byShape = new Map((target.pinnedLines ?? []).map((line) => [shapeOf(line), line]))
  for (const line of [...went, ...came]) if (!byShape.has(shapeOf(line))) byShape.set(shapeOf(line), line)
  const pinnedLines = [...byShape.values()]
  const fits =
    pinnedLines.length <= unstableLimits.lines && pinnedLines.every((line) => line.length <= unstableLimits.characters)
  return fits ? { kind: "lines", patch: { target: { ...target, pinnedLines } }, rules: { pinnedLines } } : null
}

/** The path of an address up to and with its first part, as a glob; null of the site itself. */
const globOf = (url: string): string | null => {
  const [, first = "", ...rest] = parseUrl(url)?.pathname.split("/") ?? []
  if (first === "") return null
  return rest.length === 0 ? `/${first}` : `/${first}/*`
}

/** Leaves out the parts of the site in which addresses came and went; null where there are too many. */
export const addressesProposal = (
  target: SitemapTarget,
  { addedUrls = [], movedUrls = [], removedUrls = [] }: Pick<Change, "addedUrls" | "movedUrls" | "removedUrls">
): MuteProposal | null => {
  const urls = [...addedUrls, ...removedUrls, ...movedUrls.flatMap(({ from, to }) => [from, to])]
  const globs = [...new Set(urls.map(globOf))]
  if (globs.length === 0 || globs.length > muteLimits.selectors || globs.includes(null)) return null
  const exclude = [...new Set([...target.exclude, ...globs.filter((glob) => glob !== null)])]
  return { kind: "addresses", patch: { target: { ...target, exclude } }, rules: { exclude } }
}

/** What is offered later: what hides the goal, and of that a region, lines or addresses, of which nothing at all would be told. */
export const lateness = ({ hidesGoal: hides, kind }: Pick<MuteOption, "hidesGoal" | "kind">): number =>
  hides ? (kind === "threshold" ? 1 : 2) : 0
