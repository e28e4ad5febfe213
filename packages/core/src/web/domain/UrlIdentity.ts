/** What spellings of one address have in common. */
import { normalizeEncoding } from "./percentEncoding.ts"

/** Names of parameters that tell where a visitor came from and change nothing on the page. */
const trackingNames: ReadonlySet<string> = new Set([
  ...["gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "_ga", "_gl"],
  ...["fbclid", "igshid", "igsh", "msclkid", "twclid", "ttclid", "li_fat_id", "yclid", "ysclid", "rdt_cid", "epik"],
  ...["mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "vero_id"],
  ...["oly_anon_id", "oly_enc_id", "_openstat", "wickedid", "_kx", "s_kwcid", "ef_id"]
])

const isTracking = (parameter: string): boolean => {
  const name = (parameter.split("=", 1)[0] ?? "").toLowerCase()
  return name.startsWith("utm_") || trackingNames.has(name)
}

/** Without the final dot of an absolute name, and without `www.` where a name is left that has a dot itself. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, "").replace(/^(?:www\.)+(?=[^.]+\.)/, "")

/**
 * One text for all spellings of an address: without fragment, default port, final slashes, `www.` and tracking
 * parameters; the rest of the query in its order. The text is an address itself, and its own identity.
 */
export const urlIdentity = (url: URL): string => {
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isTracking(parameter))
  const port = url.port === "" ? "" : `:${url.port}`
  const query = kept.length === 0 ? "" : `?${normalizeEncoding(kept.join("&"))}`
  return `${url.protocol}//${hostOf(url)}${port}${normalizeEncoding(url.pathname).replace(/(?<!\/)\/+$/, "")}${query}`
}

/** The address without what only counts visits: tracking parameters, and the fragment. */
export const withoutTracking = (url: URL): string => {
  const parameters = url.search.slice(1).split("&")
  const kept = new URL(url)
  kept.hash = ""
  if (parameters.some(isTracking)) kept.search = parameters.filter((parameter) => !isTracking(parameter)).join("&")
  return kept.href
}
