/** `kittiwake monitor run`, `runs` and `why`: single looks at a page, and what came of them. */

import type { RunRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import { RunStatus } from "@kittiwake/core/monitors/domain/Run"
import { ErrorBody } from "@kittiwake/http/errors"
import { Clock, Console, Duration, Effect, Option, Schedule, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failed, unavailable } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { notReady } from "../notReady.ts"
import { json, print, table } from "../output.ts"
import { ask, callServer, type ServerClient, withoutCall } from "../serverClient.ts"
import { dismissalsAmong, dismissedBy } from "./dismissedChange.ts"
import { cursor, limit, placeOf, printPage } from "./lists.ts"
import { monitorId } from "./monitorFlags.ts"
import { monitorNames } from "./monitorNames.ts"
import { chosenFlags, chosenOf, monitorsTagged } from "./monitorsTagged.ts"
import { runsText, runText, whyText } from "./runView.ts"
import { noticeSlow, noticeUntaken, untakenAfter } from "./untaken.ts"

const ended = (run: Pick<RunRecord, "status">): boolean => run.status !== "queued" && run.status !== "running"

const isErrorBody = Schema.is(ErrorBody)

const patience = Duration.minutes(2)

class NotEnded extends Schema.TaggedError<NotEnded>()("NotEnded", {}) {}

/** How often it is looked how a run stands. */
const lookAgainEvery = Duration.millis(300)

/** How often it is looked whether the server is ready, which does not work while it is not. */
const lookEvery = Duration.seconds(5)

/** Waits until a run has ended, for as long as that can be hoped for, and says meanwhile where nobody has begun it, or it takes long. */
export const untilEnded = <A extends Pick<RunRecord, "status">, E>(
  runId: string,
  look: Effect.Effect<A, E>,
  whyNot: Effect.Effect<string | null>
) => {
  const waiting = Effect.flatMap(noticeSlow(`run ${runId}`), (notice) =>
    look.pipe(
      Effect.tap(notice),
      Effect.filterOrFail(ended, () => new NotEnded()),
      Effect.retry({ schedule: Schedule.spaced(lookAgainEvery), while: (error) => error instanceof NotEnded }),
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () =>
          Effect.fail(
            unavailable(`Run ${runId} did not end within 2 minutes: is a worker running ("kittiwake worker")?`)
          )
      })
    )
  )
  const hopeless = whyNot.pipe(
    Effect.delay(lookEvery),
    Effect.repeat({ until: (why) => why !== null }),
    Effect.flatMap((why) =>
      Effect.fail(
        unavailable(`Run ${runId} waits, because the server is not ready${why}. It is done when that is mended.`)
      )
    )
  )
  return Effect.raceFirst(waiting, hopeless)
}

const changeOf = (client: ServerClient, { change_id }: RunRecord) =>
  change_id === null ? Effect.succeed(null) : Effect.map(client.monitors.change({ params: { change_id } }), withoutCall)

const runAndWait = Effect.fnUntraced(function* (monitor_id: string, asJson: boolean) {
  const settings = yield* readSettings(false)
  return yield* callServer(
    settings,
    Effect.fnUntraced(function* (client) {
      const { run_id } = yield* client.monitors.run({ headers: {}, params: { monitor_id } })
      const look = client.monitors.runOf({ params: { monitor_id, run_id } })
      // A run goes on without whoever waited for it.
      const left = asJson
        ? print(true, { monitor_id, run_id, queued: true }, () => "")
        : Console.error(`${run_id} goes on: "kittiwake monitor why ${monitor_id} ${run_id}" says what came of it.`)
      const run = withoutCall(yield* Effect.onInterrupt(untilEnded(run_id, look, notReady(settings)), () => left))
      return { run, change: yield* changeOf(client, run), dismissed: yield* dismissedBy(client, run) }
    })
  )
})

/** A run that waits for its turn; null where the monitor is paused. */
const queue = (client: ServerClient, monitor_id: string) =>
  client.monitors.run({ headers: {}, params: { monitor_id } }).pipe(
    Effect.map(({ run_id }): Queued => ({ monitor_id, run_id })),
    Effect.catchIf(
      (error) => isErrorBody(error) && error.error_code === "MONITOR_PAUSED",
      () => Effect.succeed<Queued>({ monitor_id, run_id: null })
    )
  )

interface Queued {
  readonly monitor_id: string
  readonly run_id: string | null
}

const queuedText = (queued: ReadonlyArray<Queued>): string =>
  table(
    ["monitor", "run"],
    queued.map(({ monitor_id, run_id }) => [monitor_id, run_id ?? "none: it is paused"]),
    "No monitors."
  )

