/** A server as somebody starts it for the first time, with nothing in it, for pictures of what it says then. */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { root } from "../workspace.ts"

export interface FreshServer extends AsyncDisposable {
  readonly url: string
  /** Signs the operator in. */
  readonly adminToken: string
}

/** Starts it, and gives it once it listens. */
export const startFresh = async (): Promise<FreshServer> => {
  const directory = await mkdtemp(join(tmpdir(), "kittiwake-pictures-"))
  const adminToken = randomBytes(24).toString("hex")
  const child = spawn(process.execPath, [join(root, "packages/cli/src/main.ts"), "start"], {
    env: {
      PATH: process.env.PATH ?? "",
      KITTIWAKE_LOG: "json",
      KITTIWAKE_PORT: "0",
      KITTIWAKE_DATA_DIR: directory,
      KITTIWAKE_ADMIN_TOKEN: adminToken,
      // Its browser shows the demonstration's own site alone.
      KITTIWAKE_BROWSER_SANDBOX: "off"
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const closed = once(child, "close")
  const [url] = await Promise.race([
    once(
      createInterface({ input: child.stdout }).on("line", function (this: NodeJS.EventEmitter, line) {
        const { annotations, message } = JSON.parse(line) as { annotations: { url?: string }; message: string }
        if (message === "server.started") this.emit("listens", annotations.url)
      }),
      "listens"
    ) as Promise<[string]>,
    closed.then(() => {
      throw new Error("The server of the pictures did not start.")
    })
  ])
  return {
    url,
    adminToken,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM")
      await closed
      await rm(directory, { recursive: true, force: true })
    }
  }
}
