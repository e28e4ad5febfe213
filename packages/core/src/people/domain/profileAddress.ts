/** Addresses of persons' profiles at networks: which ones they are, and one spelling for all of those of one. */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { urlIdentity } from "../../web/domain/UrlIdentity.ts"

interface Network {
  readonly name: string
  /** The first is the one that is written. */
  readonly hosts: ReadonlyArray<string>
  /** Finds what the person is called there. */
  readonly path: RegExp
  /** Names that are no persons. */
  readonly not?: RegExp
  readonly write: (user: string) => string
  /** Whether the address by itself says who is meant (contract/people.md, minimum identity). */
  readonly isIdentity: boolean
  /** Whether what stands there is behind a login, or forbidden to be read by programs. */
  readonly isClosed: boolean
}

const plainUser = (user: string) => `/${user}`

const network = (
  name: string,
  hosts: ReadonlyArray<string>,
  path: RegExp,
  more: Partial<Pick<Network, "not" | "write" | "isIdentity" | "isClosed">> = {}
): Network => ({ name, hosts, path, write: plainUser, isIdentity: true, isClosed: false, ...more })

const closed = { isClosed: true } as const

const at = (user: string) => `/@${user}`

const networks: ReadonlyArray<Network> = [
  network("linkedin", ["www.linkedin.com", "linkedin.com"], /^\/in\/([^/]+)(?:\/[a-z]{2})?$/, {
    write: (user) => `/in/${user}`,
    ...closed
  }),
  network("github", ["github.com"], /^\/([a-z\d](?:-?[a-z\d]){0,38})$/, {
    not: /^(?:about|apps|codespaces|collections|contact|customer-stories|dashboard|enterprise|events|explore|features|gist|issues|join|login|marketplace|new|nonprofit|notifications|orgs|organizations|pricing|pulls|readme|search|security|settings|signup|site|solutions|sponsors|stars|team|topics|trending|users|watching)$/
  }),
  network("x", ["x.com", "twitter.com", "mobile.twitter.com"], /^\/([a-z\d_]{1,15})$/, {
    not: /^(?:about|compose|explore|hashtag|home|i|intent|login|messages|notifications|privacy|search|settings|share|signup|tos)$/,
    ...closed
  }),
  network(
    "facebook",
    ["www.facebook.com", "facebook.com", "m.facebook.com", "fb.com"],
    /^\/(?:people\/[^/]+\/(\d+)|([\w.]{2,60}))$/,
    {
      not: /^(?:business|dialog|events|gaming|groups|hashtag|help|home\.php|login|login\.php|marketplace|media|pages|people|photo\.php|plugins|policies|privacy|profile\.php|search|share|sharer|sharer\.php|story\.php|tr|watch)$/,
      ...closed
    }
  ),
  network("instagram", ["www.instagram.com", "instagram.com"], /^\/([a-z\d_.]{1,30})$/, {
    not: /^(?:about|accounts|developer|direct|explore|legal|p|reel|reels|stories|tv|web)$/,
    ...closed
  }),
  network("medium", ["medium.com"], /^\/@([\w.-]+)$/, { write: at }),
  network("gitlab", ["gitlab.com"], /^\/([a-z\d_][\w.-]*)$/, {
    not: /^(?:admin|api|dashboard|explore|groups|help|jwt|oauth|projects|public|search|snippets|users)$/
  }),
  network("bluesky", ["bsky.app"], /^\/profile\/([\w.:-]+)$/, { write: (user) => `/profile/${user}` }),
  network("orcid", ["orcid.org"], /^\/(\d{4}-\d{4}-\d{4}-\d{3}[\dx])$/, { write: (id) => `/${id.toUpperCase()}` }),
  network("keybase", ["keybase.io"], /^\/([a-z\d_]{2,16})$/, { not: /^(?:about|blog|docs|download|jobs|team)$/ }),
  network("gravatar", ["gravatar.com"], /^\/([a-z\d_.-]+)$/, {
    not: /^(?:about|avatar|blog|profile|profiles|site|support)$/
  }),
  network("wikidata", ["www.wikidata.org", "wikidata.org", "m.wikidata.org"], /^\/(?:wiki|entity)\/(q\d+)$/, {
    write: (id) => `/wiki/${id.toUpperCase()}`
  }),
  network("codeberg", ["codeberg.org"], /^\/([a-z\d][\w.-]*)$/, { not: /^(?:api|explore|user)$/ }),
  network("npm", ["www.npmjs.com", "npmjs.com"], /^\/~([\w.-]+)$/, { write: (user) => `/~${user}` }),
  network("stackoverflow", ["stackoverflow.com"], /^\/users\/(\d+)(?:\/[^/]*)?$/, { write: (id) => `/users/${id}` }),
  network("devto", ["dev.to"], /^\/([a-z\d_]+)$/, { not: /^(?:about|enter|search|t|tags|top|latest)$/ }),
  network("threads", ["www.threads.net", "threads.net", "www.threads.com", "threads.com"], /^\/@([\w.]+)$/, {
    write: at,
    ...closed
  }),
  network("tiktok", ["www.tiktok.com", "tiktok.com"], /^\/@([\w.]+)$/, { write: at, isIdentity: false, ...closed }),
  // A channel is as often that of a company.
  network("youtube", ["www.youtube.com", "youtube.com", "m.youtube.com"], /^\/@([\w.-]+)$/, {
    write: at,
    isIdentity: false
  })
]

