/** What stays true of idempotency keys whatever their callers do, and whatever befalls them. */
import { assert } from "@effect/vitest"
import { Clock, DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import * as MemorySigner from "../memory/Signer.ts"
import { MonitorStore } from "../monitors/MonitorStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { freshOrganization } from "./arrangements.ts"
import { freshId, monitorOf, queuedRunOf } from "./builders.ts"
import { longTestMillis, type StoresIt } from "./Stores.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

// Few keys and bodies, so that they meet. A crash is before the write or behind it, where only the caller is left without
// an answer.
const Ask = Schema.Struct({
  do: Schema.Literal("ask"),
  key: between(0, 1),
  body: between(0, 1),
  atOnce: between(1, 4),
  fate: Schema.Literals(["well", "well", "refused", "crash before", "crash behind"])
})
const Step = Schema.Union([
  Ask,
  Ask,
  Schema.Struct({ do: Schema.Literal("wait"), minutes: Schema.Literals([1, 719, 720, 1_440]) }),
  Schema.Struct({ do: Schema.Literal("prune") })
])

const Steps = Schema.Array(Step).check(Schema.isMaxLength(12))

/** What a key must stand for. The answer is null while nobody was told it. */
interface Standing {
  readonly body: number
  readonly untilMillis: number
  answer: string | null
}

const crash = new StoreUnavailable({ operation: "test", cause: new Error("a crash") })

/** Asks for a monitor of its own: for its id, or the name of the error. */
const asking = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { body, fate }: typeof Ask.Type,
  key: IdempotencyKey
) {
  const monitors = yield* MonitorStore
  const { once } = yield* Idempotency
  const now = yield* DateTime.now
  const monitor = monitorOf(organizationId, now)
  const run = queuedRunOf(monitor, now)
  const allowance = fate === "refused" ? 0 : 1_000
  return yield* once({
    organizationId,
    operation: "monitor.create",
    subject: "",
    keyed: { key, body: { body } },
    answer: Schema.fromJsonString(Schema.String),
    work: (keep) =>
      // Those who come at once have all looked at the key before the first of them writes.
      Effect.yieldNow.pipe(
        Effect.andThen(
          fate === "crash before"
            ? Effect.fail(crash)
            : monitors.create({ monitor, run, allowance, kept: keep(monitor.id) })
        ),
        Effect.andThen(fate === "crash behind" ? Effect.fail(crash) : Effect.void),
        Effect.as(String(monitor.id))
      )
  }).pipe(Effect.match({ onSuccess: (answer) => answer, onFailure: ({ _tag }) => _tag }))
})

const errorOf = { refused: "MonitorLimitReached", "crash before": "StoreUnavailable" } as const

/** Takes the steps and holds every answer against what the keys must stand for. */
const take = Effect.fnUntraced(function* (steps: typeof Steps.Type) {
  const { prune } = yield* Idempotency
  const { id } = yield* freshOrganization()
  const keys = [0, 1].map(() => IdempotencyKey.make(freshId("key")))
  const standing = new Map<number, Standing>()
  let done = 0

  const ask = Effect.fnUntraced(function* (step: typeof Ask.Type) {
    const nowMillis = yield* Clock.currentTimeMillis
    const answers = yield* Effect.all(
      Array.from({ length: step.atOnce }, () => asking(id, step, keys[step.key]!)),
      { concurrency: "unbounded" }
    )
    const known = standing.get(step.key)
    const live = known !== undefined && known.untilMillis > nowMillis ? known : undefined
    if (live !== undefined && live.body !== step.body) {
      for (const answer of answers) assert.strictEqual(answer, "IdempotencyKeyConflict")
    } else if (live !== undefined) {
      live.answer ??= answers[0]!
      for (const answer of answers) assert.strictEqual(answer, live.answer)
    } else if (step.fate === "refused" || step.fate === "crash before") {
      for (const answer of answers) assert.strictEqual(answer, errorOf[step.fate])
    } else {
      const told = answers.filter((answer) => answer.startsWith("mon_"))
      assert.strictEqual(answers.length - told.length, step.fate === "well" ? 0 : 1, answers.join())
      assert.isAtMost(new Set(told).size, 1)
      for (const other of standing.values()) assert.notInclude(told, other.answer)
      standing.set(step.key, { body: step.body, untilMillis: nowMillis + 86_400_000, answer: told[0] ?? null })
      done += 1
    }
  })

  for (const step of steps) {
    if (step.do === "ask") yield* ask(step)
    else if (step.do === "wait") yield* TestClock.adjust(`${step.minutes} minutes`)
    else yield* prune(100)
    assert.strictEqual(yield* (yield* MonitorStore).count(id), done)
  }
})

/** Declares the properties of idempotency keys; `runs` schedules are tried. */
export const idempotencyProperties = (it: StoresIt, runs: number) => {
  it.effect.prop(
    "does each thing once and gives every caller its answer, whatever is refused, crashes, expires or comes at once",
    [Steps],
    ([steps]) => take(steps).pipe(Effect.provide(Idempotency.layer), Effect.provide(MemorySigner.layer), Effect.scoped),
    { timeout: longTestMillis, arbitrary: { runs } }
  )
}
