/** The first look of a monitor that was just made: what came of it, and what helps where it failed. */
import type { RunRecord, TraceStepRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import type { TargetType } from "@kittiwake/core/monitors/domain/Target"
import { Duration, Effect } from "effect"
import { CommandFailed } from "../CommandFailed.ts"
import type { Settings } from "../config.ts"
import { notReady } from "../notReady.ts"
import { type ServerClient, withoutCall } from "../serverClient.ts"
import { untilEnded } from "./monitorRuns.ts"
import { runText } from "./runView.ts"
import { forOutput } from "./terminal.ts"
import { unreadRemedy } from "./unreadRemedy.ts"

type Run = RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> }

/** How long it is waited for: a page takes a second or two, what a sitemap lists or a site says may take minutes. */
const patience = Duration.seconds(20)

/** What is known of it when the command ends. */
export type FirstLook =
  | { readonly _tag: "Ended"; readonly run: Run }
  /** It is done when its turn comes; `why` says what keeps it where that is known. */
  | { readonly _tag: "Waits"; readonly why: string | null }

interface Made {
  readonly id: string
  readonly target: { readonly type: TargetType; readonly browser?: boolean }
  readonly initial_run_id: string | null
  readonly next_run_at: string | null
}

const waits = (why: string | null): FirstLook => ({ _tag: "Waits", why })

/** Waits for the first look of a monitor. The monitor is made, so that nothing which happens here fails. */
export const firstLook = (client: ServerClient, settings: Settings, { id, initial_run_id }: Made) =>
  initial_run_id === null
    ? Effect.succeed(waits(null))
    : untilEnded(
        initial_run_id,
        client.monitors.runOf({ params: { monitor_id: id, run_id: initial_run_id } }),
        notReady(settings)
      ).pipe(
        Effect.map((run): FirstLook => ({ _tag: "Ended", run: withoutCall(run) })),
        Effect.catch((error) => Effect.succeed(waits(error instanceof CommandFailed ? error.message : null))),
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(waits(null)) })
      )

/** What its owner can do about it, with flags that a monitor of this kind takes; null where nothing but waiting helps, or the message says it. */
const remedyOf = ({ id, target }: Made, { code, message }: NonNullable<RunRecord["error"]>): string | null => {
  const edit = `kittiwake monitor edit ${id}`
  switch (code) {
    case "not_found":
      return `Check the address: "${edit} --url URL" gives it another one, "kittiwake monitor remove ${id}" takes it away.`
    case "extraction_failed":
      return unreadRemedy(target.type, message, edit)
    case "blocked":
      if (target.type !== "page") return null
      return target.browser === true
        ? `What asks to sign in is shown to a browser that is signed in ("${edit} --profile PROFILE").`
        : `A browser may be let in ("${edit} --browser"), and one that is signed in sees what asks to sign in (--profile).`
    case "empty_content":
      if (target.type === "sitemap") return `Keep other addresses ("${edit} --include GLOB").`
      return target.type === "page"
        ? `Keep another part ("${edit} --keep SELECTOR"), or look with a browser (--browser).`
        : null
    default:
      return null
  }
}

/** That it goes on, and for how long. */
const goesOn = ({ id, next_run_at }: Made, isOurs: boolean): string =>
  [
    `The monitor ${id} stays`,
    next_run_at === null ? "" : ` and looks again at ${next_run_at}`,
    isOurs ? "" : "; it pauses after three looks that fail",
    "."
  ].join("")

/** Why the first look failed, and what to do; null where it did not. */
export const firstLookFailure = (made: Made, look: FirstLook): string | null => {
  if (look._tag === "Waits") return null
  const { error, skip_reason, status } = look.run
  if (status === "skipped") return `Its first look was skipped (${skip_reason}). ${goesOn(made, true)}`
  if (error === null) return null
  const remedy = remedyOf(made, error)
  return [
    `Its first look failed: ${error.code}: ${error.message}`,
    ...(remedy === null ? [] : [remedy]),
    goesOn(made, error.code === "internal_error")
  ].join(" ")
}

/** Why no browser showed the page, which would have shown more of it; undefined where none was needed, or one did. */
const lackingBrowser = ({ trace }: Run): string | undefined =>
  trace.find(({ outcome, step }) => step === "render" && !outcome.startsWith("status "))?.outcome

/** What the look found, in the words of its trace: how much it read, or how many addresses or pages there are. */
const found = ({ trace }: Run): string => {
  const outcome = (step: string) => trace.findLast((one) => one.step === step)?.outcome
  const said = outcome("read") ?? outcome("fetch")
  return said === undefined ? "" : `\nIt found ${forOutput(said)}.`
}

/** What came of it for whoever reads; a failure is said as one. */
export const firstLookText = ({ id }: Made, look: FirstLook): string => {
  if (look._tag === "Waits") {
    const why = look.why === null ? "" : ` ${look.why}`
    return `Its first look has not ended yet.${why}\n"kittiwake monitor why ${id}" says what came of it.`
  }
  if (look.run.status !== "completed") return ""
  const lacking = lackingBrowser(look.run)
  const text = `${runText({ run: look.run, change: null, dismissed: null })}${found(look.run)}`
  return lacking === undefined
    ? text
    : `${text}\nOnly a browser shows all of the page; what its server sends is watched. ${forOutput(lacking)}`
}
