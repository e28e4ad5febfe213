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
const isOfRules = (file: string): boolean => /^packages\/(?:core\/src\/[a-z]+\/domain|adapters\/html\/src)\//.test(file)

/** The module that asked for it: loading one loads others. */
const makerOf = (stack = ""): string => /packages\/[\w/-]+\/src\/[\w/.-]+?\.ts/.exec(stack)?.[0] ?? ""

/** Expressions that modules of rules make when they are loaded. */
export const madePatterns = async (): Promise<ReadonlyArray<FoundPattern>> => {
  const found: Array<FoundPattern> = []
  const Plain = globalThis.RegExp
  class Recorded extends Plain {
    static override get [Symbol.species]() {
      return Plain
    }
    constructor(pattern: RegExp | string, flags?: string) {
      super(pattern, flags)
      if (repeats.test(this.source))
        found.push({ file: makerOf(new Error().stack), pattern: new Plain(this.source, this.flags) })
    }
  }
  const makers = sources().filter(
    (file) =>
      isOfRules(file) &&
      /^(?:export )?const [^\n]*=\s*(?:\n\s+)?new RegExp\(/m.test(readFileSync(join(root, file), "utf8"))
  )
  globalThis.RegExp = Recorded as RegExpConstructor
  try {
    for (const file of makers) {
      await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)
    }
  } finally {
    globalThis.RegExp = Plain
  }
  return found
}
