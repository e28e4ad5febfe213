/** Values that functions are called with: of the shape that they declare, with one part that is made as long as is asked. */
import { DateTime } from "effect"
import type { Parameter, Shape, Shapes, TakingFunction } from "./shapes.ts"

/** A part that can be made long: where it stands, from the parameter on. */
export interface Place {
  readonly kind: "text" | "list"
  readonly path: string
}

/** What is made long, and of what. */
export interface Plan {
  readonly places: ReadonlySet<string>
  readonly text: (length: number) => string
  /** Whether what a long list holds differs from one item to the next. */
  readonly differs: boolean
  /** The texts that a long list holds. */
  readonly item: string
}

/** How deep one looks for what can be made long, and how deep a value goes that holds others of its kind. */
const deepest = 5

/** Short texts say something, so that a function does not turn away at once. */
const said: ReadonlyArray<readonly [name: RegExp, text: string]> = [
  [/language|locale/i, "en"],
  [/url|href|link|site|src|address$/i, "https://brasero.example/stoves"],
  [/host|domain/i, "brasero.example"],
  [/currency/i, "EUR"],
  [/country/i, "FR"],
  [/zone/i, "Europe/Paris"],
  [/cron/i, "0 6 * * *"],
  [/At$|date|day|time/i, "2026-11-03T10:00:00Z"],
  [/html/i, "<p>A stove for $5</p>"]
]
const plain = "A stove for $5"

const nameOf = (path: string): string => /([^.[\]]*)(?:\[\])*$/.exec(path)![1]!

const saidAt = (path: string): string => said.find(([name]) => name.test(nameOf(path)))?.[1] ?? plain

/** What may be made long of all that a function takes. */
export const placesOf = ({ all }: Shapes, { parameters, then }: TakingFunction): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const visit = (at: number, path: string, depth: number): void => {
    const shape = all[at]!
    if (depth > deepest) return
    if (shape.kind === "text") found.push({ kind: "text", path })
    else if (shape.kind === "list" || shape.kind === "set" || shape.kind === "map" || shape.kind === "table") {
      found.push({ kind: "list", path })
      visit(shape.of, `${path}[]`, depth + 1)
    } else if (shape.kind === "pair" || shape.kind === "union") {
      shape.of.forEach((of, index) => {
        visit(of, shape.kind === "pair" ? `${path}.${index}` : path, depth + 1)
      })
    } else if (shape.kind === "record") {
      for (const [name, of] of Object.entries(shape.members)) visit(of, `${path}.${name}`, depth + 1)
    } else if (shape.kind === "function") visit(shape.result, path, depth + 1)
  }
  for (const { name, shape } of [...parameters, ...then]) visit(shape, name, 0)
  return [...new Map(found.map((place) => [`${place.kind} ${place.path}`, place])).values()]
}

/** A value cannot be made of all that a function wants. */
export class Closed extends Error {}

interface Making {
  readonly all: ReadonlyArray<Shape>
  readonly plan: Plan
  readonly length: number
  /** Which of several forms a value has. */
  readonly variant: number
}

/** The items of a list that is not made long. */
const few = 2

const textAt = ({ length, plan }: Making, path: string, index: number, inLong: boolean): string => {
  if (plan.places.has(path) && !inLong) {
    const start = saidAt(path)
    return /^https?:|^</.test(start) ? start + plan.text(length) : plan.text(length)
  }
  if (!inLong) return saidAt(path)
  const text = plan.item === "" ? saidAt(path) : plan.item
  return plan.differs ? `${text} ${index}` : text
}

const valueAt = (making: Making, at: number, path: string, depth: number, index: number, inLong: boolean): unknown => {
  const { all, length, plan, variant } = making
  const shape = all[at]!
  const below = (of: number, name: string, position = index, isLong = inLong) =>
    valueAt(making, of, name, depth + 1, position, isLong)
  switch (shape.kind) {
    case "text":
      return textAt(making, path, index, inLong)
    case "number":
      return /year/i.test(nameOf(path)) ? 2020 : plan.differs ? index + variant : 1 + variant
    case "bytes":
      return Buffer.from(textAt(making, path, index, inLong))
    case "url":
      return new URL(`https://brasero.example/${index}`)
    case "pattern":
      return /stove/g
    case "day":
      return new Date(1_790_000_000_000 + index * 1_000)
    case "time":
      return DateTime.makeUnsafe(1_790_000_000_000 + index * 1_000)
    case "choice":
      return shape.values[(variant + index) % shape.values.length]
    case "list":
    case "set":
    case "map":
    case "table": {
      const isLong = plan.places.has(path) && !inLong
      const count = depth > deepest + 2 ? 0 : isLong ? length : few
      const items = Array.from({ length: count }, (_, position) =>
        below(shape.of, `${path}[]`, inLong ? index * few + position : position, inLong || isLong)
      )
      if (shape.kind === "list") return items
      if (shape.kind === "set") return new Set(items)
      const keys = items.map((_, position) =>
        shape.kind === "map" ? below(shape.key, `${path}{}`, position) : `key${position}`
      )
      const entries = items.map((item, position) => [
        typeof keys[position] === "string" ? `${keys[position]}${position}` : keys[position],
        item
      ])
      return shape.kind === "map" ? new Map(entries as never) : Object.fromEntries(entries)
    }
    case "pair":
      return shape.of.map((of, position) => below(of, `${path}.${position}`))
    case "record":
      return Object.fromEntries(
        Object.entries(shape.members).map(([name, of]) => [name, below(of, `${path}.${name}`)])
      )
    case "union": {
      if (depth > deepest + 2) {
        const nothing = shape.of.find((of) => all[of]!.kind === "choice")
        if (nothing !== undefined) return below(nothing, path)
      }
      const open = shape.of.filter((of) => all[of]!.kind !== "closed")
      if (open.length === 0) throw new Closed(path)
      // What may be left out is there in all but one of three.
      const full = open.filter((of) => all[of]!.kind !== "choice")
      const from = full.length > 0 && variant % 3 < 2 ? full : open
      return below(from[variant % from.length]!, path)
    }
    case "function":
      return () => below(shape.result, path)
    case "closed":
      throw new Closed(path)
  }
}

/** Arguments of one call. */
export const argumentsOf = (
  { all }: Shapes,
  parameters: ReadonlyArray<Parameter>,
  plan: Plan,
  length: number,
  variant: number
): ReadonlyArray<unknown> =>
  parameters.map(({ name, shape }) => valueAt({ all, plan, length, variant }, shape, name, 0, 0, false))
