/** Values that functions are called with: of the shape that they declare, with one part that is made as long as is asked. */
import { DateTime } from "effect"
import { parse } from "parse5"
import { makeTreeAdapter, type Shape as PageShape } from "../../packages/adapters/html/src/PageTree.ts"
import { linesOf } from "../../packages/core/src/monitors/domain/Lines.ts"
import type { Parameter, Shape, Shapes, TakingFunction } from "./shapes.ts"

/** A part that can be made long: where it stands, from the parameter on. */
export interface Place {
  readonly kind: "text" | "list"
  readonly path: string
}

/** Of what the long places are made. */
export interface Plan {
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

/** What stands at each path, of which there are as many as types have members. */
const saidBefore = new Map<string, string>()

const saidAt = (path: string): string => {
  const before = saidBefore.get(path)
  if (before !== undefined) return before
  const text = said.find(([name]) => name.test(nameOf(path)))?.[1] ?? plain
  saidBefore.set(path, text)
  return text
}

/** Made of a text. */
const isOfText = ({ kind }: Shape): boolean =>
  kind === "text" || kind === "bytes" || kind === "lines" || kind === "tree"

/** What may be made long of all that a function takes. */
export const placesOf = ({ all }: Shapes, { answering, parameters }: TakingFunction): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  const visit = (at: number, path: string, depth: number): void => {
    const shape = all[at]!
    if (depth > deepest) return
    if (isOfText(shape)) found.push({ kind: "text", path })
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
  for (const { name, shape } of [...parameters, ...answering]) visit(shape, name, 0)
  return [...new Map(found.map((place) => [`${place.kind} ${place.path}`, place])).values()]
}

/** A value cannot be made of all that a function wants. */
export class Closed extends Error {}

/** How deep the flattest value of each shape is. */
const depthsOf = (all: ReadonlyArray<Shape>): ReadonlyArray<number> => {
  const depths = all.map(() => Number.POSITIVE_INFINITY)
  const depthOf = (shape: Shape): number => {
    const below = (of: ReadonlyArray<number>, which: "max" | "min") => 1 + Math[which](...of.map((one) => depths[one]!))
    if (shape.kind === "record") return below(Object.values(shape.members), "max")
    if (shape.kind === "pair") return below(shape.of, "max")
    return shape.kind === "union" ? below(shape.of, "min") : 0
  }
  for (let changed = true; changed; ) {
    changed = false
    all.forEach((shape, at) => {
      const depth = depthOf(shape)
      if (depth >= depths[at]!) return
      depths[at] = depth
      changed = true
    })
  }
  return depths
}

const knownDepths = new WeakMap<ReadonlyArray<Shape>, ReadonlyArray<number>>()

const flattestOf = (all: ReadonlyArray<Shape>, of: ReadonlyArray<number>): number => {
  const depths = knownDepths.get(all) ?? depthsOf(all)
  knownDepths.set(all, depths)
  return of.reduce((least, one) => (depths[one]! < depths[least]! ? one : least))
}

/** The items of a list that is not made long, and of one within a long one. */
const few = 2
const fewest = 1

/** Times are of one day. */
const someMoment = 1_790_000_000_000

/** Makes one value; of a list, the value at an index, and within a long one all is short. */
type Node = (index: number, inLong: boolean) => unknown

/** Made when it is first asked for: values that hold others of their kind have no end. */
const lazily = (make: () => Node): Node => {
  let made: Node | null = null
  return (index, inLong) => {
    made ??= make()
    return made(index, inLong)
  }
}

const nothing: Plan = { text: () => "", differs: true, item: "" }

/** Makes arguments in which the same places are long, one set after the other. */
export class ArgumentMaker {
  private readonly all: ReadonlyArray<Shape>
  private readonly places: ReadonlySet<string>
  private readonly nodes: ReadonlyArray<Node>
  private plan = nothing
  private length = 0
  private variant = 0

  constructor({ all }: Shapes, parameters: ReadonlyArray<Parameter>, places: ReadonlySet<string>) {
    this.all = all
    this.places = places
    this.nodes = parameters.map(({ name, shape }) => this.node(shape, name, 0))
  }

  make(plan: Plan, length: number, variant: number): ReadonlyArray<unknown> {
    this.plan = plan
    this.length = length
    this.variant = variant
    return this.nodes.map((node) => node(0, false))
  }

