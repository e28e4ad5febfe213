/**
 * Stands beside the sites and the database: ties what a run recorded of its target to what the target showed while the run
 * looked. Each kind of target has its rules in a file beside this one.
 */
import type { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import type { BaselineMark, MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"
import type { Recorded, RunClaim, RunOutcome } from "@kittiwake/core/monitors/RunStore"
import type { Tables } from "../../../packages/core/src/memory/Database.ts"
import type { ProfileEnd } from "../Profiles.ts"
import type { Incarnation } from "../Universe.ts"
import type { Servings } from "../web/Servings.ts"
import { checkExtractRun } from "./extractRuns.ts"
import type { Looked, Looker, Waiting } from "./Looking.ts"
import { checkPageRun } from "./pageRuns.ts"
import { checkSitemapRun } from "./sitemapRuns.ts"

interface Claimed extends Looker {
  readonly token: number
}

/** An action that did not work, by the address of its page. */
export interface Misclick {
  readonly atMillis: number
  readonly by: Incarnation
}

interface Circumstances {
  readonly servings: Servings
  readonly misclicks: ReadonlyMap<string, Misclick>
  readonly profileEnds: ReadonlyMap<string, ProfileEnd>
  readonly nowMillis: () => number
  readonly failuresOf: (monitorId: MonitorId) => number
  readonly violated: (what: string) => void
}

const checks: { readonly [T in TargetType]: (looked: Looked) => void } = {
  page: checkPageRun,
  sitemap: checkSitemapRun,
  extract: checkExtractRun
}

/** What takes more of a look than a page. */
export const lookKinds = ["file", "data", "member"] as const
export type LookKind = (typeof lookKinds)[number]

/** How many looks of each kind were completed: at a file, at data that a schema asks for, with somebody's session. */
export type Looks = { readonly [K in LookKind]: number }

export const noLooks: Looks = { file: 0, data: 0, member: 0 }

export class LookWitness {
  readonly looks: { [K in LookKind]: number } = { ...noLooks }
  private readonly claims = new Map<MonitorId, Claimed>()
  private readonly waiting = new Map<MonitorId, Waiting>()
  private readonly tables: Tables
  private readonly circumstances: Circumstances

  constructor(tables: Tables, circumstances: Circumstances) {
    this.tables = tables
    this.circumstances = circumstances
  }

  /** From now on `by` looks. */
  claimed(claims: ReadonlyArray<RunClaim>, by: Incarnation): void {
    const sinceMillis = this.circumstances.nowMillis()
    for (const { stored, token } of claims) this.claims.set(stored.monitor.id, { token, by, sinceMillis })
  }

  /** What to do when these outcomes were recorded. */
  recording(outcomes: ReadonlyArray<RunOutcome>): (answers: ReadonlyArray<Recorded>) => void {
    const { misclicks, nowMillis, profileEnds, servings, violated } = this.circumstances
    const stood = outcomes.map(({ claim, next }) => {
      const row = this.tables.monitors.get(next.id)
      const looker = this.claims.get(next.id)
      const failuresBefore = this.circumstances.failuresOf(next.id)
      return row === undefined || looker?.token !== claim.token
        ? null
        : { monitor: row.monitor, before: row.baseline, looker, failuresBefore }
    })
    return (answers) =>
      outcomes.forEach(({ next, run: { id } }, index) => {
        const before = stood[index]
        const run = this.tables.runs.get(id)
        const row = this.tables.monitors.get(next.id)
        if (before == null || run === undefined || row === undefined || answers[index]?._tag !== "Recorded") return
        const change = run.changeId === null ? null : (this.tables.changes.get(run.changeId as ChangeId) ?? null)
        const looked: Looked = {
          ...before,
          servings,
          profileEnds,
          nowMillis: nowMillis(),
          violated,
          run,
          change,
          after: row.baseline,
          waiting: this.waiting
        }
        if (run.status === "completed") this.count(looked, row.monitor.baseline)
        else this.checkUntouched(looked)
        const clicked = misclicks.get(before.monitor.target.url)
        const { by, sinceMillis } = before.looker
        if (run.status === "completed" && clicked?.by === by && clicked.atMillis >= sinceMillis)
          violated("an action that did not work was passed over")
        checks[before.monitor.target.type](looked)
      })
  }

  private count({ after, monitor: { target } }: Looked, mark: BaselineMark | null): void {
    if (mark?.way === "file") this.looks.file++
    if (after?.type === "extract" && after.lines !== undefined) this.looks.data++
    if (target.type === "page" && target.profileId !== undefined) this.looks.member++
  }

  /** A run that did not complete leaves what the next is compared with. */
  private checkUntouched({ after, before, change, run, violated }: Looked): void {
    if (after !== before) violated(`a ${run.status} run wrote a baseline`)
    if (change !== null) violated(`a ${run.status} run found a change`)
  }
}
