/** Kittiwake for an AI client on this machine that starts a process and speaks to it by standard input and output. */
import type { Readable, Writable } from "node:stream"
import { allScopes, type Scope } from "@kittiwake/core/organizations/domain/Scope"
import type { Effect } from "effect"
import type { AnswerBudget } from "./AnswerBudget.ts"

/** Where the server is, and as whom it is asked. */
export interface StdioOptions {
  /** Address of the server, without a slash at its end. */
  readonly base: string
  /** An API key. */
  readonly key: string
  readonly budget: AnswerBudget
  /** Asks the server. */
  readonly api: (request: Request) => Promise<Response>
  /** Runs an effect with the clock of this process. */
  readonly run: <A>(effect: Effect.Effect<A>, options?: { readonly signal?: AbortSignal }) => Promise<A>
  readonly input: Readable
  readonly output: Writable
}

/** Why the server cannot be used, in words. */
export class ServerRefuses extends Error {}

/** The tools that the server lists for the key. */
export const listedTools = async ({
  api,
  base,
  key
}: Pick<StdioOptions, "api" | "base" | "key">): Promise<ReadonlyArray<string>> => {
  const request = new Request(`${base}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25"
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
  })
  const response = await api(request)
  const text = await response.text()
  if (response.status === 401) throw new ServerRefuses(`The server at ${base} does not take the key.`)
  if (response.status !== 200) throw new ServerRefuses(`The server at ${base} answers ${response.status} at /mcp.`)
  // One JSON body, or one event of a stream.
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  const told = JSON.parse(json) as { readonly result?: { readonly tools?: ReadonlyArray<{ readonly name: string }> } }
  return (told.result?.tools ?? []).map(({ name }) => name)
}

/** Serves until the client closes its end; rejects with `ServerRefuses` before that where the server does not take the key. */
export const serve = async (options: StdioOptions): Promise<void> => {
  const listed = new Set(await listedTools(options))
  const [{ makeServer }, { serveStdio, StdioServerTransport }, { scopesBehind }] = await Promise.all([
    import("./makeServer.ts"),
    import("@modelcontextprotocol/server/stdio"),
    import("./tools/scopesBehind.ts")
  ])
  const scopes: ReadonlyArray<Scope> = scopesBehind(listed, allScopes)
  const { api, base, budget, input, key, output, run } = options
  const session = {
    base,
    authorization: `Bearer ${key}`,
    owner: "",
    scopes,
    api,
    run,
    budget,
    // The server counts what reaches it, and nothing else here costs anybody anything.
    refusedByLimits: () => Promise.resolve(null),
    // All messages of the client come to one server, which knows what it cancels.
    endedBy: () => undefined
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const transport = new StdioServerTransport(input, output)
  const close = transport.close.bind(transport)
  // It closes by itself where a line has no end within 10 MB, and nothing is read then for which it would be worth waiting.
  transport.close = () => {
    resolve()
    return close()
  }
  const handle = serveStdio(() => makeServer(session), { transport })
  input.once("end", resolve)
  input.once("close", resolve)
  await promise
  await handle.close()
}
