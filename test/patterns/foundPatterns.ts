/** The regular expressions of the product: those that stand in its sources, and those that its modules make of constants. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseSync, Visitor } from "oxc-parser"
import { root } from "../../scripts/workspace.ts"

export interface FoundPattern {
  readonly file: string
  readonly pattern: RegExp
}

/** What is told of a pattern and of one that is listed. */
export const keyOf = ({ file, pattern }: FoundPattern): string => `${file} ${pattern}`

/** Doubles and suites for tests of others read what those tests say. */
const sources = () =>
  globSync(["packages/*/src/**/*.ts", "packages/adapters/*/src/**/*.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.includes("/src/testing/"))
    .toSorted()

/** One that repeats something without a small end. */
const repeats = /[*+]|\{\d+,\d*\}/

/** Expressions that `source` has as literals. */
export const patternsIn = (file: string, source: string): ReadonlyArray<FoundPattern> => {
  const found: Array<FoundPattern> = []
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node) || node.regex === undefined || !repeats.test(node.regex.pattern)) return
      found.push({ file, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    }
  }).visit(parseSync(file, source).program)
  return found
}

export const literalPatterns = (): ReadonlyArray<FoundPattern> =>
  sources().flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8")
    return /\/[^\n]*[*+}][^\n]*\//.test(source) ? patternsIn(file, source) : []
  })

/** Modules of rules, which do nothing when they are loaded. */
const isOfRules = (file: string): boolean =>
  /^packages\/(?:core\/src\/[a-z]+\/domain|adapters\/(?:html|documents)\/src)\//.test(file)

/** Where an expression is made, as `file:line`. */
const placeOf = (stack = ""): string => /packages\/[\w/-]+\/src\/[\w/.-]+?\.ts:\d+/.exec(stack)?.[0] ?? ""

/** Places that make expressions of texts, with whether one was seen to. */
const makingPlaces = (files: ReadonlyArray<string>): ReadonlySet<string> => {
  const places = new Set<string>()
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8")
    new Visitor({
      NewExpression: ({ callee, start }) => {
        if (callee.type !== "Identifier" || callee.name !== "RegExp") return
        places.add(`${file}:${source.slice(0, start).split("\n").length}`)
      }
    }).visit(parseSync(file, source).program)
  }
  return places
}

/** Expressions that modules of rules make when they are loaded and called, and the places at which none was seen to be made. */
export const madePatterns = async (): Promise<{
  readonly found: ReadonlyArray<FoundPattern>
  readonly unseen: ReadonlyArray<string>
}> => {
  const found: Array<FoundPattern> = []
  const seen = new Set<string>()
  const Plain = globalThis.RegExp
  class Recorded extends Plain {
    static override get [Symbol.species]() {
      return Plain
    }
    constructor(pattern: RegExp | string, flags?: string) {
      super(pattern, flags)
      const place = placeOf(new Error().stack)
      seen.add(place)
      if (repeats.test(this.source))
        found.push({ file: place.replace(/:\d+$/, ""), pattern: new Plain(this.source, this.flags) })
    }
  }
  const makers = sources().filter(
    (file) => isOfRules(file) && readFileSync(join(root, file), "utf8").includes("new RegExp(")
  )
  globalThis.RegExp = Recorded as RegExpConstructor
  try {
    for (const file of makers) {
      await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)
    }
    // Loads such modules itself, which must not be loaded before.
    const { callMakers } = await import("./callMakers.ts")
    callMakers()
  } finally {
    globalThis.RegExp = Plain
  }
  return { found, unseen: [...makingPlaces(makers)].filter((place) => !seen.has(place)) }
}