/** The subcommand. */
export const run = Command.make(
  "run",
  {
    ...chosenFlags,
    background: Flag.Boolean("background").pipe(
      Flag.withDescription("Only queue the run, without waiting for its outcome"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const { id, tag } = yield* chosenOf(flags)
    if (id === null) {
      const queued = yield* ask((client) =>
        Effect.flatMap(monitorsTagged(client, tag), (ids) =>
          Effect.forEach(ids, (monitor_id) => queue(client, monitor_id), { concurrency: 4 })
        )
      )
      return yield* print(flags.json, queued, () => queuedText(queued))
    }
    const params = { monitor_id: id }
    if (flags.background) {
      const { run_id } = yield* ask((client) => client.monitors.run({ headers: {}, params }))
      return yield* print(flags.json, { ...params, run_id, queued: true }, () => `Queued run ${run_id}.`)
    }
    const found = yield* runAndWait(id, flags.json)
    const { status } = found.run
    // A failure is said once, where failures are said.
    if (status !== "completed" && !flags.json) return yield* failed(runText(found).replaceAll("\n", " "))
    yield* print(flags.json, found, () => runText(found))
    if (status !== "completed") return yield* failed(`The run ${status}.`)
  })
).pipe(
  Command.withDescription(
    "Look at the page now, and say what came of it; with --tag at all pages with a label, without waiting"
  )
)

/** The subcommand. */
export const runs = Command.make(
  "runs",
  {
    monitorId: Argument.optional(monitorId),
    status: Flag.Literals("status", RunStatus.literals).pipe(
      Flag.withDescription("Only runs that stand so"),
      Flag.optional
    ),
    limit,
    cursor,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const query = { ...placeOf(flags), ...(Option.isSome(flags.status) ? { status: flags.status.value } : {}) }
    const { dismissals, names, page } = yield* ask(
      Effect.fnUntraced(function* (client) {
        const page = yield* Option.match(flags.monitorId, {
          onNone: () => client.monitors.allRuns({ query }),
          onSome: (monitor_id) => client.monitors.runs({ params: { monitor_id }, query })
        })
        // A program that reads records has each run's own to ask for.
        if (flags.json) return { page, dismissals: new Set<string>(), names: new Map<string, string>() }
        const ids = Option.isSome(flags.monitorId) ? [] : page.data.map(({ monitor_id }) => monitor_id)
        return {
          page,
          dismissals: yield* dismissalsAmong(client, page.data),
          names: yield* monitorNames(client, ids)
        }
      })
    )
    yield* printPage(flags.json, page, (rows) => runsText(rows, dismissals, names))
  })
).pipe(Command.withDescription("List the runs of one monitor, or of all, newest first"))

/** Newest runs that are looked through for one whose monitor was not named, page by page. */
const lookedThrough = { page: 100, pages: 50 } as const

const isRun = (id: string) => id.startsWith("run_")

/** The monitor of a run. */
const monitorOf = Effect.fnUntraced(function* (client: ServerClient, runId: string) {
  let cursor: string | undefined
  for (let page = 0; page < lookedThrough.pages; page++) {
    const query = { limit: lookedThrough.page, ...(cursor === undefined ? {} : { cursor }) }
    const { data, next_cursor } = yield* client.monitors.allRuns({ query })
    const found = data.find(({ id }) => id === runId)
    if (found !== undefined) return found.monitor_id
    if (next_cursor === null) break
    cursor = next_cursor
  }
  return yield* failed(
    `${runId} is not among the newest runs. Name its monitor too: kittiwake monitor why MONITOR ${runId}`
  )
})

const runToExplain = Effect.fnUntraced(function* (client: ServerClient, named: string, runId: Option.Option<string>) {
  if (Option.isSome(runId)) return { monitor_id: named, run_id: runId.value }
  if (isRun(named)) return { monitor_id: yield* monitorOf(client, named), run_id: named }
  const { data } = yield* client.monitors.runs({ params: { monitor_id: named }, query: { limit: 1 } })
  return { monitor_id: named, run_id: data[0] === undefined ? yield* failed(`${named} has not run yet.`) : data[0].id }
})

/** A run as it stands; one that nobody has begun as it stands some seconds later, which says whether anybody will. */
export const onceTaken = <A extends Pick<RunRecord, "status">, E>(runId: string, look: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const notice = yield* noticeUntaken(`run ${runId}`)
    const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(untakenAfter)
    return yield* Effect.tap(look, notice).pipe(
      Effect.repeat({
        schedule: Schedule.spaced(lookAgainEvery),
        until: (run) => Effect.map(Clock.currentTimeMillis, (now) => run.status !== "queued" || now > until)
      })
    )
  })

/** The subcommand. */
export const why = Command.make(
  "why",
  {
    named: Argument.String("monitor-id").pipe(
      Argument.withDescription("Id of a monitor, such as mon_1f0c…, or of a run alone, such as run_1f0c…")
    ),
    runId: Argument.String("run-id").pipe(
      Argument.withDescription("Id of a run of the monitor; the newest unless given"),
      Argument.optional
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const told = yield* ask(
      Effect.fnUntraced(function* (client) {
        const params = yield* runToExplain(client, flags.named, flags.runId)
        const run = yield* onceTaken(params.run_id, Effect.map(client.monitors.runOf({ params }), withoutCall))
        return { run, change: yield* changeOf(client, run), dismissed: yield* dismissedBy(client, run) }
      })
    )
    yield* print(flags.json, told, () => whyText(told))
  })
).pipe(Command.withDescription("Say what a run did, step by step, and why somebody was told or nobody"))