  private text(path: string): (index: number, inLong: boolean) => string {
    const start = saidAt(path)
    const isLong = this.places.has(path)
    const keepsStart = /^https?:|^</.test(start)
    return (index, inLong) => {
      const { differs, item, text } = this.plan
      if (!inLong) return isLong ? (keepsStart ? start : "") + text(this.length) : start
      const short = item === "" ? start : item
      return differs ? `${short} ${index}` : short
    }
  }

  private node(at: number, path: string, depth: number): Node {
    const shape = this.all[at]!
    const below = (of: number, name: string): Node => lazily(() => this.node(of, name, depth + 1))
    switch (shape.kind) {
      case "text":
        return this.text(path)
      case "bytes": {
        const text = this.text(path)
        return (index, inLong) => Buffer.from(text(index, inLong))
      }
      case "lines": {
        const text = this.text(path)
        return (index, inLong) => linesOf(Buffer.from(text(index, inLong)))
      }
      case "tree": {
        const text = this.text(path)
        return (index, inLong) => parse<PageShape>(text(index, inLong), { treeAdapter: makeTreeAdapter() })
      }
      case "number":
        return path.endsWith("year") ? () => 2020 : (index) => (this.plan.differs ? index : 1) + this.variant
      case "url":
        return (index) => new URL(`https://brasero.example/${index}`)
      case "pattern":
        return () => /stove/g
      case "day":
        return (index) => new Date(someMoment + index * 1_000)
      case "time":
        return (index) => DateTime.makeUnsafe(someMoment + index * 1_000)
      case "choice":
        return (index) => shape.values[(this.variant + index) % shape.values.length]
      case "list":
      case "set":
      case "map":
      case "table":
        return this.many(shape, path, depth, below(shape.of, `${path}[]`))
      case "pair": {
        const parts = shape.of.map((of, position) => below(of, `${path}.${position}`))
        return (index, inLong) => parts.map((part) => part(index, inLong))
      }
      case "record": {
        const members = Object.entries(shape.members).map(([name, of]) => [name, below(of, `${path}.${name}`)] as const)
        return (index, inLong) => {
          const made: Record<string, unknown> = {}
          for (const [name, member] of members) made[name] = member(index, inLong)
          return made
        }
      }
      case "union":
        return this.oneOf(shape.of, path, depth, below)
      case "function": {
        const result = below(shape.result, path)
        return (index, inLong) => () => result(index, inLong)
      }
      case "closed":
        throw new Closed(path)
    }
  }

  private many(shape: Shape & { readonly of: number }, path: string, depth: number, item: Node): Node {
    const isLongHere = this.places.has(path)
    const key =
      shape.kind === "map"
        ? lazily(() => this.node(shape.key, `${path}{}`, depth + 1))
        : (index: number) => `key${index}`
    return (index, inLong) => {
      const isLong = isLongHere && !inLong
      const count = depth > deepest + 2 ? 0 : isLong ? this.length : inLong ? fewest : few
      const positions = Array.from({ length: count }, (_, position) => (inLong ? index + position : position))
      const items = positions.map((position) => item(position, inLong || isLong))
      if (shape.kind === "list") return items
      if (shape.kind === "set") return new Set(items)
      const keys = positions.map((position) => {
        const one = key(position, true)
        return typeof one === "string" ? `${one}${position}` : one
      })
      return shape.kind === "map"
        ? new Map(keys.map((one, position) => [one, items[position]]))
        : Object.fromEntries(keys.map((one, position) => [one, items[position]]))
    }
  }

  private oneOf(
    of: ReadonlyArray<number>,
    path: string,
    depth: number,
    below: (of: number, name: string) => Node
  ): Node {
    const open = of.filter((one) => this.all[one]!.kind !== "closed")
    if (open.length === 0) throw new Closed(path)
    if (depth > deepest + 2) return below(flattestOf(this.all, open), path)
    const nodes = open.map((one) => ({ node: below(one, path), isChoice: this.all[one]!.kind === "choice" }))
    // What may be left out is there in all but one of three.
    const full = nodes.filter(({ isChoice }) => !isChoice)
    return (index, inLong) => {
      const from = full.length > 0 && this.variant % 3 < 2 ? full : nodes
      return from[this.variant % from.length]!.node(index, inLong)
    }
  }
}
