/** Says what a monitor would keep, before there is one. Nothing of it is stored. */
import { DateTime, Effect } from "effect"
import { annotated } from "../annotated.ts"
import { exactly } from "../credits/domain/PriceRange.ts"
import type { Charged } from "../credits/withCharge.ts"
import { InvalidInput } from "../InvalidInput.ts"
import type { Organization } from "../organizations/domain/Organization.ts"
import { actingOnce } from "../pages/acting.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { harmlessAddress } from "../usage/domain/harmless.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { TooBusy } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import type { Told } from "./captureText.ts"
import { checkMonitor, checkWebhook } from "./checkMonitor.ts"
import { freshMonitor, planOf } from "./domain/freshMonitor.ts"
import { type Monitor, MonitorId } from "./domain/Monitor.ts"
import type { NewMonitor } from "./domain/MonitorInput.ts"
import { type Preview, plannedRuns, type Regions, type Seen } from "./domain/Preview.ts"
import type { TraceStep } from "./domain/Run.ts"
import type { PageTarget, SitemapTarget, Target } from "./domain/Target.ts"
import type { LookPorts } from "./looks.ts"
import { ofLogin } from "./ofLogin.ts"
import type { PreviewTurns } from "./PreviewTurns.ts"
import { previewPage } from "./previewPage.ts"
import { previewSitemap } from "./previewSitemap.ts"
import type { NoRoom, Unusable } from "./Unusable.ts"

/** It stands for no monitor: nobody can ask for one under it. */
const id = MonitorId.make("preview")

const seenTwice = (target: Target): Effect.Effect<PageTarget | SitemapTarget, InvalidInput> => {
  if (target.type !== "extract") return Effect.succeed(target)
  const message = "must be page or sitemap: which pages of a site are read is known when a run has chosen them"
  return new InvalidInput({ field: "target.type", message })
}

/** The monitor as it would begin. Fails as its creation would. */
const begun = Effect.fnUntraced(function* (organization: Organization, input: NewMonitor) {
  const plan = planOf(input)
  yield* checkMonitor(organization, plan)
  if (input.webhook) yield* checkWebhook(input.webhook)
  const target = yield* seenTwice(plan.target)
  const owner = { id, organizationId: organization.id }
  const monitor = freshMonitor(input, plan, owner, { at: yield* DateTime.now, subscription: null })
  return { monitor, target }
})

/** What the looks tell beside what they give. */
interface Telling {
  readonly trace: Array<TraceStep>
  told: Told | null
}

const looksAt = (
  monitor: Monitor,
  target: PageTarget | SitemapTarget,
  telling: Telling
): Effect.Effect<Seen, NoRoom | StoreUnavailable | Unusable, LookPorts> => {
  if (target.type === "sitemap") return previewSitemap({ ...monitor, target }, telling.trace)
  const tell = (told: Told) => {
    telling.told = told
  }
  const page = { ...monitor, target }
  return ofLogin(previewPage(page, tell, telling.trace), page)
}

const regionsOf = ({ target }: Monitor, told: Told | null): Regions | null =>
  target.type === "page"
    ? { selectors: told?.regions ?? null, leftOut: told?.leftOut ?? [], blocks: told?.blocks ?? null }
    : null

/** What was seen, for whoever asks the log: words of the page stand in the answer alone. */
const noted = ({ error, monitor, seen, trace }: Preview, credits: number) =>
  Effect.logInfo("preview.answered").pipe(
    annotated({
      url: harmlessAddress(monitor.target.url, true),
      organizationId: monitor.organizationId,
      targetType: monitor.target.type,
      errorCode: error?.code,
      error: error?.message,
      way: seen?.type === "page" ? (seen.way ?? "server") : undefined,
      creditsCharged: credits,
      steps: trace.map(({ durationMs, step }) => `${step} ${durationMs}`).join(", ")
    })
  )

/** What is seen until the deadline, for so many credits. */
const paid = Effect.fnUntraced(function* (call: Call, credits: number, looks: ReturnType<typeof looksAt>) {
  return yield* charged(
    call,
    exactly(credits)
  )(() => Effect.map(inTime(looks, call.deadline), (value) => ({ value, credits })))
})

const preview = Effect.fn("previewMonitor")(function* (
  turns: PreviewTurns,
  organization: Organization,
  input: NewMonitor,
  call: Call
) {
  const { monitor, target } = yield* begun(organization, input)
  const planned = plannedRuns(monitor, monitor.createdAt)
  const telling: Telling = { trace: [], told: null }
  const answer = (found: Pick<Preview, "seen" | "error">): Preview => {
    const regions = regionsOf(monitor, telling.told)
    return { monitor, ...found, regions, trace: telling.trace, ...planned }
  }
  const looked = paid(call, planned.creditsPerRun, looksAt(monitor, target, telling))
  const done = yield* turns.take(organization.id, call.deadline, looked).pipe(
    Effect.map(
      ({ value, ...charge }): Charged<Preview> => ({ ...charge, value: answer({ seen: value, error: null }) })
    ),
    Effect.catchTags({
      Unusable: ({ error }) => Effect.succeed<Charged<Preview>>({ value: answer({ seen: null, error }), credits: 0 }),
      NoRoom: ({ message }) => new TooBusy({ message })
    }),
    actingOnce
  )
  yield* noted(done.value, done.credits)
  return done
})

/** Looks twice, for what a run costs, when it is the organization's turn. Looks that would fail a run are an answer, which costs nothing. */
export const previewMonitor = (turns: PreviewTurns) => (organization: Organization, input: NewMonitor, call: Call) =>
  preview(turns, organization, input, call)
