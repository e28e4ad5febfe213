/** How the processor time of a function grows with what it is called with. */
import type { Shapes, TakingFunction } from "./shapes.ts"
import { type Unit, unitsOf } from "./unitsOf.ts"
import { ArgumentMaker, Closed, type Place, type Plan, placesOf } from "./valuesOf.ts"

export interface SteepGrowth {
  readonly file: string
  readonly name: string
  /** What was made long, and of what. */
  readonly places: ReadonlyArray<string>
  readonly of: string
  readonly variant: number
  readonly length: number
  readonly millis: number
  /** How many times as long as with half of it. */
  readonly ratio: number
}

export interface Growth {
  readonly steep: ReadonlyArray<SteepGrowth>
  /** Whether values can be made of what it takes. */
  readonly isCalled: boolean
}

/** How long something is when it is first tried, and at most. */
const texts = { first: 3_000, most: 400_000 } as const
const lists = { first: 300, most: 40_000 } as const

/** Time at which growth is told from noise. */
const tellingMillis = 16

/** What is twice as long takes twice the time, or four times where it grows with the square. */
const steepRatio = 3
const looks = 3

/** How many of what takes longest are looked at again. */
const again = 2

/** Variants of a value: which choice is made where there are several. */
const variants = 3

/** What doubling takes at most, most of it to make what is called with. */
const steepMillis = 600

/** What a place of one function takes at most, before what remains is left out. */
const placeMillis = 220

/** What is told before a call, while what it takes is made. */
export const making = "making"

type Called = (...all: ReadonlyArray<unknown>) => unknown

/** Places that are made long together, and what makes their arguments. */
interface Group {
  readonly places: ReadonlyArray<string>
  readonly first: ArgumentMaker
  readonly second: ArgumentMaker
}

interface Case {
  readonly plan: Plan
  readonly of: string
  readonly variant: number
  readonly bounds: typeof texts | typeof lists
}

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** As many items of what is answered bit by bit. */
const mostYielded = 100_000

const drain = (result: unknown): void => {
  if (typeof result !== "object" || result === null || !(Symbol.iterator in result) || Array.isArray(result)) return
  if (!("next" in result)) return
  let left = mostYielded
  for (const _ of result as Iterable<unknown>) if (--left === 0) break
}

class Trial {
  private readonly shapes: Shapes
  private readonly taking: TakingFunction
  private readonly called: Called
  private readonly beat: (calling: string) => void

  constructor(shapes: Shapes, taking: TakingFunction, called: Called, beat: (calling: string) => void) {
    this.shapes = shapes
    this.taking = taking
    this.called = called
    this.beat = beat
  }

  /** Milliseconds of the processor; what is refused counts as well. */
  millisOf(group: Group, { of, plan, variant }: Case, length: number): number {
    this.beat(making)
    const first = group.first.make(plan, length, variant)
    const second = group.second.make(plan, length, variant)
    this.beat(`${this.taking.file} ${this.taking.name}: ${group.places.join(" ")} of ${of}, ${length}`)
    const start = cpuMillis()
    try {
      const result = this.called(...first)
      if (this.taking.answering.length > 0 && typeof result === "function") drain((result as Called)(...second))
      else drain(result)
    } catch {}
    return cpuMillis() - start
  }

  /** What grows with the square of its length, or worse. */
  steepOf(group: Group, one: Case): SteepGrowth | null {
    const end = cpuMillis() + steepMillis
    const { first, most } = one.bounds
    for (let length: number = first; length <= most && cpuMillis() < end; length *= 2) {
      if (this.millisOf(group, one, length) < tellingMillis) continue
      const steep = this.growsSteeply(group, one, length)
      if (steep !== null) return steep
      // Beyond this it takes long because it is long.
      if (this.millisOf(group, one, length) > 3 * tellingMillis) return null
    }
    return null
  }

