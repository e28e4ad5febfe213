/**
 * The address of a Redis: one server, a server that Sentinels name, or a cluster.
 *
 * **Details.** Nothing here needs the client, so that settings can be judged where it is not installed.
 */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"

/** Where somebody listens. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

interface Access {
  readonly tls: boolean
  readonly username: string | undefined
  readonly password: string | undefined
}

/** What an address leads to. */
export type RedisAddress =
  | { readonly kind: "server"; readonly url: string }
  | (Access & {
      readonly kind: "sentinel"
      readonly sentinels: ReadonlyArray<Endpoint>
      readonly name: string
      readonly db: number
      readonly sentinelUsername: string | undefined
      readonly sentinelPassword: string | undefined
    })
  | (Access & { readonly kind: "cluster"; readonly nodes: ReadonlyArray<Endpoint> })

/** How an address is written. */
export const addressForms =
  "redis://user:password@host:6379, redis+sentinel://user:password@host:26379,host:26379/name or redis+cluster://user:password@host:6379,host:6379; rediss for TLS"

const several =
  /^(?<scheme>rediss?)\+(?<kind>sentinel|cluster):\/\/(?:(?<user>[^@/?#:]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/

const endpoint = /^(?:\[(?<address>[0-9a-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i

const endpointOf = (text: string, usualPort: number): Endpoint | null => {
  const { address, name, port } = endpoint.exec(text)?.groups ?? {}
  const host = address ?? name
  const number = port === undefined ? usualPort : Number(port)
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number }
}

const endpointsOf = (text: string, usualPort: number): ReadonlyArray<Endpoint> | null => {
  const all = text.split(",").map((one) => endpointOf(one, usualPort))
  return all.every((one) => one !== null) ? all : null
}

/** What percent signs stand for; null where they stand for nothing. */
const plain = (text: string | undefined): string | undefined | null => {
  if (text === undefined || text === "") return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const sentinelPath = /^(?<name>[^/]+)(?:\/(?<db>\d{1,3}))?$/

const serverOf = (text: string): RedisAddress | null =>
  /^rediss?:$/.test(parseUrl(text)?.protocol ?? "") && parseUrl(text)?.hostname !== ""
    ? { kind: "server", url: text }
    : null

const clusterOf = (access: Access, hosts: string, path: string, query: string): RedisAddress | null => {
  const nodes = endpointsOf(hosts, 6_379)
  return nodes === null || path !== "" || query !== "" ? null : { ...access, kind: "cluster", nodes }
}

const sentinelOf = (access: Access, hosts: string, path: string, query: string): RedisAddress | null => {
  const sentinels = endpointsOf(hosts, 26_379)
  const { db = "0", name } = sentinelPath.exec(path)?.groups ?? {}
  const { sentinelPassword, sentinelUsername, ...others } = Object.fromEntries(new URLSearchParams(query))
  const group = plain(name)
  if (sentinels === null || group === undefined || group === null || Object.keys(others).length > 0) return null
  return { ...access, kind: "sentinel", sentinels, name: group, db: Number(db), sentinelUsername, sentinelPassword }
}

/** What a text leads to; null when it is no address. */
export const readAddress = (text: string): RedisAddress | null => {
  const { hosts, kind, password, path = "", query = "", scheme, user } = several.exec(text)?.groups ?? {}
  if (hosts === undefined) return serverOf(text)
  const [username, secret] = [plain(user), plain(password)]
  if (username === null || secret === null) return null
  const access = { tls: scheme === "rediss", username, password: secret }
  return (kind === "cluster" ? clusterOf : sentinelOf)(access, hosts, path, query)
}
