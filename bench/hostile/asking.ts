/** Asks the server that is attacked, and tells its answer in a word. */
import { connect, type Socket } from "node:net"

/** What is attacked, with keys of it, and the site that attacks. */
export interface World {
  readonly port: number
  readonly pid: number
  readonly key: string
  /** Of an organization that has read nothing, so that a search of its finds nothing of what other rows read. */
  readonly otherKey: string
  readonly sitePort: number
}

/** An answer in a word, and whether it was over a limit of the attack's own. */
export interface Told {
  readonly answer: string
  readonly isOver: boolean
}

/** One attack: gives the answer in a word. What takes long to make is made before, so that it counts as nobody's time. */
export interface Attack {
  (world: World): Promise<string | Told>
  readonly prepare?: (world: World) => unknown
}

/** Longer than any answer may take. */
const patienceMillis = 30_000

const told = async (response: Response): Promise<string> => {
  const text = await response.text()
  const code = /"error_code":"(\w+)"/.exec(text)?.[1]
  return code === undefined ? String(response.status) : `${response.status} ${code}`
}

/** Sends one request. */
export const ask = async (
  { key, port }: World,
  method: string,
  path: string,
  body?: BodyInit,
  headers: Readonly<Record<string, string>> = {}
): Promise<string> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      signal: AbortSignal.timeout(patienceMillis),
      ...(body === undefined ? {} : { body })
    })
    return await told(response)
  } catch (error) {
    return error instanceof DOMException ? "no answer" : "cut"
  }
}

/** Calls an assistant's tool, as its client does. */
export const callTool = (world: World, name: string, args: Readonly<Record<string, unknown>>): Promise<string> =>
  ask(
    world,
    "POST",
    "/mcp",
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    { "content-type": "application/json", accept: "application/json, text/event-stream" }
  )

/** The address of an operation on a page of the site. */
export const reading = (operation: string, page: string, query = ""): string =>
  `/v1/web/scrape/${operation}?url=${encodeURIComponent(page)}&maxAgeMs=0&timeoutMS=8000${query}`

/** A socket to the server, which never fails loudly. */
export const open = ({ port }: World): Socket => connect({ port, host: "127.0.0.1" }).on("error", () => {})

/** What comes back on a socket: the status of the answer, or how it ended. */
export const statusOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve("no answer"), patienceMillis)
    const done = (answer: string) => {
      clearTimeout(timer)
      resolve(answer)
    }
    socket.once("data", (data) => done(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1] ?? "junk"))
    socket.once("close", () => done("cut"))
  })

/** How often each answer came. */
export const counted = (answers: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(", ")
}
