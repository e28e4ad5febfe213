/** The command as `npm start` and `npx kittiwake` run it. */
import { fileURLToPath } from "node:url"
import { heapArguments } from "../children.ts"
import { freePort } from "../http/server.ts"
import { type Answering, type Program, type Started, started } from "./launched.ts"

const main = fileURLToPath(new URL("../../packages/cli/command.mjs", import.meta.url))

/** The command with these arguments. */
export const kittiwake = (args: ReadonlyArray<string>, env: Program["env"] = {}): Program => ({
  args: [...heapArguments, main, ...args],
  env
})

/** A server over a storage: a data directory, or the address of a Postgres database. */
export const serverOn = async (storage: string): Promise<{ readonly program: Program; readonly at: Answering }> => {
  const port = await freePort()
  const place = storage.startsWith("postgres:")
    ? { DATABASE_URL: storage }
    : // The server of other benches, which may be given, is none of this one's business.
      { DATABASE_URL: "", KITTIWAKE_DATA_DIR: storage }
  const env = {
    ...place,
    KITTIWAKE_HOST: "127.0.0.1",
    KITTIWAKE_PORT: String(port),
    KITTIWAKE_EGRESS_ALLOW: "127.0.0.0/8"
  }
  return { program: kittiwake(["start"], env), at: { port, path: "/ready" } }
}

/** What a start in this folder takes. */
export const startOurs = async (folder: string): Promise<Started> => {
  const { at, program } = await serverOn(folder)
  return started(program, at)
}
