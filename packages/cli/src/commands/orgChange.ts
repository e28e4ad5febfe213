/** `kittiwake org plan | limits | settings | pause | resume`: changes to an organization. */
import { LimitScheme, Plan } from "@kittiwake/core/organizations/domain/Plan"
import { ChangeOrganizationBody } from "@kittiwake/http/internal/admin/input"
import { decodeBody } from "@kittiwake/http/internal/body"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print } from "../output.ts"
import { moment, momentOf } from "./lists.ts"
import { organization } from "./orgFlag.ts"
import { organizationText } from "./orgText.ts"
import { wholeNumber } from "./wholeNumber.ts"

interface Target {
  readonly organization: Option.Option<string>
  readonly json: boolean
}

const decode = decodeBody(ChangeOrganizationBody)

/** Leaves out what was not given. */
const given = (values: Readonly<Record<string, Option.Option<unknown>>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
  )

const change = Effect.fnUntraced(function* (target: Target, body: unknown) {
  const decoded = yield* Effect.mapError(decode(body), ({ field, message }) => wrongUsage(`${field} ${message}.`))
  const changed = yield* withOperator(yield* readSettings(false), (operator) =>
    operator.changeOrganization(Option.getOrNull(target.organization), decoded)
  )
  yield* print(target.json, changed, () => organizationText(changed))
})

/** Changes the plan. */
export const plan = Command.make(
  "plan",
  {
    plan: Argument.Literals("plan", Plan.literals).pipe(Argument.withDescription("The plan from now on")),
    scheme: Flag.Literals("scheme", LimitScheme.literals).pipe(
      Flag.withDescription("How requests are counted: rate, concurrency, or free, the newest; stays unless given"),
      Flag.optional
    ),
    organization,
    json
  },
  (flags) => change(flags, { plan: flags.plan, ...given({ limit_scheme: flags.scheme }) })
).pipe(
  Command.withDescription(
    "Change the plan. What a larger one gives comes at once; limits that were set by hand stay until they are cleared."
  ),
  Command.withShortDescription("Change the plan")
)

const limitNames = [
  "monthly-credits",
  "monitors",
  "concurrent-batches",
  "requests-per-minute",
  "concurrent-requests",
  "unlimited-requests"
] as const

const onWire = (name: string) => name.replaceAll("-", "_")

const amount = (name: (typeof limitNames)[number], description: string) =>
  wholeNumber(name).pipe(Flag.withDescription(description), Flag.optional)

/** Sets limits by hand and clears them. */
export const limits = Command.make(
  "limits",
  {
    monthlyCredits: amount("monthly-credits", "Credits each month"),
    monitors: amount("monitors", "How many monitors there may be"),
    concurrentBatches: amount("concurrent-batches", "How many batches may be unsettled at once"),
    requestsPerMinute: amount("requests-per-minute", "Requests a minute"),
    concurrentRequests: amount("concurrent-requests", "Requests at once"),
    unlimitedRequests: Flag.Boolean("unlimited-requests").pipe(
      Flag.withDescription("Count no requests at all"),
      Flag.optional
    ),
    clear: Flag.Literals("clear", [...limitNames, "all"]).pipe(
      Flag.withDescription("Let the plan's limit count again; may be repeated"),
      Flag.between(0, limitNames.length)
    ),
    organization,
    json
  },
  (flags) => {
    const cleared = flags.clear.includes("all") ? limitNames : flags.clear
    const overrides = {
      ...Object.fromEntries(cleared.map((name) => [onWire(name), null])),
      ...given({
        monthly_credits: flags.monthlyCredits,
        monitors: flags.monitors,
        concurrent_batches: flags.concurrentBatches,
        requests_per_minute: flags.requestsPerMinute,
        concurrent_requests: flags.concurrentRequests,
        unlimited_requests: flags.unlimitedRequests
      })
    }
    return Object.keys(overrides).length === 0
      ? wrongUsage(`Name a limit to set or to clear; "kittiwake org show" shows those that hold.`)
      : change(flags, { overrides })
  }
).pipe(Command.withDescription("Set limits that stay through plan changes, and clear them"))

/** Changes what is neither plan nor limit. */
export const settings = Command.make(
  "settings",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Its name"), Flag.optional),
    disabled: Flag.Boolean("disabled").pipe(Flag.withDescription("Refuse all of its keys"), Flag.optional),
    zeroDataRetention: Flag.Boolean("zero-data-retention").pipe(
      Flag.withDescription("Let its callers ask that nothing is kept"),
      Flag.optional
    ),
    autoTopup: Flag.Boolean("auto-topup").pipe(
      Flag.withDescription("Add a block of credits when they run short"),
      Flag.optional
    ),
    block: wholeNumber("topup-block").pipe(Flag.withDescription("Credits of a block"), Flag.optional),
    budget: wholeNumber("topup-budget").pipe(Flag.withDescription("Most credits added in one month"), Flag.optional),
    organization,
    json
  },
  (flags) => {
    const topup = given({
      enabled: flags.autoTopup,
      block_credits: flags.block,
      monthly_budget_credits: flags.budget
    })
    const body = {
      ...given({ name: flags.name, disabled: flags.disabled, zero_data_retention: flags.zeroDataRetention }),
      ...(Object.keys(topup).length === 0 ? {} : { auto_topup: topup })
    }
    return Object.keys(body).length === 0
      ? wrongUsage(`Name a setting to change; "kittiwake org settings --help" lists them.`)
      : change(flags, body)
  }
).pipe(Command.withDescription("Change name, state, retention and top-up"))

/** Stops the months. */
export const pause = Command.make(
  "pause",
  {
    until: moment("until", "When it ends by itself; until resumed unless given", "from now"),
    organization,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const until = yield* momentOf("until", flags.until, "from now")
    yield* change(flags, { billing: { paused: true, resumes_at: until ?? null } })
  })
).pipe(Command.withDescription("Pause billing: no credits come and none are spent until it is resumed; monitors rest"))

/** Begins the months anew. */
export const resume = Command.make("resume", { organization, json }, (flags) =>
  change(flags, { billing: { paused: false } })
).pipe(Command.withDescription("Resume billing: a new month begins now, with its credits, and monitors go on"))
