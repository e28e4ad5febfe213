/** Runs a command of this repository and keeps what it printed. */
import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { root } from "./workspace.ts"

/** How a command ended. */
export interface Ended {
  readonly code: number
  readonly output: string
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`
})

/** Runs a command with the repository's tools first on the path. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string = root): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: environment(), stdio: ["ignore", "pipe", "pipe"] })
    const chunks: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8").trimEnd() }))
  })
