/**
 * Which URLs may be asked for.
 *
 * **Details**
 *
 * A URL is judged as it was written, before it is parsed, and again as it was parsed. It is parsed once: the parsed
 * value goes to the connector, so that no second parser can see another host in it. What a name resolves to is judged
 * by `isAllowedAddress` at the moment of connecting.
 */
import { Result } from "effect"
import { hasLongHost, maxLinkLength, maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { isMetadata } from "./AddressTable.ts"
import {
  type EgressPolicy,
  type EgressTarget,
  isAllowedAddress,
  isNamedByOperator,
  mayResolve
} from "./EgressPolicy.ts"
import { parseIp } from "./IpAddress.ts"

/** Why a URL is refused. `message` may be shown to whoever wrote it. */
export interface UrlRefusal {
  readonly reason: "malformed" | "forbidden"
  readonly message: string
}

const refuse = (reason: UrlRefusal["reason"], message: string): Result.Result<never, UrlRefusal> =>
  Result.fail({ reason, message })

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const controls = /[\u0000-\u001f\u007f]/

/** What an address would hand to whoever sees it belongs into a header, which goes to its own site alone. */
const holdsUserName =
  "The URL holds a user name or a password. Leave them out; a page that asks for them is read with a header Authorization, or with a browser profile."

const holdsNoName = "The URL holds a host that is not a valid name."

/** Judges the text before it is parsed; a parser would quietly repair what is refused here. */
const lint = (raw: string): Result.Result<string, UrlRefusal> => {
  if (raw.length > maxUrlLength) return refuse("malformed", `The URL is longer than ${maxUrlLength} characters.`)
  if (controls.test(raw)) return refuse("malformed", "The URL holds control characters.")
  if (/\s/.test(raw)) return refuse("malformed", "The URL holds white space; write a space as %20.")
  if (raw.includes("\\")) return refuse("malformed", "The URL holds a backslash; write /.")
  if (hasLongHost(raw)) return refuse("malformed", holdsNoName)
  const authority = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(raw)?.[1]
  return authority?.includes("@") ? refuse("forbidden", holdsUserName) : Result.succeed(raw)
}

/** A letter that is escaped takes nine characters, of which its writer sees one. */
const mayGrowTooLong = (raw: string): boolean => raw.length * 9 > maxLinkLength

const parse = (raw: string, base?: URL): Result.Result<URL, UrlRefusal> => {
  const url = parseUrl(raw, base?.href)
  if (url !== null) return Result.succeed(url)
  const orLong = mayGrowTooLong(raw)
    ? `, or has more than ${maxLinkLength} characters once its letters are escaped`
    : ""
  return refuse("malformed", `The URL is not complete or not valid${orLong}.`)
}

/**
 * Ports below 1024 carry other protocols, except 80 and 443. Of the higher ones, those that browsers refuse and those
 * where databases, queues and cluster controllers listen.
 */
const refusedPorts: ReadonlySet<number> = new Set([
  ...[1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2377, 2379, 2380, 3306, 3659, 4045, 4190, 5060, 5061, 5432],
  ...[5672, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9200, 9300, 10080, 10250],
  ...[10255, 11211, 27017, 27018, 27019]
])

const isUsualPort = (port: number): boolean => port === 80 || port === 443 || (port >= 1024 && !refusedPorts.has(port))

/** The host in lower case without brackets or final dot: one key for all spellings of one host. */
export const canonicalHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

/** Whom a connection for this URL is for. */
export const targetOf = (url: URL): EgressTarget => ({
  host: canonicalHost(url),
  port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
})

const isHostName = (host: string): boolean =>
  host.length <= 253 && host.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label))

/** Judges what the parser made of the text. */
const judge = (url: URL): Result.Result<URL, UrlRefusal> => {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refuse("forbidden", "The URL must begin with http:// or https://.")
  }
  if (url.username !== "" || url.password !== "") return refuse("forbidden", holdsUserName)
  const { host } = targetOf(url)
  return parseIp(host) === null && !isHostName(host) ? refuse("malformed", holdsNoName) : Result.succeed(url)
}

