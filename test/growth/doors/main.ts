/**
 * Tells which paths of the product take the square of a text, hold the thread that answers calls, or throw what is no refusal:
 * `node test/growth/doors/main.ts [part of a name] [--main] [--seconds 20]`.
 */
import { fork } from "node:child_process"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../../../scripts/workspace.ts"
import type { DoorTold } from "./doorLane.ts"
import { doors } from "./doors.ts"

/** A unit that takes so long has no end for whoever waits; the machine may be busy with other things. */
const mostQuietMillis = 120_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "20" }, main: { type: "boolean", default: false } }
})

const say = (told: Exclude<DoorTold, { readonly kind: "beat" }>): void => {
  if (told.kind === "done") {
    console.log(`${told.name}: ${told.at} units`)
    return
  }
  const { kind, length, millis, ratio, thrown, unit } = told.one
  const grown = kind === "steep" ? `, ${ratio} times its half` : ""
  const what = thrown === undefined ? `takes ${millis} ms${grown}` : `throws ${thrown}`
  console.log(`${kind.toUpperCase()} ${told.name}: ${JSON.stringify(unit)}: ${length} ${what}`)
}

interface Left {
  readonly names: ReadonlyArray<string>
  /** Which unit of the first of them is next. */
  readonly from: number
}

/** Looks at doors until all are seen or one hangs; what is left then. */
const lookAt = ({ from, names }: Left): Promise<Left> =>
  new Promise((resolve) => {
    const lane = fork(join(import.meta.dirname, "doorLane.ts"), [String(from), values.seconds, ...names], {
      cwd: root,
      execArgv: ["--max-old-space-size=1500", "--no-warnings"],
      stdio: ["ignore", "ignore", "pipe", "ipc"]
    })
    let [name, at, calling, last, errors] = [names[0]!, from, "", Date.now(), ""]
    const left = new Set(names)
    const watch = setInterval(() => {
      if (Date.now() - last > mostQuietMillis) lane.kill("SIGKILL")
    }, 500)
    lane.stderr!.on("data", (chunk) => {
      errors = (errors + String(chunk)).slice(-600)
    })
    lane.on("message", (told: DoorTold) => {
      last = Date.now()
      if (told.kind === "beat") {
        ;({ at, name } = told)
        calling = told.what
        return
      }
      if (told.kind === "done") left.delete(told.name)
      say(told)
    })
    lane.on("exit", () => {
      clearInterval(watch)
      if (left.size > 0) console.log(`HANGS ${name}: ${calling} ${errors}`)
      resolve({ names: [...left], from: at + 1 })
    })
  })

const asked = doors.filter(
  ({ isMain, name }) =>
    (positionals.length === 0 || positionals.some((part) => name.includes(part))) && (!values.main || isMain === true)
)
let left: Left = { names: asked.map(({ name }) => name), from: 0 }
while (left.names.length > 0) left = await lookAt(left)
