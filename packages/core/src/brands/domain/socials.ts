/** Which links lead to a profile of the brand on a social network. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import type { SocialKind } from "./BrandProfile.ts"
import type { Social } from "./SiteFact.ts"

interface Network {
  readonly type: SocialKind
  readonly hosts: ReadonlyArray<string>
  /** What the path of a profile looks like; it ends where the name does. */
  readonly path: RegExp
  /** First parts of paths that are no profiles. */
  readonly not?: RegExp
}

const name = /^\/(@?[\w.%~+-]+)\/?$/u

const shares =
  /^(?:share|sharer(?:\.php)?|intent|home|login|signup|about|help|legal|policies|privacy|terms|search|explore)$/i

const networks: ReadonlyArray<Network> = [
  { type: "x", hosts: ["x.com", "twitter.com"], path: name, not: /^(?:share|intent|home|i|search|hashtag|login)$/i },
  {
    type: "facebook",
    hosts: ["facebook.com", "fb.com"],
    path: /^\/((?:pages\/[^/]+\/\d+|people\/[^/]+\/\d+|groups\/[^/]+|profile\.php|[\w.%-]+))\/?$/u,
    not: /^(?:share|sharer(?:\.php)?|dialog|plugins|tr|login(?:\.php)?|pages|people|groups|hashtag|policies|privacy)$/i
  },
  { type: "instagram", hosts: ["instagram.com"], path: name, not: /^(?:p|reel|explore|accounts|stories)$/i },
  {
    type: "linkedin",
    hosts: ["linkedin.com"],
    path: /^\/((?:company|school|showcase|in)\/[^/]+)(?:\/(?:about\/?)?)?$/u
  },
  {
    type: "youtube",
    hosts: ["youtube.com"],
    path: /^\/(@[^/]+|(?:c|user|channel)\/[^/]+|[\w-]+)\/?(?:featured|videos)?\/?$/u,
    not: /^(?:watch|embed|playlist|results|shorts|feed|c|user|channel)$/i
  },
  { type: "pinterest", hosts: ["pinterest.com"], path: name, not: /^pin$/i },
  { type: "tiktok", hosts: ["tiktok.com"], path: /^\/(@[\w.]+)\/?$/u },
  { type: "dribbble", hosts: ["dribbble.com"], path: name, not: /^(?:shots|jobs)$/i },
  { type: "github", hosts: ["github.com"], path: /^\/([\w-]+)\/?$/u, not: /^(?:login|join|features|about|pricing)$/i },
  { type: "behance", hosts: ["behance.net"], path: name, not: /^gallery$/i },
  { type: "snapchat", hosts: ["snapchat.com"], path: /^\/(add\/[^/]+|@[^/]+)\/?$/u },
  {
    type: "whatsapp",
    hosts: ["wa.me", "whatsapp.com", "api.whatsapp.com"],
    path: /^\/(\d{6,}|channel\/[^/]+|send)\/?$/u
  },
  { type: "telegram", hosts: ["t.me", "telegram.me"], path: name, not: /^(?:share|iv)$/i },
  { type: "line", hosts: ["line.me", "page.line.me", "lin.ee"], path: /^\/(?:R\/)?((?:ti\/p\/)?[@\w.%~-]+)\/?$/u },
  { type: "discord", hosts: ["discord.gg", "discord.com"], path: /^\/((?:invite\/)?[\w-]+)\/?$/u, not: shares },
  { type: "twitch", hosts: ["twitch.tv"], path: name, not: /^(?:directory|videos)$/i },
  { type: "vimeo", hosts: ["vimeo.com"], path: /^\/([a-z][\w-]*)\/?$/iu, not: /^(?:watch|channels|upgrade|join)$/i },
  { type: "imdb", hosts: ["imdb.com"], path: /^\/((?:company|name|title)\/\w+)\/?$/u },
  { type: "tumblr", hosts: ["tumblr.com"], path: /^\/(blog\/view\/[^/]+|[\w-]+)\/?$/u, not: /^(?:share|widgets)$/i },
  { type: "flickr", hosts: ["flickr.com"], path: /^\/((?:photos|people)\/[^/]+)\/?$/u },
  { type: "giphy", hosts: ["giphy.com"], path: name, not: /^(?:gifs|search)$/i },
  { type: "medium", hosts: ["medium.com"], path: /^\/(@?[\w.-]+)\/?$/u, not: /^(?:m|p|tag|search)$/i },
  { type: "spotify", hosts: ["open.spotify.com"], path: /^\/((?:intl-\w+\/)?(?:artist|user|show)\/\w+)\/?$/u },
  { type: "soundcloud", hosts: ["soundcloud.com"], path: name },
  {
    type: "tripadvisor",
    hosts: ["tripadvisor.com"],
    path: /^\/(\w+_Review-[^/]+)$/u
  },
  { type: "yelp", hosts: ["yelp.com"], path: /^\/(biz\/[^/]+)\/?$/u },
  { type: "producthunt", hosts: ["producthunt.com"], path: /^\/((?:products|posts|@)\/?[^/]+)\/?$/u },
  { type: "reddit", hosts: ["reddit.com"], path: /^\/((?:r|user|u)\/[^/]+)\/?$/u },
  { type: "crunchbase", hosts: ["crunchbase.com"], path: /^\/(organization\/[^/]+)\/?$/u },
  {
    type: "appstore",
    hosts: ["apps.apple.com", "itunes.apple.com"],
    path: /^\/((?:[a-z]{2}\/)?(?:app|developer)\/.+)$/u
  },
  { type: "playstore", hosts: ["play.google.com"], path: /^\/(store\/apps\/(?:details|dev|developer))$/u }
]

