/** Sites that are there and have nobody: parked domains, and servers that nobody set up. */

import type { PageFacts } from "../../pages/domain/PageFacts.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** What pages say whose domain is for sale, or whose owner has nothing there. */
const signs: ReadonlyArray<RegExp> = [
  /\b(?:this|the) (?:domain(?: name)?|web address) (?:\S+ )?(?:is|may be|might be) (?:for sale|available(?! in\b| at\b)|parked|expired|registered)/i,
  /\b(?:this|the) website (?:\S+ )?(?:is|may be|might be) (?:for sale|parked|expired)\b/i,
  /(?<![\w-])[\w-]{1,63}\.[a-z]{2,24} (?:is|may be|might be) (?:still )?(?:for sale|available for purchase|parked)\b/i,
  /(?<![\w-])(?:domain(?: name)?|[\w-]{1,63}\.[a-z]{2,24}) (?:was|is|has been) (?:recently |just )?registered (?:at|with|through|via|by)\b|\bregistered (?:at|with) [\w-]+\.com\b/i,
  /\b(?:buy|purchase|own|inquire about|make an offer (?:on|for)) this (?:premium )?domain\b/i,
  /(?<![\w-])(?:domain(?: name)?|[\w-]{1,63}\.[a-z]{2,24}|^it) may be for sale\b|\bdomain (?:is )?for sale\b|\bparked (?:free|domain)\b|\bdomain parking\b/i,
  /\bfuture home of (?:[\w-]+\.[a-z]{2,24}\b|something (?:quite |very )?(?:cool|great|new|amazing))/i,
  /\bdiese domain (?:steht zum verkauf|ist zu verkaufen|wurde|ist geparkt|kaufen)|\bdomain (?:steht zum verkauf|zu verkaufen|erwerben)/i,
  /\bce (?:nom de )?domaine est (?:à vendre|en vente|réservé)|\beste dominio (?:está|esta|puede estar) (?:en venta|a la venta)/i,
  /\bhier entsteht (?:in kürze )?(?:eine neue|ihre|die neue) (?:internetpräsenz|webseite|website|homepage)|\bdomain (?:ist )?reserviert\b/i,
  /(?:この|当)ドメイン(?:名)?は、?[^。]{0,40}(?:取得|登録|販売|売り出)|(?:该|此|本)域名[^。]{0,20}(?:出售|待售|转让|已注册)|이 도메인[은는이][^.]{0,30}(?:판매|등록|구매)/u,
  /\bquesto dominio è in vendita|\bdit domein is te koop|\bdominio está à venda|\beste domínio está à venda/i
]

/** Titles of what a server shows before somebody puts a site there. */
const defaults =
  /^(?:welcome to nginx|apache2? (?:\w+ )?(?:default|test) page|iis windows(?: server)?$|test page for|index of \/\S*$|default (?:plesk |parallels plesk )?(?:web ?site|web|server|parallels) (?:panel )?page|web server'?s default page|it works[!.]?$|plesk$|cpanel$|congratulations[!.]?(?:$| your (?:new )?(?:web)?site\b| you )|domain default page|hosting(?:er)? default|site not found|account suspended|this account has been suspended)/i

const keepers =
  /(?:^|\.)(?:sedoparking|sedo|bodis|parkingcrew|hugedomains|dan|afternic|above|undeveloped|domainmarket|parklogic|namebright|buydomains|uniregistry|brandbucket|squadhelp|atom)\.(?:com|net)$/i

/** Longer pages are content that mentions a domain. */
const messageLength = 2_000

/** Characters that are looked at: what a page says and does not show may be of any length. */
const saidLength = 20_000

/** A page of a registrar says no more before its scripts have run. */
const landerLength = 100

/** Whether a first page says that no brand is there. Who keeps domains for others is a brand at his own. */
export const isParked = (page: {
  /** What was asked for. */
  readonly domain: string
  readonly title: string
  readonly text: string
  readonly finalUrl: string
  readonly facts: Pick<PageFacts, "textLength">
}): boolean => {
  const host = parseUrl(page.finalUrl)?.hostname ?? ""
  if (keepers.test(host) && !(host === page.domain || host.endsWith(`.${page.domain}`))) return true
  if (page.facts.textLength > messageLength) return false
  // Registrars lead empty names here, and draw what is there by scripts.
  if (/\/lander\/?$/.test(parseUrl(page.finalUrl)?.pathname ?? "") && page.facts.textLength < landerLength) return true
  if (keepers.test(host)) return false
  const said = `${page.title} ${page.text}`.slice(0, saidLength)
  return defaults.test(page.title.trim()) || signs.some((sign) => sign.test(said))
}
