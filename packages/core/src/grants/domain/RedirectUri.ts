/** Where a client may be sent back to: the one place at which a mistake hands a code to a stranger. */
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** Longest address that is looked at. */
export const redirectUriMaxLength = 2_000

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"]

/**
 * Schemes under which assistants that people use register although they are no domain names (RFC 8252 §7.1 asks for one). Any other word may
 * start anything on somebody's machine: what each system does with its own schemes nobody can list.
 */
const assistantSchemes = new Set([
  ...["antigravity:", "claude:", "cursor:", "goose:", "kiro:", "lmstudio:", "raycast:", "trae:", "vscode:"],
  ...["vscode-insiders:", "vscodium:", "warp:", "windsurf:", "zed:"]
])

/** A domain name read backwards: it begins with letters, as what comes last in such a name does. */
const backwardsName = /^[a-z]{2,63}(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+:$/

/** Windows calls programs of its own so. */
const isOfSystem = (scheme: string): boolean => scheme.startsWith("microsoft.") || scheme.startsWith("windows.")

/** Whether an address with this scheme leads to a program that somebody has put there to be asked so. */
const isProgramScheme = (scheme: string): boolean =>
  assistantSchemes.has(scheme) || (backwardsName.test(scheme) && !isOfSystem(scheme))

const hostname = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/

const readable = /^[\x21-\x7e]+$/

/** Why an address can be nobody's; null when it can. */
export const redirectUriProblem = (text: string): string | null => {
  if (text.length > redirectUriMaxLength) return `is longer than ${redirectUriMaxLength} characters`
  if (!readable.test(text) || text.includes("\\")) return "has characters that must be encoded"
  const url = parseUrl(text)
  if (url === null) return "is no absolute address"
  if (text.includes("#")) return "has a fragment"
  if (url.username !== "" || url.password !== "" || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(text)) {
    return "has a user name"
  }
  if (/(?:^|\/)\.{1,2}(?:[/?]|$)|%2e/i.test(text.slice(url.protocol.length))) return "has dots as parts of its path"
  if (url.protocol === "https:" || url.protocol === "http:") {
    if (!/^https?:\/\/[^/]/i.test(text)) return "must name its host after two slashes"
    // What else parsers take for a name would end a directive of the pages' policy, or means any host there.
    if (!hostname.test(url.hostname)) return "has a host that is no name"
  }
  if (url.protocol === "https:") return null
  if (url.protocol === "http:")
    return loopbackHosts.includes(url.hostname) ? null : "must use https unless it leads to this machine"
  return isProgramScheme(url.protocol)
    ? null
    : "has a scheme that is not taken: use https, http on this machine, or a domain name read backwards, such as com.example.app:/callback"
}

/** Whether an address leads to the machine on which the browser runs. */
export const isLoopback = (text: string): boolean => {
  const url = new URL(text)
  return url.protocol === "http:" && loopbackHosts.includes(url.hostname)
}

const withoutPort = (text: string): string =>
  text.replace(/^(http:\/\/(?:\[::1\]|[a-z0-9.]+))(?::\d{1,5})?(?=[/?]|$)/, "$1")

/**
 * Whether a client that registered `known` may be sent to `wanted`: the same text, letter by letter.
 *
 * **Details.** Programs on the user's machine listen on whatever port is free, so of an address that leads to this machine
 * the port may be another one (RFC 8252 §7.3). Clients write `localhost` as often as `127.0.0.1`; both are taken so, and
 * neither stands for the other.
 */
export const isRegistered = (known: ReadonlyArray<string>, wanted: string): boolean => {
  if (redirectUriProblem(wanted) !== null) return false
  if (known.includes(wanted)) return true
  return isLoopback(wanted) && known.some((one) => isLoopback(one) && withoutPort(one) === withoutPort(wanted))
}
