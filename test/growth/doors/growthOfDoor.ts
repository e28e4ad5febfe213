/** How the time of a door grows with its text, and how long it holds the thread. */
import type { Door } from "./Door.ts"
import { textOf, unitsOfDoor } from "./unitsOfDoor.ts"

export interface Steep {
  readonly kind: "steep" | "holds"
  readonly unit: string
  readonly length: number
  readonly millis: number
  /** How many times as long as with half of it. */
  readonly ratio: number
}

const most = 400_000
const firstLength = 6_000

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

export type Beat = (what: string) => void

interface Time {
  readonly whole: number
  /** The longest time without a turn for others. */
  readonly held: number
}

const isSteps = (given: unknown): given is Iterator<unknown> =>
  typeof given === "object" && given !== null && "next" in given && typeof given.next === "function"

const timeOf = ({ after = "", before = "", open }: Door, unit: string, length: number, beat: Beat): Time => {
  const text = before + textOf(unit, Math.max(1, length - before.length - after.length)) + after
  beat(`${JSON.stringify(unit)}, ${length}`)
  let [whole, held] = [0, 0]
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
  } catch {}
  return { whole, held }
}

const millisOf = (door: Door, unit: string, length: number, beat: Beat): number =>
  timeOf(door, unit, length, beat).whole

const least = (times: number, take: () => number): number => {
  let found = Infinity
  for (let at = 0; at < times; at++) found = Math.min(found, take())
  return found
}

/** The first doubling that is steep. */
const confirmed = (door: Door, unit: string, end: number, beat: Beat): Steep | null => {
  for (let length = firstLength; length <= end; length *= 2) {
    if (millisOf(door, unit, length, beat) < tellingMillis) continue
    const whole = least(2, () => millisOf(door, unit, length, beat))
    if (whole < tellingMillis) continue
    const half = least(3, () => millisOf(door, unit, length / 2, beat))
    const ratio = whole / Math.max(half, 0.05)
    if (ratio >= steepRatio)
      return { kind: "steep", unit, length, millis: Math.round(whole), ratio: Math.round(ratio * 10) / 10 }
    if (whole > 1_500) return null
  }
  return null
}

const lookAt = (door: Door, unit: string, beat: Beat): Steep | null => {
  const end = Math.min(door.most ?? most, most)
  let before = millisOf(door, unit, Math.min(firstLength, end), beat)
  for (let length = firstLength * 8; length <= end * 2; length *= 8) {
    const now = Math.min(length, end)
    const millis = millisOf(door, unit, now, beat)
    const mayBeSteep = millis >= tellingMillis && millis / Math.max(before, 0.3) >= lookedRatio * (now / length)
    const found = mayBeSteep ? confirmed(door, unit, end, beat) : null
    if (found !== null) return found
    if (millis > 8 && !mayBeSteep) break
    before = millis
  }
  if (door.isMain !== true) return null
  const held = least(2, () => timeOf(door, unit, end, beat).held)
  return held < heldMillis ? null : { kind: "holds", unit, length: end, millis: Math.round(held), ratio: 0 }
}

/** All units from `from` on, until `seconds` of the processor are over; how many were looked at. */
export const growthOfDoor = (
  door: Door,
  from: number,
  seconds: number,
  told: { readonly beat: (at: number, what: string) => void; readonly found: (one: Steep) => void }
): number => {
  const units = unitsOfDoor(door.words)
  const end = cpuMillis() + seconds * 1_000
  // What runs for the first time is slow.
  for (const unit of units.slice(0, 12)) millisOf(door, unit, firstLength, (what) => told.beat(from, what))
  let at = from
  for (; at < units.length && cpuMillis() < end; at++) {
    const place = at
    const found = lookAt(door, units[at]!, (what) => told.beat(place, what))
    if (found !== null) told.found(found)
  }
  return at
}
