/**
 * `npm run check`: what a machine can say about a change before the tests run. `-- --fix` mends what can be mended, and
 * `-- types links` takes these steps alone.
 *
 * Each step is one line. What a failing step has to say follows below.
 */
import { apiReport } from "./apiReport.ts"
import { violationsInTree } from "./dependencies/rule.ts"
import { docsLinks } from "./docsLinks.ts"
import { docsGaps, docsLists } from "./docsLists.ts"
import { errorsPage } from "./errorsPage.ts"
import { completeLock } from "./lock.ts"
import { run } from "./run.ts"

/** What a step found wrong, in lines to read; none when all is well. */
type Findings = ReadonlyArray<string>

interface Step {
  readonly name: string
  readonly asks: string
  readonly look: () => Promise<Findings>
}

const fix = process.argv.includes("--fix")
const howToFix = "npm run check -- --fix"

const command = async (name: string, ...args: ReadonlyArray<string>): Promise<Findings> => {
  const { code, output } = await run(name, args)
  return code === 0 ? [] : [output]
}

const moved = (paths: Findings, why: string): Findings =>
  paths.length === 0 || fix ? [] : [...paths, `${why} Run \`${howToFix}\`, read the diff and commit it.`]

const steps: ReadonlyArray<Step> = [
  {
    name: "types",
    asks: "does everything type-check",
    look: () => command("tsc", "--noEmit", "-p", "tsconfig.json", "--pretty", "false")
  },
  {
    name: "style",
    asks: "is it formatted and free of lint",
    look: () =>
      command("biome", "check", "--error-on-warnings", "--max-diagnostics=10", ...(fix ? ["--write"] : []), ".")
  },
  {
    name: "imports",
    asks: "does every file import only what its folder may",
    look: async () => violationsInTree().map(({ line, message, path }) => `${path}:${line} ${message}`)
  },
  {
    name: "surface",
    asks: "is the public surface the committed one",
    look: async () => {
      const pages = await apiReport(fix).catch((cause: Error) => {
        // The types step says what is wrong; twice is once too often.
        throw cause.message.includes("error TS") ? new Error("It can be read once the types are right.") : cause
      })
      return moved(pages, "The public surface has moved.")
    }
  },
  {
    name: "errors",
    asks: "does the page of errors say what the door says",
    look: async () => moved(await errorsPage(fix), "The errors have changed.")
  },
  {
    name: "lock",
    asks: "does the lock name every platform's packages",
    look: async () => moved(await completeLock(fix), "The lock leaves platforms out, which `npm ci` refuses.")
  },
  {
    name: "lists",
    asks: "do the lists of the docs name all, once and in order",
    look: async () => [...moved(await docsLists(fix), "The lists are not in order."), ...(await docsGaps())]
  },
  { name: "links", asks: "does every link in the docs lead somewhere", look: async () => docsLinks() }
]

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const take = async ({ asks, look, name }: Step): Promise<Findings> => {
  const startedAt = performance.now()
  const found = await look().catch((cause: unknown) => [cause instanceof Error ? cause.message : String(cause)])
  console.log(`${found.length === 0 ? "ok  " : "FAIL"}  ${name.padEnd(8)} ${seconds(startedAt).padStart(6)}  ${asks}`)
  return found.length === 0 ? [] : [`\n── ${name} ──`, ...found]
}

const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const unknown = names.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0)
  throw new Error(`There is no step ${unknown.join(", ")}: ${steps.map(({ name }) => name).join(", ")}`)
const wanted = steps.filter(({ name }) => names.length === 0 || names.includes(name))

const takeInTurn = async () => {
  const all: Array<Findings> = []
  for (const step of wanted) all.push(await take(step))
  return all
}

// Steps that write must not read what another is writing.
const findings = (fix ? await takeInTurn() : await Promise.all(wanted.map(take))).flat()
if (findings.length > 0) {
  console.error(findings.join("\n"))
  process.exitCode = 1
}
