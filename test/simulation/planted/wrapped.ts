/** Mistakes that change how one process reaches a store; the product itself has no switch. */
import type { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import type { RunOutcome, RunStore } from "@kittiwake/core/monitors/RunStore"
import { DeliveryStore } from "@kittiwake/core/webhooks/DeliveryStore"
import { decideAttempt, SendOutcome } from "@kittiwake/core/webhooks/domain/Delivery"
import { Context, Effect } from "effect"
import { keyPlace } from "../../../packages/core/src/memory/keptAnswers.ts"
import type { World } from "../World.ts"
import { wrappedBugs } from "./bugs.ts"

/** The stores of one process, with the world's planted bug in them. `reach` puts the network in front of a store. */
export interface Reached {
  readonly runs: RunStore["Service"]
  readonly deliveries: DeliveryStore["Service"]
  readonly monitors: MonitorStore["Service"]
}

const currentToken = (world: World, outcome: RunOutcome): RunOutcome => {
  const row = world.tables.monitors.get(outcome.next.id)
  if (row === undefined) return outcome
  if (row.running === null) row.running = outcome.run.id
  row.leaseEndMillis = Number.MAX_SAFE_INTEGER
  return { ...outcome, claim: { ...outcome.claim, token: row.token } }
}

const currentRevision = (world: World, outcome: RunOutcome): RunOutcome => {
  const row = world.tables.monitors.get(outcome.next.id)
  if (row === undefined) return outcome
  const stored = { ...outcome.claim.stored, revision: row.revision }
  return { ...outcome, claim: { ...outcome.claim, stored } }
}

/** Puts the bug into what a process reaches. `ledger` is the ledger behind the same network. */
export const plant = (world: World, reached: Reached, ledger: CreditLedger["Service"]): Reached => {
  const { deliveries, monitors, runs } = reached
  // One that is in a source file changes nothing here.
  const bug = wrappedBugs.find((name) => name === world.bug) ?? null
  const stored = Context.get(world.stores, DeliveryStore)
  const changedRuns = (record: RunStore["Service"]["record"]) => ({ ...reached, runs: { ...methodsOf(runs), record } })
  const changedClaims = (claimDue: DeliveryStore["Service"]["claimDue"]) => ({
    ...reached,
    deliveries: { ...methodsOf(deliveries), claimDue }
  })
  switch (bug) {
    case null:
    case "judges leases by the process's own clock":
      return reached
    case "records with whatever fencing token stands now":
      return changedRuns((outcomes) =>
        Effect.suspend(() => runs.record(outcomes.map((outcome) => currentToken(world, outcome))))
      )
    case "records what was decided on an older revision":
      return changedRuns((outcomes) =>
        Effect.suspend(() => runs.record(outcomes.map((outcome) => currentRevision(world, outcome))))
      )
    case "charges in a write of its own":
      return changedRuns((outcomes) =>
        runs
          .record(outcomes.map((outcome) => ({ ...outcome, entry: null })))
          .pipe(
            Effect.tap(() =>
              Effect.forEach(outcomes, ({ entry }) =>
                entry === null ? Effect.void : Effect.ignore(ledger.post(entry))
              )
            )
          )
      )
    case "releases a hold and charges as well":
      return changedRuns((outcomes) =>
        Effect.forEach(outcomes, ({ run }) => Effect.ignore(ledger.release(run.id))).pipe(
          Effect.andThen(runs.record(outcomes))
        )
      )
    case "writes deliveries after the run, in a write of their own":
      return changedRuns((outcomes) =>
        runs.record(outcomes.map((outcome) => ({ ...outcome, deliveries: [] }))).pipe(
          Effect.tap(() =>
            world.strikes("kill", 0.05)
              ? Effect.never
              : Effect.sync(() => {
                  for (const delivery of outcomes.flatMap((outcome) => outcome.deliveries)) {
                    const row = { delivery, token: 0, leaseEndMillis: 0, inFlight: false, attempts: [] }
                    world.tables.deliveries.set(delivery.id, row)
                    world.tables.openDeliveries.add(row)
                  }
                })
          )
        )
      )
    case "keeps an idempotency key after the work, in a write of its own":
      return {
        ...reached,
        monitors: {
          ...methodsOf(monitors),
          create: (options) =>
            monitors.create({ ...options, kept: null }).pipe(
              Effect.tap(() =>
                Effect.sync(() => {
                  if (options.kept !== null) world.tables.keptAnswers.set(keyPlace(options.kept), options.kept)
                })
              )
            )
        }
      }
    case "marks an event delivered before it is sent":
      return changedClaims((options) =>
        deliveries.claimDue(options).pipe(
          Effect.tap((claims) =>
            stored.record(
              claims.map((claim) => ({
                claim,
                decision: decideAttempt(claim, SendOutcome.cases.Answered.make({ httpStatus: 200 }), options.now)
              }))
            )
          )
        )
      )
    case "gives every attempt a new event id":
      return changedClaims((options) =>
        deliveries
          .claimDue(options)
          .pipe(
            Effect.map((claims) =>
              claims.map((claim) => ({ ...claim, delivery: { ...claim.delivery, eventId: world.nextId("evt") } }))
            )
          )
      )
    case "sends a body made anew for every attempt":
      return changedClaims((options) =>
        deliveries.claimDue(options).pipe(
          Effect.map((claims) =>
            claims.map((claim) => ({
              ...claim,
              delivery: { ...claim.delivery, body: `${claim.delivery.body}${" ".repeat(claim.delivery.attempts - 1)}` }
            }))
          )
        )
      )
  }
}

/** The methods of a store as plain properties, as a spread of the proxy in front of it would find none. */
const methodsOf = <S extends object>(store: S): S =>
  Object.fromEntries(Reflect.ownKeys(store).map((key) => [key, Reflect.get(store, key)])) as S