const byHost: ReadonlyMap<string, Network> = new Map(
  networks.flatMap((one) => one.hosts.map((host) => [host, one] as const))
)

/** Servers of the fediverse have hosts of their own, and paths that are alike. */
const fediverse = network("mastodon", [], /^\/(?:@|users\/)([\w.-]{1,60})$/, { write: at })

/** A profile of a person. */
export interface Profile {
  readonly network: string
  /** In lower case. */
  readonly user: string
  /** One spelling for all. */
  readonly url: string
  readonly isIdentity: boolean
  /** Whether it is never fetched. */
  readonly isClosed: boolean
}

const parsed = (address: string): URL | null => {
  const url = address.length > maxUrlLength ? null : parseUrl(address.trim())
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url : null
}

/** LinkedIn and Medium have hosts below theirs, by country and by author. */
const hostOf = (url: URL): { readonly host: string; readonly path: string } => {
  const host = url.hostname.replace(/\.$/, "")
  const path = url.pathname.toLowerCase().replace(/(?<!\/)\/+$/, "")
  if (/^[a-z]{2,3}\.linkedin\.com$/.test(host)) return { host: "linkedin.com", path }
  const author = /^([\w-]+)\.medium\.com$/.exec(host)?.[1]
  if (author !== undefined && author !== "www" && path === "") return { host: "medium.com", path: `/@${author}` }
  return { host: byHost.has(host) ? host : host.replace(/^www\./, ""), path }
}

/** The profile at an address; null where it is none of a person. */
export const readProfile = (address: string): Profile | null => {
  const url = parsed(address)
  if (url === null) return null
  const { host, path } = hostOf(url)
  const id = host.endsWith("facebook.com") && path === "/profile.php" ? url.searchParams.get("id") : null
  if (id !== null && /^\d{1,20}$/.test(id)) {
    const address = `https://www.facebook.com/profile.php?id=${id}`
    return { network: "facebook", user: id, url: address, isIdentity: true, isClosed: true }
  }
  const known = byHost.get(host)
  const { hosts, isClosed, isIdentity, name, not, path: form, write } = known ?? fediverse
  const found = form.exec(path)
  const user = found?.[1] ?? found?.[2]
  if (user === undefined || not?.test(user) === true) return null
  const written = `https://${hosts[0] ?? url.host}${write(user)}`
  return { network: name, user, url: written, isIdentity, isClosed }
}

/** Hosts of which nothing is fetched, whatever the address is. */
const closedHosts: ReadonlySet<string> = new Set(
  networks.flatMap(({ hosts, isClosed }) =>
    isClosed ? hosts.map((host) => host.replace(/^(?:www|m|mobile)\./, "")) : []
  )
)

/** Whether an address leads to a network that wants nobody to read it without a login. */
export const isClosedAddress = (address: string): boolean => {
  const url = parsed(address)
  if (url === null) return true
  const labels = url.hostname.replace(/\.$/, "").split(".")
  return labels.some((_, from) => closedHosts.has(labels.slice(from).join(".")))
}

/** One spelling for all addresses that are the same: of a profile its own, of a page without what tells nothing; null where it is none. */
export const sameAddress = (address: string): string | null => {
  const profile = readProfile(address)
  if (profile !== null) return profile.url
  const url = parsed(address)
  if (url === null) return null
  url.protocol = "https:"
  return urlIdentity(url)
}
