/** Sites that are there and have nobody: parked domains, and servers that nobody set up. */
import type { PageFacts } from "../../pages/domain/PageFacts.ts"

/** What pages say whose domain is for sale, or whose owner has nothing there. */
const signs: ReadonlyArray<RegExp> = [
  /\b(?:this|the) (?:domain(?: name)?|web(?:site| address)) (?:\S+ )?(?:is|may be|might be) (?:for sale|available|parked|expired|registered)/i,
  /\b(?:buy|purchase|own|inquire about|make an offer (?:on|for)) this (?:premium )?domain\b/i,
  /\bmay be for sale\b|\bdomain (?:is )?for sale\b|\bparked (?:free|domain)\b|\bdomain parking\b|\bfuture home of\b/i,
  /\bdiese domain (?:steht zum verkauf|ist zu verkaufen|wurde|ist geparkt|kaufen)|\bdomain (?:steht zum verkauf|zu verkaufen|erwerben)/i,
  /\bce (?:nom de )?domaine est (?:à vendre|en vente|réservé)|\beste dominio (?:está|esta|puede estar) (?:en venta|a la venta)/i,
  /\bquesto dominio è in vendita|\bdit domein is te koop|\bdominio está à venda|\beste domínio está à venda/i
]

/** Titles of what a server shows before somebody puts a site there. */
const defaults =
  /^(?:welcome to nginx|apache2? (?:\w+ )?(?:default|test) page|iis windows(?: server)?|test page for|index of \/|default (?:web ?site|web) page|it works|plesk|cpanel|congratulations|domain default page|hosting(?:er)? default|site not found|account suspended|this account has been suspended)/i

const keepers =
  /(?:^|\.)(?:sedoparking|sedo|bodis|parkingcrew|hugedomains|dan|afternic|above|undeveloped|domainmarket|parklogic|namebright|buydomains|uniregistry|brandbucket|squadhelp|atom)\.(?:com|net)$/i

/** Longer pages are content that mentions a domain. */
const messageLength = 2_000

/** Whether a first page says that no brand is there. */
export const isParked = (page: {
  readonly title: string
  readonly text: string
  readonly finalUrl: string
  readonly facts: Pick<PageFacts, "textLength">
}): boolean => {
  const host = URL.parse(page.finalUrl)?.hostname ?? ""
  if (keepers.test(host)) return true
  if (page.facts.textLength > messageLength) return false
  return defaults.test(page.title.trim()) || signs.some((sign) => sign.test(`${page.title} ${page.text}`))
}
