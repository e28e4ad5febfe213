/** Where somebody asks from who has not said who they are. */
import { parseUrl } from "../../security/domain/parseUrl.ts"

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/**
 * What requests from an address are counted under: it alone, and of IPv6 its network of 64 bits, since a provider gives a customer
 * all addresses below these (RFC 6177, RFC 4291 §2.5.4).
 *
 * @internal
 */
export const networkOf = (address: string): string => {
  const written = `http://[${address.slice(0, 64).split("%", 1)[0] ?? ""}]/`
  const parsed = address.includes(":") ? parseUrl(written) : null
  if (parsed === null) return address.slice(0, 64)
  const text = parsed.hostname.slice(1, -1)
  // Sockets that hear both families tell IPv4 so (RFC 4291 §2.5.5.2).
  const inner = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(text)
  if (inner !== null) {
    return inner
      .slice(1)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((group) => [group >> 8, group & 255])
      .join(".")
  }
  const [head = "", tail = ""] = text.split("::")
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const missing = Array.from({ length: 8 - first.length - last.length }, () => "0")
  return `${[...first, ...missing, ...last].slice(0, 4).join(":")}::/64`
}
