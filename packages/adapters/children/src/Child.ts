/** This process's side of a child: work out, answers in, and an end for a child that cannot go on. */
import { type ChildProcess, spawn } from "node:child_process"
import module from "node:module"
import type { Socket } from "node:net"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { Duration, Effect } from "effect"
import { type Message, messageReader, piecesOf } from "./Message.ts"
import { type Allowance, maxHeadBytes, type ProgramLimits, type Report, type StopReason } from "./protocol.ts"

export interface ChildOptions extends ProgramLimits {
  /** Bytes of the largest answer. */
  readonly answerBytes: number
  /** A child at work that says nothing for so long is one that the system does not let go on. */
  readonly maxSilence: Duration.Duration
}

export interface Answer extends Message {
  readonly processorMillis: number
}

/** The child ended while it worked, and what it had taken of the processor; null where it could not say so any more. */
export interface ChildEnded {
  readonly _tag: "ChildEnded"
  readonly reason: StopReason
  readonly processorMillis: number | null
}

export interface Child {
  readonly pid: number | undefined
  readonly hasEnded: () => boolean
  /** Does one piece of work. The child is of no more use after a failure or an interruption. */
  readonly work: (request: Message, allowance: Allowance) => Effect.Effect<Answer, ChildEnded>
  readonly end: Effect.Effect<void>
}

/** A child that does not start within this long never will: giving way to others, it takes its time on a busy machine. */
const startWithin = Duration.minutes(2)

const mainFile = () =>
  new URL(import.meta.url.endsWith(".ts") ? "./childWorker.ts" : "./childWorker.js", import.meta.url)

/** What a program may need to be loaded at all. Everything else in our environment, secrets first, is none of its business. */
const inherited = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "TMPDIR", "TEMP", "TMP", "TZ"]

const environment = (): NodeJS.ProcessEnv => {
  const folder = module.getCompileCacheDir?.()
  return {
    ...Object.fromEntries(inherited.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []))),
    // Told with the version that Node puts below it. Run from their sources, programs would start in twice the time.
    ...(folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) })
  }
}

/** Looks for a sign of life within the longest silence: as many without one end it. */
const looksInSilence = 10

/** What it took is not known, and no work is to blame. */
const silentChild: ChildEnded = { _tag: "ChildEnded", reason: "broken", processorMillis: 0 }

const brokenChild: ChildEnded = { _tag: "ChildEnded", reason: "broken", processorMillis: null }

/** What a child that is at work ends in. */
type Outcome = (outcome: Effect.Effect<Answer, ChildEnded>) => void

const launch = ({ heapMegabytes, program }: ProgramLimits): ChildProcess => {
  const limits = JSON.stringify({ heapMegabytes, program } satisfies ProgramLimits)
  const child = spawn(process.execPath, [fileURLToPath(mainFile()), limits], {
    env: environment(),
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    windowsHide: true
  })
  child.unref()
  return child
}

/** Starts a child, and waits until its program is ready for work. */
export const startChild = (options: ChildOptions): Effect.Effect<Child, ChildEnded> =>
  Effect.suspend(() => {
    const started = launch(options)
    const channel = started.stdio[3] as Socket
    channel.unref()
    let ended: ChildEnded | null = null
    let resolve: Outcome | null = null
    let heard = 0

    const settle: Outcome = (outcome) => {
      const told = resolve
      resolve = null
      channel.unref()
      told?.(outcome)
    }

    const lose = (reason: ChildEnded) => {
      ended ??= reason
      channel.destroy()
      started.kill("SIGKILL")
      settle(Effect.fail(ended))
    }

    const receive = ({ bytes, head }: Message) => {
      const report = head as Report
      if (report.kind === "alive") return
      if (report.kind === "stopped") lose({ ...report, _tag: "ChildEnded" })
      else if (report.kind === "answer") settle(Effect.succeed({ ...report, bytes }))
      else settle(Effect.succeed({ head: null, bytes, processorMillis: 0 }))
    }

    const read = messageReader({ headBytes: maxHeadBytes, bytes: options.answerBytes }, receive)
    channel.on("data", (chunk: Buffer) => {
      heard += 1
      try {
        read(chunk)
      } catch {
        // It answers with more than it may, or with what is no message.
        lose({ _tag: "ChildEnded", reason: "memory", processorMillis: null })
      }
    })
    channel.on("error", () => lose(brokenChild))
    channel.on("close", () => lose(brokenChild))
    started.on("error", () => lose(brokenChild))
    started.on("exit", () => lose(brokenChild))

    const outcome = (begin: () => void) =>
      Effect.callback<Answer, ChildEnded>((resume) => {
        if (ended !== null) return resume(Effect.fail(ended))
        resolve = resume
        // Without work a child keeps nobody alive; who waits for it is kept.
        channel.ref()
        begin()
        return Effect.sync(() => {
          if (resolve === resume) resolve = null
        })
      })

    // By looks and not by the clock: where this process was stopped itself, or had no time to listen, that was one look.
    const silence = Effect.gen(function* () {
      let heardBefore = heard
      for (let looks = 0; looks < looksInSilence; looks++) {
        yield* Effect.sleep(Duration.times(options.maxSilence, 1 / looksInSilence))
        if (heard !== heardBefore) looks = -1
        heardBefore = heard
      }
      return yield* Effect.fail(silentChild)
    })

    const end = Effect.callback<void>((resume) => {
      if (started.exitCode !== null || started.signalCode !== null || started.pid === undefined) {
        return resume(Effect.void)
      }
      started.ref()
      started.once("exit", () => resume(Effect.void))
      lose(brokenChild)
    })

    const child: Child = {
      pid: started.pid,
      hasEnded: () => ended !== null,
      work: ({ bytes, head }, allowance) =>
        outcome(() => {
          for (const piece of piecesOf({ head: { allowance, head }, bytes })) channel.write(piece)
        }).pipe(Effect.raceFirst(silence)),
      end
    }
    return outcome(() => {}).pipe(
      Effect.timeoutOrElse({ duration: startWithin, orElse: () => Effect.fail(brokenChild) }),
      Effect.onError(() => end),
      Effect.as(child)
    )
  })
