/** Runs a command of this repository and keeps what it printed. */
import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { root } from "./workspace.ts"

/** How a command ended. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Where a command runs and what it finds in its environment; the root and our own when absent. */
export interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

const withTools = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${env.PATH ?? ""}`
})

/** Runs a command with the repository's tools first on the path. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd = root, env = process.env }: RunOptions = {}
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: withTools(env), stdio: ["ignore", "pipe", "pipe"] })
    const chunks: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8").trimEnd() }))
  })
