/** A terminal in a folder of its own, in which what the guides show is typed. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../../scripts/run.ts"
import { root } from "../../scripts/workspace.ts"
import { browserEnvironment } from "../setup/browser.ts"

const command = `"${process.execPath}" --max-semi-space-size=16 "${join(root, "packages/cli/command.mjs")}"`

/** What stands for programs of an installation: the command is that of this tree, and npm starts what its scripts name. */
const programs = {
  kittiwake: `exec ${command} "$@"`,
  npx: `shift\nexec ${command} "$@"`,
  npm: `if [ "$2" = --workspace ]; then cd "${root}/$3" && exec "${process.execPath}" src/main.ts; fi\nexec ${command} start`
}

interface Going {
  readonly child: ChildProcess
  /** Resolves with what it has printed once that matches. */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly printed: () => string
}

const listening = (child: ChildProcess): Going => {
  let printed = ""
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (bytes) => {
      printed += String(bytes)
      for (const look of [...waiting]) look()
    })
  }
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!pattern.test(printed)) return
        waiting.delete(look)
        resolve(printed)
      }
      waiting.add(look)
      child.once("close", () => reject(new Error(`It ended and had printed:\n${printed}`)))
      look()
    })
  return { child, until, printed: () => printed }
}

export interface Shell {
  readonly folder: string
  /** Types a command and waits for its end; what it printed. It must succeed. */
  readonly type: (command: string) => Promise<string>
  /** Begins what goes on until the shell is closed, and waits until it says that it is there. */
  readonly begin: (command: string) => Promise<string>
  /** Whether something that goes on has printed this, now or within half a minute. */
  readonly hears: (pattern: RegExp) => Promise<boolean>
  /** What all that goes on has printed. */
  readonly printed: () => string
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** How long is waited for what a guide says that is printed meanwhile. */
const patienceMillis = 30_000

/** What every program of the guides says that serves. */
const isThere = /is ready|Serving HTTP|Waiting for/

export const openShell = async (env: Readonly<Record<string, string>>): Promise<Shell> => {
  const folder = await mkdtemp(join(tmpdir(), "kittiwake-guides-"))
  const bin = join(folder, ".bin")
  await mkdir(bin)
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(bin, name), 0o755)
  }
  const surroundings = {
    ...browserEnvironment,
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    NO_COLOR: "1",
    PYTHONUNBUFFERED: "1",
    KITTIWAKE_LOG: "pretty",
    ...env
  }
  const going: Array<Going> = []
  return {
    folder,
    type: async (text) => {
      const { code, output } = await run("bash", ["-e", "-o", "pipefail", "-c", text], {
        cwd: folder,
        env: surroundings
      })
      if (code !== 0) throw new Error(`This ended with ${code}:\n${text}\n${output}`)
      return output
    },
    begin: (text) => {
      // A group of its own, so that all of it can be ended.
      const child = spawn("bash", ["-e", "-c", text], { cwd: folder, env: surroundings, detached: true })
      const one = listening(child)
      going.push(one)
      return one.until(isThere)
    },
    hears: (pattern) => {
      const deadline = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => deadline.resolve(false), patienceMillis)
      const heard = Promise.any(going.map(({ until }) => until(pattern))).then(
        () => true,
        () => false
      )
      return Promise.race([heard, deadline.promise]).finally(() => clearTimeout(timer))
    },
    printed: () => going.map(({ printed }) => printed()).join("\n"),
    [Symbol.asyncDispose]: async () => {
      for (const { child } of going) {
        if (child.exitCode !== null || child.pid === undefined) continue
        const closed = once(child, "close")
        process.kill(-child.pid, "SIGTERM")
        await closed
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}
