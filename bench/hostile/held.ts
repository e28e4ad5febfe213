/** For how long the main thread of the server was held, as `inside.ts` tells from inside. */
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"

/** Where it tells. */
export const socketOf = (pid: number) => join(tmpdir(), `kittiwake-bench-${pid}.sock`)

/** Arguments of `node` for a server that is watched. */
export const watched: ReadonlyArray<string> = [`--import=${new URL("./inside.ts", import.meta.url).href}`]

/** The longest since it was last asked. */
export const heldMillis = async (pid: number): Promise<number> => {
  const socket = connect(socketOf(pid))
  return Number(await text(socket))
}