/** The target as the operator names it to let it be reached. */
const itemOf = ({ host, port }: EgressTarget): string => `${host.includes(":") ? `[${host}]` : host}:${port}`

/** Nobody is led to open the place where a cloud keeps credentials. */
const cureFor = (target: EgressTarget): string => {
  const address = parseIp(target.host)
  return address !== null && isMetadata(address)
    ? ""
    : ` Whoever operates this server can let it be reached with KITTIWAKE_EGRESS_ALLOW=${itemOf(target)}, in a program with egressAllow.`
}

const judgePort =
  (policy: EgressPolicy) =>
  (url: URL): Result.Result<URL, UrlRefusal> => {
    const target = targetOf(url)
    return isUsualPort(target.port) || isNamedByOperator(target, policy)
      ? Result.succeed(url)
      : refuse("forbidden", `Port ${target.port} may not be used.${cureFor(target)}`)
  }

/** Reads a URL from outside, or says why not. Whether its port may be used is for those to say who know the policy. @internal */
export const readUrl = (raw: string): Result.Result<URL, UrlRefusal> =>
  lint(raw).pipe(
    Result.flatMap((clean) => parse(clean)),
    Result.flatMap(judge)
  )

/** Takes a URL from outside, or says why not. */
export const checkUrl = (raw: string, policy: EgressPolicy): Result.Result<URL, UrlRefusal> =>
  Result.flatMap(readUrl(raw), judgePort(policy))

/** Why the address of a webhook is refused that has a fragment: it would never arrive. @internal */
export const noFragment = "The URL of a webhook cannot have a fragment."

/** Takes the address of a webhook: as `checkUrl`, and without a fragment. */
export const checkWebhookUrl = (raw: string, policy: EgressPolicy): Result.Result<URL, UrlRefusal> =>
  raw.includes("#") ? refuse("malformed", noFragment) : checkUrl(raw, policy)

/** Takes the `Location` of an answer to `from`, which may be relative and hold spaces, or says why not. */
export const checkLocation = (location: string, from: URL, policy: EgressPolicy): Result.Result<URL, UrlRefusal> => {
  if (location.length > maxLinkLength) return refuse("malformed", "The redirect is too long.")
  if (controls.test(location) || location.includes("\\")) return refuse("malformed", "The redirect is not a valid URL.")
  return parse(location.trim(), from).pipe(Result.flatMap(judge), Result.flatMap(judgePort(policy)))
}

/** Whether the host is out of reach whatever a name server says: a forbidden address, or a private name. */
export const isOutOfReach = (url: URL, policy: EgressPolicy): boolean => {
  const target = targetOf(url)
  return parseIp(target.host) === null ? !mayResolve(target, policy) : !isAllowedAddress(target.host, target, policy)
}

/** Names that no name server has an address for, by the rules of names (RFC 6761). */
const ofNobody = /(?:^|\.)invalid$/

const outOfReach = (url: URL): UrlRefusal => {
  const target = targetOf(url)
  const { host } = target
  if (ofNobody.test(host)) return { reason: "forbidden", message: `The host ${host} has no address.` }
  const what = parseIp(host) === null ? `${host} is a name of private networks.` : `The address ${host} is not public.`
  return { reason: "forbidden", message: `${what}${cureFor(target)}` }
}

/** Why a URL from outside will never be asked for; null when it may be, as far as can be told without a name server. @internal */
export const findRefusal = (raw: string, policy: EgressPolicy): UrlRefusal | null =>
  Result.match(checkUrl(raw, policy), {
    onFailure: (refusal) => refusal,
    onSuccess: (url) => (isOutOfReach(url, policy) ? outOfReach(url) : null)
  })
