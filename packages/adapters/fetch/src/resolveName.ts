/** How names become addresses. */
import { lookup, Resolver } from "node:dns/promises"
import { type EgressPolicy, isLoopbackName, isPrivateName, mayResolve } from "@kittiwake/core/web/domain/EgressPolicy"

/** All addresses of a name, for a connection to a port. Rejects when there are none, or when no server answered. */
export type ResolveName = (host: string, port: number) => Promise<ReadonlyArray<string>>

/** A name that has no address, or whose name servers did not say one. */
export class NameNotResolved extends Error {
  readonly code: "ENOTFOUND" | "ETIMEOUT"
  /** The name, where it is known. */
  readonly host: string

  constructor(code: "ENOTFOUND" | "ETIMEOUT", host = "") {
    super(code)
    this.code = code
    this.host = host
  }
}

const loopback = ["127.0.0.1", "::1"]

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const askServers = async (resolver: Resolver, host: string): Promise<ReadonlyArray<string>> => {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  const timedOut = answers.some((answer) => answer.status === "rejected" && codeOf(answer.reason) === "ETIMEOUT")
  throw new NameNotResolved(timedOut ? "ETIMEOUT" : "ENOTFOUND", host)
}

const askSystem = async (host: string): Promise<ReadonlyArray<string>> => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    throw new NameNotResolved("ENOTFOUND", host)
  }
}

export interface NameServers {
  /** Addresses, with ports where they are not 53; those of this machine when absent. */
  readonly servers?: ReadonlyArray<string>
  /** How long one server may take; it is asked twice. */
  readonly timeoutMillis?: number
}

/**
 * Resolves public names at the configured name servers.
 *
 * **Details**
 *
 * The system's own lookup blocks one of very few threads for as long as a hostile name server keeps it waiting, so two
 * such names would stop all others. It is used only for names that the operator lets out, which may stand in a hosts
 * file or a search domain. Callers that ask for one name at once share one answer; answers are not kept.
 */
export const makeResolveName = (policy: EgressPolicy, options: NameServers = {}): ResolveName => {
  const resolver = new Resolver({ timeout: options.timeoutMillis ?? 2_000, tries: 2 })
  if (options.servers !== undefined) resolver.setServers(options.servers)
  const asked = new Map<string, Promise<ReadonlyArray<string>>>()
  const isNamed = (host: string) => policy.allow.some((item) => item._tag === "Host" && item.host === host)

  const ask = (host: string) => (isPrivateName(host) || isNamed(host) ? askSystem(host) : askServers(resolver, host))

  return async (host, port) => {
    if (isLoopbackName(host)) return loopback
    // Before an answer is shared: whether the name may be asked for depends on the port.
    if (!mayResolve({ host, port }, policy)) throw new NameNotResolved("ENOTFOUND", host)
    const pending = asked.get(host)
    if (pending !== undefined) return pending
    const answer = ask(host).finally(() => asked.delete(host))
    asked.set(host, answer)
    return answer
  }
}
