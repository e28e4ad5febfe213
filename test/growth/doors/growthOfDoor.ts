/** How the time of a door grows with its text, how long it holds the thread, and what it throws. */

import { Unreadable } from "../../../packages/adapters/documents/src/reading/Unreadable.ts"
import { PageRefusal } from "../../../packages/adapters/html/src/PageRefusal.ts"
import type { Door } from "./Door.ts"
import { textOf, unitsOfDoor } from "./unitsOfDoor.ts"

export interface Steep {
  readonly kind: "steep" | "holds" | "throws"
  readonly unit: string
  readonly length: number
  readonly millis: number
  /** How many times as long as with half of it. */
  readonly ratio: number
  /** What was thrown that is no refusal. */
  readonly thrown?: string
}

const most = 400_000

/** How long a text is first. */
const firstOf = ({ most: end = most }: Door): number => Math.min(6_000, Math.ceil(end / 16))

/** Time at which growth is told from noise, and time for which nobody may be held up. */
const tellingMillis = 16
const heldMillis = 45

/** What is twice as long takes twice the time, or four times where it grows with the square. */
const steepRatio = 2.9

/** Of eight times the text, a ratio that may be steep is looked at, and one beyond it is not noise. */
const lookedRatio = 12

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (user + system) / 1_000
}

interface Time {
  readonly whole: number
  /** The longest time without a turn for others. */
  readonly held: number
  /** What was thrown that is no refusal. */
  readonly thrown: string | null
}

/** What is refused is refused by an error of its own kind; anything else that is thrown is a bug. @internal */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof PageRefusal ||
  cause instanceof Unreadable ||
  (typeof cause === "object" && cause !== null && "_tag" in cause)

const wordsOf = (cause: unknown): string =>
  (cause instanceof Error ? (cause.stack ?? cause.message) : "no error").slice(0, 500)

const isSteps = (given: unknown): given is Iterator<unknown> =>
  typeof given === "object" && given !== null && "next" in given && typeof given.next === "function"

const timeOf = ({ after = "", before = "", open }: Door, unit: string, length: number): Time => {
  const text = before + textOf(unit, Math.max(1, length - before.length - after.length)) + after
  let [whole, held] = [0, 0]
  let thrown: string | null = null
  const timed = <A>(work: () => A): A => {
    const start = cpuMillis()
    try {
      return work()
    } finally {
      const took = cpuMillis() - start
      whole += took
      held = Math.max(held, took)
    }
  }
  // What is refused counts as well.
  try {
    const run = open(text)
    const result = timed(run)
    if (isSteps(result)) while (timed(() => result.next()).done !== true);
  } catch (cause) {
    if (!isRefusal(cause)) thrown = wordsOf(cause)
  }
  return { whole, held, thrown }
}

const millisOf = (door: Door, unit: string, length: number): number => timeOf(door, unit, length).whole

const least = (times: number, take: () => number): number => {
  let found = Infinity
  for (let at = 0; at < times; at++) found = Math.min(found, take())
  return found
}

/** The first doubling that is steep. */
const confirmed = (door: Door, unit: string, end: number): Steep | null => {
  for (let length = firstOf(door); length <= end; length *= 2) {
    if (millisOf(door, unit, length) < tellingMillis) continue
    const whole = least(2, () => millisOf(door, unit, length))
    if (whole < tellingMillis) continue
    const half = least(3, () => millisOf(door, unit, length / 2))
    const ratio = whole / Math.max(half, 0.05)
    if (ratio >= steepRatio)
      return { kind: "steep", unit, length, millis: Math.round(whole), ratio: Math.round(ratio * 10) / 10 }
    if (whole > 1_500) return null
  }
  return null
}

const throwsOf = (unit: string, length: number, { thrown }: Time): Steep | null =>
  thrown === null ? null : { kind: "throws", unit, length, millis: 0, ratio: 0, thrown }

const lookAt = (door: Door, unit: string): Steep | null => {
  const end = Math.min(door.most ?? most, most)
  const first = timeOf(door, unit, firstOf(door))
  const threw = throwsOf(unit, firstOf(door), first)
  if (threw !== null) return threw
  let before = first.whole
  for (let length = firstOf(door) * 8; length <= end * 2; length *= 8) {
    const now = Math.min(length, end)
    const time = timeOf(door, unit, now)
    const millis = time.whole
    const mayBeSteep = millis >= tellingMillis && millis / Math.max(before, 0.3) >= lookedRatio * (now / length)
    const found = throwsOf(unit, now, time) ?? (mayBeSteep ? confirmed(door, unit, end) : null)
    if (found !== null) return found
    if (millis > 8 && !mayBeSteep) break
    before = millis
  }
  if (door.isMain !== true) return null
  const held = least(2, () => timeOf(door, unit, end).held)
  return held < heldMillis ? null : { kind: "holds", unit, length: end, millis: Math.round(held), ratio: 0 }
}

/** Looks at all units from `from` on, one a step, until `seconds` of the processor are over; tells which comes next, and what was found. */
export function* growthOfDoor(
  door: Door,
  from: number,
  seconds: number,
  found: (one: Steep) => void
): Generator<{ readonly at: number; readonly unit: string }, number> {
  const units = unitsOfDoor(door.words)
  const places = new Set<string>()
  // What is thrown at one place is told once.
  const isNew = ({ thrown }: Steep): boolean => {
    if (thrown === undefined) return true
    const place = thrown.split("\n").slice(1, 4).join()
    const isKnown = places.has(place)
    places.add(place)
    return !isKnown
  }
  const end = cpuMillis() + seconds * 1_000
  // What runs for the first time is slow.
  for (const unit of units.slice(0, 12)) {
    yield { at: from, unit }
    millisOf(door, unit, firstOf(door))
  }
  let at = from
  for (; at < units.length && cpuMillis() < end; at++) {
    const unit = units[at]!
    yield { at, unit }
    const one = lookAt(door, unit)
    if (one !== null && isNew(one)) found(one)
  }
  return at
}
