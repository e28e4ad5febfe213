/** What must hold of an installation whose processes were killed, once it has come to rest. */
import { assert } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import type { Arrival } from "../endToEnd/Receiver.ts"
import type { Beat } from "./Beat.ts"
import type { Ended } from "./child.ts"
import type { Report } from "./Report.ts"

type Delivery = Report["deliveries"][number]

/** What is known at the end. */
export interface Aftermath {
  /** The processes that were killed, in their order. */
  readonly killed: ReadonlyArray<Ended>
  readonly last: Ended
  readonly report: Report
  readonly arrivals: ReadonlyArray<Arrival>
}

/** Everything that passed a beat in any process. */
export const subjectsOf = ({ killed, last }: Aftermath, beat: Beat): ReadonlyArray<string> =>
  [...killed, last].flatMap(({ passed }) => passed.filter((line) => line.beat === beat).map(({ subject }) => subject))

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const sorted = (texts: ReadonlyArray<string>) => texts.toSorted()

/** Everything a caller was told is there. */
export const checkAccepted = (aftermath: Aftermath): void => {
  const { monitors, runs } = aftermath.report
  const monitorIds = monitors.map(({ id }) => id as string)
  const runIds = runs.map(({ id }) => id as string)
  for (const id of subjectsOf(aftermath, "monitor.accepted")) assert.include(monitorIds, id, "a monitor was lost")
  for (const id of subjectsOf(aftermath, "run.accepted")) assert.include(runIds, id, "a run was lost")
  const names = monitors.map(({ name }) => name)
  assert.lengthOf(names, new Set(names).size, "a monitor was made twice")
}

/** Every run ended once, and nothing but another run took its place. */
export const checkRuns = ({ report }: Aftermath): void => {
  for (const run of report.runs) {
    if (run.status !== "skipped") assert.deepInclude(run, { status: "completed", errorCode: null })
    else assert.strictEqual(run.skipReason, "superseded")
    assert.strictEqual(run.changeDetected, run.changeId !== null)
  }
  const changeIds = report.runs.flatMap(({ changeId }) => changeId ?? [])
  assert.deepStrictEqual(sorted(report.changeIds), sorted(changeIds), "changes and runs tell different stories")
  for (const { baseline } of report.monitors) assert.isNotNull(baseline)
}

/** What a completed run costs, in credits. */
const prices = { page: 1, sitemap: 1, extract: 10 } as const

/** Every completed run was paid for once, and the books balance. */
export const checkCredits = ({ report }: Aftermath): void => {
  const { account, entries, runs } = report
  assert.strictEqual(sum(entries.map(({ credits }) => credits)), account.balance)
  assert.strictEqual(account.held, 0, "a hold outlived its run")
  const given = entries.filter(({ cause }) => cause.kind !== "run")
  assert.lengthOf(given, 1, "the credits of the first month were not given once")
  for (const { creditsCharged, id, status, targetType } of runs) {
    const price = prices[targetType]
    const charged = entries.filter(({ cause }) => cause.kind === "run" && cause.id === id).map(({ credits }) => credits)
    assert.deepStrictEqual(charged, status === "completed" ? [-price] : [], `run ${status}`)
    assert.strictEqual(creditsCharged, status === "completed" ? price : 0)
  }
  assert.lengthOf(entries, 1 + runs.filter(({ status }) => status === "completed").length)
}

/** What a history of usage and a ledger say of the same organization. */
type Spent = Pick<Report, "entries" | "usage">

/** Credits that causes of a kind were charged. */
const chargedTo = ({ entries }: Spent, kind: Report["entries"][number]["cause"]["kind"]): number =>
  0 - sum(entries.flatMap(({ cause, credits }) => (cause.kind === kind ? credits : [])))

/** The history of usage tells what the ledger was charged, no more and no less, whichever process died when. */
export const checkUsage = (spent: Spent): void => {
  const used = (isOfRuns: boolean) =>
    sum(spent.usage.flatMap(({ creditsUsed, value }) => ((value === "/monitors/run") === isOfRuns ? creditsUsed : [])))
  assert.strictEqual(used(true), chargedTo(spent, "run"), "credits of runs in the history")
  assert.strictEqual(used(false), chargedTo(spent, "request"), "credits of calls in the history")
}

/** Every event of every run has its one delivery, which was delivered. */
export const checkEvents = ({ report }: Aftermath): void => {
  const expected = report.runs.flatMap(({ changeDetected, id, status }) => [
    ...(changeDetected ? [`${id} change.detected`] : []),
    ...(status === "completed" ? [`${id} run.completed`] : [])
  ])
  const told = report.deliveries.map(({ event, runId }) => `${runId} ${event}`)
  assert.deepStrictEqual(sorted(told), sorted(expected))
  const eventIds = report.deliveries.map(({ eventId }) => eventId)
  assert.lengthOf(eventIds, new Set(eventIds).size)
  for (const { status } of report.deliveries) assert.strictEqual(status, "delivered")
}

/** How many attempts of a delivery a death cut short. */
const interruptedIn = ({ attempts }: Delivery): number =>
  attempts.filter(({ errorCode }) => errorCode === "connection_failed").length

