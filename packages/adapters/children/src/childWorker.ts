/**
 * The main program of a child. The work is done in a thread; this is its guard.
 *
 * **Details**
 *
 * The guard has nothing else to do, so that it sees in time when the work takes more memory or more of the processor than
 * it may, and when the process that wanted it is gone: then it kills this process, whatever the thread is doing. It asks
 * nothing of the system that only one system has.
 */
import { readdirSync, writeFileSync } from "node:fs"
import module from "node:module"
import { Socket } from "node:net"
import { constants, getPriority, setPriority } from "node:os"
import { Worker } from "node:worker_threads"
import { type Message, messageReader, piecesOf } from "./Message.ts"
import {
  type Allowance,
  aliveEveryMillis,
  type FromProgram,
  maxHeadBytes,
  type ProgramLimits,
  type Report,
  type Request
} from "./protocol.ts"

/** How often memory and processor are looked at. A parser fills some 300 MB a second. */
const lookEveryMillis = 20

/**
 * Heap for what was made a moment ago. It is filled before anything of it is collected, so that a parser which leaves nothing
 * behind takes all of it: with 64 MB a feed of 18 MB added 137 MB to a child, with 16 it was 65, for a tenth to a quarter more of the
 * processor. With 6 feeds and tables add 5 to 27 MB less than with 16, for no more of it that could be measured.
 */
const youngMegabytes = 6

const die = (): never => {
  process.kill(process.pid, "SIGKILL")
  throw new Error("killed")
}

/** Answers of a millisecond have a parser that computes for seconds step aside, and are not what the system kills first. */
const giveWay = () => {
  const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  if (process.platform !== "linux") return setPriority(priority)
  // Here each thread has a priority of its own, and V8 has started some already.
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), priority)
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000")
  } catch {
    // Not everywhere a process may say so.
  }
}

// A signal to the whole group is for the process that we work for: it ends us when it wants to.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})
giveWay()

const { heapMegabytes, program } = JSON.parse(process.argv[2] ?? "") as ProgramLimits

const channel = new Socket({ fd: 3, readable: true, writable: true })
channel.on("error", die)
channel.on("close", die)
channel.on("end", die)

const send = (report: Report, bytes: Uint8Array = new Uint8Array(0), sent?: () => void) => {
  const pieces = piecesOf({ head: report, bytes })
  channel.cork()
  for (const piece of pieces.slice(0, -1)) channel.write(piece)
  channel.write(pieces.at(-1) ?? "", sent)
  channel.uncork()
}

const worker = new Worker(new URL(program), {
  execArgv: [],
  stdout: true,
  stderr: true,
  resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes, stackSizeMb: 4 }
})
// Programs print what they like about a file; nobody reads it.
worker.stdout.resume()
worker.stderr.resume()

/** The work at hand. */
interface Work {
  readonly before: NodeJS.CpuUsage
  readonly residentBefore: number
  readonly allowance: Allowance
  processorMillis: number
  readonly watch: NodeJS.Timeout
  readonly signs: NodeJS.Timeout
}

let work: Work | null = null

const takenBy = ({ before }: Work): number => {
  const { system, user } = process.cpuUsage(before)
  return Math.round((system + user) / 1000)
}

const clear = ({ signs, watch }: Work) => {
  clearInterval(watch)
  clearInterval(signs)
}

const stop = (reason: "processor" | "memory" | "broken") => {
  const processorMillis = work === null ? 0 : takenBy(work)
  if (work !== null) clear(work)
  send({ kind: "stopped", reason, processorMillis }, undefined, die)
}

const look = () => {
  if (work === null) return
  const { addedBytes, residentBytes } = work.allowance
  if (process.memoryUsage.rss() > Math.min(residentBytes, work.residentBefore + addedBytes)) stop("memory")
  else if (takenBy(work) > work.processorMillis) stop("processor")
}

const begin = ({ bytes, head }: Message) => {
  const request = head as Request
  work = {
    before: process.cpuUsage(),
    residentBefore: process.memoryUsage.rss(),
    allowance: request.allowance,
    processorMillis: request.allowance.processorMillis,
    watch: setInterval(look, lookEveryMillis),
    signs: setInterval(() => send({ kind: "alive" }), aliveEveryMillis)
  }
  const own = bytes as Uint8Array<ArrayBuffer>
  worker.postMessage({ head: request.head, bytes: own } satisfies Message, [own.buffer])
}

const finish = (head: unknown, bytes: Uint8Array) => {
  if (work === null) return
  clear(work)
  send({ kind: "answer", head, processorMillis: takenBy(work) }, bytes)
  work = null
}

const ready = (report: Report) => {
  send(report)
  // Kept for the next child now: one that is killed keeps nothing at its end.
  module.flushCompileCache?.()
}

worker.on("message", (message: FromProgram) => {
  if (message.kind === "ready") ready(message)
  else if (message.kind === "answer") finish(message.head, message.bytes)
  else if (work !== null) {
    work.processorMillis = Math.min(
      work.processorMillis + message.processorMillis,
      work.allowance.processorMillisAtMost
    )
  }
})
worker.on("error", (cause: NodeJS.ErrnoException) =>
  stop(cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "broken")
)
worker.on("exit", () => stop("broken"))

channel.on("data", messageReader({ headBytes: maxHeadBytes, bytes: 2 ** 31 }, begin))
