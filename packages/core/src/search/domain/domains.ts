/** Domains as questions name them, and what is of one. */
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** The host that somebody means who names a domain, a host with `*.` before it, or an address; null when it is none. */
export const hostOfDomain = (written: string): string | null => {
  const text = written.trim().toLowerCase()
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, "").replace(/^(?:\*?\.)+/, "")
  if (bare === "" || !/^[\p{L}\p{N}[]/u.test(bare)) return null
  const hostname = parseUrl(`http://${bare}`)
    ?.hostname.replace(/\.$/, "")
    .replace(/^www\.(?=[^.]+\.)/, "")
  return hostname === undefined || hostname === "" ? null : hostname
}

const usualPorts: ReadonlySet<string> = new Set(["", "80", "443"])

/** The port that somebody writes behind a domain, as a part of addresses; null where it is the usual one. */
export const portOfDomain = (written: string): string | null => {
  const bare = written
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^(?:\*?\.)+/, "")
  const port = parseUrl(`http://${bare}`)?.port ?? ""
  return usualPorts.has(port) ? null : port
}

/** Whether a host is a domain or below it. */
export const isOfDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