const answeredIn = ({ attempts }: Delivery): number => attempts.filter(({ httpStatus }) => httpStatus !== null).length

/** The processes that passed `from` with an event and died before they were seen to pass `to` with it. */
const cutOff = (killed: ReadonlyArray<Ended>, eventId: string, from: Beat, to: Beat): number =>
  killed.filter(({ passed }) => {
    const beatsOf = passed.filter(({ subject }) => subject === eventId).map(({ beat }) => beat)
    return beatsOf.lastIndexOf(from) > beatsOf.lastIndexOf(to)
  }).length

const checkAttempts = (delivery: Delivery, killed: ReadonlyArray<Ended>): void => {
  const { attempts, automaticFailures, eventId } = delivery
  assert.deepStrictEqual(
    attempts.map(({ attempt }) => attempt),
    attempts.map((_, index) => index + 1)
  )
  for (const attempt of attempts) {
    assert.isNotNull(attempt.completedAt, "an attempt was left open")
    assert.include([null, "connection_failed", "http_error"], attempt.errorCode)
  }
  assert.deepInclude(attempts.at(-1), { errorCode: null, httpStatus: 204 })
  const refused = attempts.filter(({ errorCode }) => errorCode === "http_error").length
  assert.strictEqual(automaticFailures, refused, "a death used up a place in the retry plan")
  assert.isAtLeast(interruptedIn(delivery), cutOff(killed, eventId, "delivery.claimed", "delivery.recording"))
  assert.isAtMost(interruptedIn(delivery), killed.length)
}

/** Every event arrived, signed and with one body; again only when an attempt was cut short or refused. */
export const checkArrivals = ({ arrivals, killed, report }: Aftermath): void => {
  const secrets = new Map([...report.monitors, ...report.batches].map(({ id, secret }) => [id as string, secret]))
  const known = new Set(report.deliveries.map(({ eventId }) => eventId))
  for (const { headers } of arrivals) assert.isTrue(known.has(String(headers["webhook-id"])), "an event nobody stored")
  for (const delivery of report.deliveries) {
    checkAttempts(delivery, killed)
    const copies = arrivals.filter(({ headers }) => headers["webhook-id"] === delivery.eventId)
    assert.isAtLeast(copies.length, 1, `${delivery.event} never arrived`)
    const again = copies.length - answeredIn(delivery)
    assert.isAtLeast(again, cutOff(killed, delivery.eventId, "delivery.sent", "delivery.recording"))
    assert.isAtMost(
      again,
      cutOff(killed, delivery.eventId, "delivery.sending", "delivery.recorded"),
      "an event was sent again without need"
    )
    const webhook = new Webhook(secrets.get(delivery.subscriptionId) ?? "")
    for (const { body, headers } of copies) {
      assert.strictEqual(body, delivery.body)
      webhook.verify(body, headers as Record<string, string>)
      assert.strictEqual(headers["x-service-event"], delivery.event)
    }
  }
}

/** Whether the events at which a process died arrived again, by the beat. */
const arrivesAgain: { readonly [B in Beat]?: boolean } = {
  "delivery.claimed": false,
  "delivery.sending": false,
  "delivery.sent": true,
  "delivery.recording": true
}

/** What one process left half done at the beat where it was killed was seen and done again. */
export const checkDeath = ({ arrivals, report }: Aftermath, { passed }: Ended): void => {
  const death = passed.at(-1)!
  const again = arrivesAgain[death.beat]
  if (again === undefined) return
  const delivery = report.deliveries.find(({ eventId }) => eventId === death.subject)
  if (delivery === undefined) throw new Error("the event at which the process died is gone")
  assert.isAtLeast(interruptedIn(delivery), 1)
  const copies = arrivals.filter(({ headers }) => headers["webhook-id"] === death.subject).length
  if (again) assert.isAtLeast(copies, answeredIn(delivery) + 1)
}

/** Every run that stored a baseline kept one version of it, behind the one before; nothing that was left half done is seen. */
export const checkVersions = ({ report }: Aftermath): void => {
  for (const { baseline, id } of report.monitors) {
    const versions = report.versions.filter(({ monitorId }) => monitorId === id)
    const storing = report.runs.filter((run) => run.monitorId === id && (run.changeDetected || run.baselineCreated))
    assert.deepStrictEqual(
      sorted(versions.map(({ changeId, runId }) => `${runId} ${changeId}`)),
      sorted(storing.map((run) => `${run.id} ${run.changeId}`))
    )
    assert.deepStrictEqual(
      versions.map(({ previousId }) => previousId),
      [null, ...versions.slice(0, -1).map((version) => version.id)]
    )
    assert.strictEqual(versions.at(-1)?.text, baseline)
  }
}

/** All of the above. */
export const checkAll = (aftermath: Aftermath): void => {
  checkAccepted(aftermath)
  checkRuns(aftermath)
  checkCredits(aftermath)
  checkUsage(aftermath.report)
  checkVersions(aftermath)
  checkEvents(aftermath)
  checkArrivals(aftermath)
}
