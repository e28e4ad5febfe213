/** The one way out of a browser. */
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { EgressResolver } from "@kittiwake/core/web/EgressResolver"
import { Effect, type Scope } from "effect"
import { safely } from "../safely.ts"
import { makeDial } from "./dial.ts"
import { forward, maxHeaderBytes } from "./forward.ts"
import { type AccountLimits, defaultLimits, ProxyAccount } from "./ProxyAccount.ts"
import { tunnel } from "./tunnel.ts"

/** What a browser answers when the proxy asks who it is. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface OpenAccount {
  readonly account: ProxyAccount
  readonly credentials: Credentials
}

/**
 * A forward proxy on the loopback address.
 *
 * **Contract**
 *
 * - Every connection was judged by the operator's policy, on the address that it leads to.
 * - Nothing passes without the credentials of an open account: what a browser does of its own accord stays here.
 * - When an account closes, all of its connections are cut.
 */
export interface EgressProxy {
  /** For example `http://127.0.0.1:41234`. */
  readonly server: string
  readonly openAccount: Effect.Effect<OpenAccount, never, Scope.Scope>
}

const challenge = { "proxy-authenticate": 'Basic realm="kittiwake"', "content-length": "0" }

const challengeText =
  'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="kittiwake"\r\ncontent-length: 0\r\n\r\n'

const listen = (server: Server): Effect.Effect<number, BrowserUnavailable> =>
  Effect.callback((resume) => {
    const fail = safely(() =>
      resume(Effect.fail(new BrowserUnavailable({ message: "No port is free for the browser's proxy." })))
    )
    server.once("error", fail)
    server.listen(0, "127.0.0.1", () => {
      server.off("error", fail)
      resume(Effect.succeed((server.address() as AddressInfo).port))
    })
  })

const loopbacks: ReadonlySet<string> = new Set(["127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0"])

/** Listens until the scope closes. */
export const makeEgressProxy = Effect.fnUntraced(function* (limits: AccountLimits = defaultLimits) {
  const resolver = yield* EgressResolver
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const accounts = new Map<string, ProxyAccount>()
  const server = createServer({ maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 60_000, requestTimeout: 0 })
  server.maxConnections = 1_024

  const accountOf = ({ headers }: IncomingMessage) => accounts.get(headers["proxy-authorization"] ?? "")

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const account = accountOf(request)
    if (account === undefined) return response.writeHead(407, challenge).end()
    account.track(request.socket)
    return account.admits() ? forward(account, request, response) : response.writeHead(429).end()
  }
  const open = (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on(
      "error",
      safely(() => client.destroy())
    )
    const account = accountOf(request)
    if (account === undefined) return client.end(challengeText)
    account.track(client)
    return account.admits() ? tunnel(account, request, client, head) : client.destroy()
  }
  const refuse = (_: unknown, client: Duplex) => client.destroy()
  server.on(
    "request",
    safely(pass, ([, response]) => response.destroy())
  )
  server.on(
    "connect",
    safely(open, ([, client]) => client.destroy())
  )
  server.on("upgrade", safely(refuse))
  server.on("clientError", safely(refuse))
  // One that has no listener ends the process, such as where there is no room for one more connection.
  server.on(
    "error",
    safely(() => {})
  )

  const port = yield* Effect.acquireRelease(listen(server), () =>
    Effect.sync(() => {
      for (const account of accounts.values()) account.close()
      server.closeAllConnections()
      server.close()
    })
  )
  const dial = makeDial(resolver, (address, to) => to === port && loopbacks.has(address))

  const openAccount = Effect.acquireRelease(
    Effect.sync((): OpenAccount => {
      const credentials = { username: randomBytes(9).toString("hex"), password: randomBytes(24).toString("hex") }
      const authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`
      const account = new ProxyAccount(authorization, (target) => run(dial(target)), limits)
      accounts.set(authorization, account)
      return { account, credentials }
    }),
    ({ account }) =>
      Effect.sync(() => {
        accounts.delete(account.authorization)
        account.close()
      })
  )
  return { server: `http://127.0.0.1:${port}`, openAccount } satisfies EgressProxy
})