  /** Twice over, and as often as it is looked at: a machine that others keep busy, and memory that fills, make one look steep. */
  growsSteeply(group: Group, one: Case, length: number): SteepGrowth | null {
    const lengths = [length / 2, length, length * 2]
    const shortest = [Infinity, Infinity, Infinity]
    for (let look = 0; look < looks; look++) {
      for (const [at, some] of lengths.entries())
        shortest[at] = Math.min(shortest[at]!, this.millisOf(group, one, some))
      const [half, whole, double] = shortest as [number, number, number]
      if (whole < tellingMillis || whole / half < steepRatio || double / whole < steepRatio) return null
    }
    const [half, whole] = shortest as [number, number]
    return {
      file: this.taking.file,
      name: this.taking.name,
      places: group.places,
      of: one.of,
      variant: one.variant,
      length,
      millis: Math.round(whole),
      ratio: Math.round((whole / Math.max(half, 0.05)) * 10) / 10
    }
  }

  groupOf(places: ReadonlyArray<string>): Group {
    const long = new Set(places)
    const { answering, parameters } = this.taking
    return {
      places,
      first: new ArgumentMaker(this.shapes, parameters, long),
      second: new ArgumentMaker(this.shapes, answering, long)
    }
  }

  worstOf(places: ReadonlyArray<string>, cases: ReadonlyArray<Case>): SteepGrowth | null {
    const group = this.groupOf(places)
    const end = cpuMillis() + placeMillis
    const timed: Array<readonly [Case, number]> = []
    for (const one of cases) {
      timed.push([one, this.millisOf(group, one, one.bounds.first)])
      if (cpuMillis() > end) break
    }
    timed.sort(([, a], [, b]) => b - a)
    for (const [one] of timed.slice(0, again)) {
      const steep = this.steepOf(group, one)
      if (steep !== null) return steep
    }
    return null
  }
}

const ofText = (units: ReadonlyArray<Unit>): ReadonlyArray<Case> =>
  units.map(({ after, unit }, index) => ({
    plan: {
      text: (length) => unit.repeat(Math.ceil(length / unit.length)) + after,
      differs: true,
      item: ""
    },
    of: JSON.stringify(unit) + (after === "" ? "" : ` before ${JSON.stringify(after)}`),
    variant: index % variants,
    bounds: texts
  }))

/** Items that long lists hold: all different and all alike, of words that the module looks for. */
const items = 30

const ofLists = (units: ReadonlyArray<Unit>): ReadonlyArray<Case> => {
  const some = units.filter((_, index) => index % Math.ceil(units.length / items) === 0).map(({ unit }) => unit)
  return ["", ...some].flatMap((item, index) =>
    (item === "" ? [0, 1, 2] : [index % variants]).flatMap((variant) =>
      [true, false].map((differs) => ({
        plan: { text: () => "", differs, item },
        of: `${differs ? "different" : "the same"} ${JSON.stringify(item)}`,
        variant,
        bounds: lists
      }))
    )
  )
}

/** More places than these are tried together alone. */
const mostPlaces = 8

const groupsOf = (places: ReadonlyArray<Place>, kind: Place["kind"]): ReadonlyArray<ReadonlyArray<string>> => {
  const paths = places.filter((place) => place.kind === kind).map(({ path }) => path)
  const together = paths.length > 1 ? [paths] : []
  return [...paths.slice(0, mostPlaces).map((path) => [path]), ...together]
}

/** The worst that was found of it; null where its time grows with what it takes, or where it cannot be called here. */
export const growthOf = (
  shapes: Shapes,
  taking: TakingFunction,
  called: Called,
  beat: (what: string) => void
): Growth => {
  const trial = new Trial(shapes, taking, called, beat)
  const places = placesOf(shapes, taking)
  const units = unitsOf(taking.file)
  try {
    const steep = [
      ...groupsOf(places, "text").map((paths) => trial.worstOf(paths, ofText(units))),
      ...groupsOf(places, "list").map((paths) => trial.worstOf(paths, ofLists(units)))
    ]
    return { steep: steep.filter((one) => one !== null), isCalled: places.length > 0 }
  } catch (error) {
    if (error instanceof Closed) return { steep: [], isCalled: false }
    throw error
  }
}