/** Parts of the query that name the profile, where the path alone does not. */
const named: { readonly [K in SocialKind]?: { readonly path: RegExp; readonly parameter: string } } = {
  playstore: { path: /^/, parameter: "id" },
  facebook: { path: /^\/profile\.php$/, parameter: "id" },
  whatsapp: { path: /^\/send\/?$/, parameter: "phone" }
}

/** Networks that have a domain of their own in many countries. */
const inCountries = /^((?:[a-z-]+\.)?(?:pinterest|tripadvisor|yelp))\.(?:[a-z]{2}|com?\.[a-z]{2})$/

/** Without what names a language, a country or a small screen. */
const plainHost = (host: string): string =>
  host.replace(inCountries, "$1.com").replace(/^(?:www|m|mobile|web|[a-z]{2}(?:-[a-z]{2})?)\.(?=[^.]+\.)/, "")

export const decodedOr = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Networks by their hosts. */
const networkAt: ReadonlyMap<string, Network> = new Map(
  networks.flatMap((network) => network.hosts.map((host) => [host, network] as const))
)

const isProfile = ({ not, path }: Network, pathname: string): boolean => {
  const found = path.exec(pathname)?.[1]
  return found !== undefined && not?.test(found) !== true && !shares.test(found)
}

/** As the site links to it, over HTTPS and without what counts clicks. */
const urlOf = (url: URL, query: string): string =>
  `https://${url.hostname.replace(/^((?:www|m)\.)?twitter\.com$/, "x.com").replace(/^(?:m|mobile)\./, "")}${url.pathname.replace(/\/$/, "")}${query}`

/** The profile that a link leads to; null when it leads to none. */
export const socialOf = (link: string): Social | null => {
  const url = link.length > 500 ? null : parseUrl(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const network = networkAt.get(url.hostname) ?? networkAt.get(plainHost(url.hostname))
  if (network === undefined || !isProfile(network, url.pathname)) return null
  const { parameter = "", path } = named[network.type] ?? {}
  if (path?.test(url.pathname) !== true) return { type: network.type, url: urlOf(url, "") }
  const value = url.searchParams.get(parameter)
  return value === null ? null : { type: network.type, url: urlOf(url, `?${parameter}=${encodeURIComponent(value)}`) }
}

/** The name that a profile goes by, as far as its address tells. */
export const socialHandle = ({ url }: Social): string =>
  decodedOr(new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? "").replace(/^@/, "")

/** Profiles of who makes sites and their themes, and names that stand for a name: what a theme shows until somebody writes his own. */
const placeholders =
  /^(?:shopify|webflow|wix|squarespace|wordpress|wordpressdotcom|elementor|godaddy|weebly|jimdo|envato|themeforest|(?:your|my)[-_.]?(?:user|brand|company|page|profile|account|handle|site|shop|store)?[-_.]?(?:name|page|profile|id)?|user-?name|company-?name|profile|example|placeholder|#)$/i

/** Whether a profile is that of who made the theme, and not of who is at the domain. */
export const isPlaceholder = (social: Social, domain: string): boolean => {
  const handle = socialHandle(social)
  return placeholders.test(handle) && handle.toLowerCase() !== domain.split(".")[0]
}

/** What tells two profiles apart. */
export const socialKey = ({ type, url }: Social): string =>
  `${type} ${new URL(url).pathname.toLowerCase()}${new URL(url).search}`
