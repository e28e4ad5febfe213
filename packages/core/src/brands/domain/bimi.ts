/**
 * The mark that a brand publishes for those who show its mail (BIMI, draft-brand-indicators-for-message-identification).
 *
 * **Details.** A record at `default._bimi.` of a domain names a drawing; where a host has none, that of the registered domain counts. Whether
 * somebody vouches for it (`a=`) is not looked at: who writes records of a name owns it, which is enough for what a brand says of itself.
 */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"

/** Names to ask, one after the other. */
export const bimiNames = (host: string, domain: string): ReadonlyArray<string> =>
  /^[\d.]+$|[:[]/.test(domain) || !domain.includes(".")
    ? []
    : [...new Set([host, domain])].map((name) => `default._bimi.${name}`)

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(";", 20).flatMap((part) => {
      const at = part.indexOf("=")
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const]
    })
  )

/** The record says that there is none; or where it is; or nothing that can be used, as with several at once. */
export type BimiMark =
  | { readonly _tag: "Declined" }
  | { readonly _tag: "At"; readonly url: string }
  | { readonly _tag: "None" }

/** What the text records of a name say. */
export const bimiMark = (records: ReadonlyArray<string>): BimiMark => {
  const own = records.filter((record) => /^\s*v\s*=\s*BIMI1\s*(?:;|$)/.test(record))
  const [record, another] = own
  // With two of them nobody knows which is meant: both are as if they were not there.
  if (record === undefined || another !== undefined) return { _tag: "None" }
  const said = tagsOf(record).get("l") ?? ""
  if (said === "") return { _tag: "Declined" }
  const [address = ""] = said.split(",", 1)
  const url = address.length > maxUrlLength ? null : parseUrl(address.trim())
  return url === null || url.protocol !== "https:" || url.username !== "" || url.password !== ""
    ? { _tag: "None" }
    : { _tag: "At", url: url.href }
}
