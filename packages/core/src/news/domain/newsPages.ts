/** Where sites of companies have their news, and the feeds of them. */

import type { PageLink } from "../../pages/domain/PageLink.ts"
import type { PageMetadata } from "../../pages/domain/PageMetadata.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { linkSigns, pickLink, seenLinks } from "../../sites/domain/pickLink.ts"
import { sourceUrl } from "./NewsSource.ts"

/** Feeds of a site that are looked at, and pages of it that may lead to them. */
export const siteBounds = { feeds: 8, pages: 3, guesses: 6, sitemaps: 2 } as const

const press = linkSigns(
  "press|press releases|press room|pressroom|newsroom|news room|media|media center|media centre|presse|pressemitteilungen|pressebereich|communiqués de presse|espace presse|sala de prensa|prensa|sala stampa|comunicati stampa|imprensa|pers|persberichten|pressrum|ニュースリリース|プレスリリース|보도자료|新闻中心".split(
    "|"
  ),
  /^https?:\/\/(?:press|presse|newsroom|media)\.|\/(?:press|press-?releases?|press-?room|newsroom|media-?(?:center|centre|room)|presse(?:mitteilungen)?|prensa|sala-stampa|imprensa)(?:[/.?]|$)/i
)

const news = linkSigns(
  "news|latest news|company news|updates|announcements|what's new|aktuelles|neuigkeiten|nachrichten|actualités|actualites|noticias|novedades|notizie|notícias|nieuws|nyheter|nyheder|uutiset|aktualności|новости|ニュース|お知らせ|뉴스|新闻".split(
    "|"
  ),
  /^https?:\/\/news\.|\/(?:news|company-news|announcements|aktuelles|neuigkeiten|actualites|noticias|notizie|nieuws|nyheter)(?:[/.?]|$)/i
)

const blog = linkSigns(
  "blog|our blog|company blog|the blog|journal|insights|changelog|ブログ|블로그|博客".split("|"),
  /^https?:\/\/blog\.|\/(?:blog|weblog|journal|insights|changelog)(?:[/.?]|$)/i
)

/** Pages of the site that may have feeds of their own, those of the press first. `domainOf` tells what belongs to the site. */
export const newsPages = (
  links: ReadonlyArray<PageLink>,
  frontUrl: string,
  domainOf: (host: string) => string
): ReadonlyArray<string> => {
  const front = new URL(frontUrl)
  const seen = seenLinks(links, frontUrl).filter(({ pathname, url }) => {
    const host = parseUrl(url)?.hostname
    return (
      host !== undefined &&
      domainOf(host) === domainOf(front.hostname) &&
      !(host === front.hostname && pathname === front.pathname)
    )
  })
  const found = [press, news, blog].flatMap((signs) => pickLink(signs, seen) ?? [])
  return [...new Set(found)].slice(0, siteBounds.pages)
}

const feedTypes = /^application\/(?:rss|atom|feed|rdf)\+(?:xml|json)\b/i

/** Feeds of what readers say, of one page alone and of pods are no news. */
const isOther = (url: string, title: string): boolean =>
  /\/comments?\/feed|\/feed\/comments|[?&]feed=comments|comments-rss|\/podcasts?\//i.test(url) ||
  /\bcomments?\b|\bkommentare?\b|\bcommentaires\b|\bcomentarios\b/i.test(title)

const feedLink = /(?:^|[/._-])(?:rss|atom|feeds?)(?:\.(?:xml|rss|json|php|aspx))?\/?$|\.(?:rss|atom)$/i

/**
 * Feeds that a page names in its head, and then those that it links to on its own site: links may be of its readers, who would else say what
 * its articles are called. `isOfSite` tells what belongs to the site.
 */
export const feedsOf = (
  metadata: PageMetadata | Pick<PageMetadata, "sourceUrl"> | null,
  links: ReadonlyArray<PageLink>,
  isOfSite: (host: string) => boolean
): ReadonlyArray<string> => {
  const named = (metadata !== null && "alternates" in metadata ? (metadata.alternates ?? []) : [])
    .filter(({ href, title = "", type = "" }) => feedTypes.test(type.trim()) && !isOther(href, title))
    .map(({ href }) => href)
  const linked = links
    .filter(({ text, url }) => {
      const { hostname = "", pathname = "" } = parseUrl(url) ?? {}
      return feedLink.test(pathname) && isOfSite(hostname) && !isOther(url, text)
    })
    .map(({ url }) => url)
  return [
    ...new Set([...named.slice(0, siteBounds.feeds), ...linked.slice(0, 3)].flatMap((url) => sourceUrl(url) ?? []))
  ]
}

/** Sitemaps of news among those that robots.txt names. */
export const newsSitemaps = (sitemaps: ReadonlyArray<string>): ReadonlyArray<string> =>
  sitemaps.filter((url) => /news/i.test(parseUrl(url)?.pathname ?? "")).slice(0, siteBounds.sitemaps)

/** Where feeds stand that nothing names. */
export const guessedFeeds = (frontUrl: string): ReadonlyArray<string> =>
  ["/feed", "/rss.xml", "/feed.xml", "/atom.xml", "/blog/feed", "/news/feed"]
    .slice(0, siteBounds.guesses)
    .map((path) => `${new URL(frontUrl).origin}${path}`)
