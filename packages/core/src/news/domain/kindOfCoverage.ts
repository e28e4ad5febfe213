/** What kind of coverage an article is, told by where it stands, what it is called and what it is put under. */
import type { ArticleType } from "./ReportedArticle.ts"

export interface ArticleSigns {
  readonly url: string
  readonly title: string
  readonly labels: ReadonlyArray<string>
  /** Whether it stands in a feed of the company that it is of, which reports on nobody else. */
  readonly isOfCompany: boolean
}

/** Registered names of offices where companies file what the law wants known, and of the services that do it for them. */
const filingDomains: ReadonlySet<string> = new Set(
  "sec.gov sedarplus.ca sedar.com londonstockexchange.com investegate.co.uk dgap.de eqs-news.com asx.com.au hkexnews.hk cvm.gov.br sebi.gov.in".split(
    " "
  )
)

/** Services that send out what companies want known. */
const wireDomains: ReadonlySet<string> = new Set(
  "prnewswire.com prnewswire.co.uk businesswire.com globenewswire.com accesswire.com accessnewswire.com newsfilecorp.com einpresswire.com prweb.com presseportal.de ots.at cision.com news.cision.com cnw.ca newswire.ca newswire.com pressebox.de openpr.com openpr.de prtimes.jp prlog.org notified.com actusnewswire.com pr.com mynewsdesk.com".split(
    " "
  )
)

/** Offices that warn: of holes in programs, of goods, of food and medicine. */
const advisoryDomains: ReadonlySet<string> = new Set(
  "cisa.gov us-cert.gov cert.org cert.ssi.gouv.fr ncsc.gov.uk cpsc.gov nhtsa.gov bsi.bund.de recalls.gov cve.org nvd.nist.gov msrc.microsoft.com".split(
    " "
  )
)

const filing =
  /\b(?:form\s+)?(?:8-K|10-K|10-Q|6-K|20-F|40-F|S-1|DEF\s?14A|SC\s13[DG])(?:\/A)?\b|\bad[ -]hoc\b|\bEQS-(?:Adhoc|DD|PVR|HV|NVR)\b|\bPVR[ :]|\bRNS\b|\bholdings?\(s\) in company\b|\bdirector\/PDMR\b|\btransaction in own shares\b|\btotal voting rights\b|\bstimmrechtsmitteilung\b|\bdirectors'? dealings\b/i

const filingPath = /\/(?:archives\/edgar|sec-filings?|ad-?hoc|regulatory-(?:news|filings?)|rns)(?:[/.?_-]|$)/i

const advisory =
  /\bCVE-\d{4}-\d{4,}\b|\bGHSA-[0-9a-z]{4}-|\bsecurity (?:advisory|advisories|bulletin|alert)\b|\bproduct (?:safety )?recall|\brecalls? (?:of )?\d|\b(?:voluntary|safety) recall|\bsafety (?:notice|alert|advisory)\b|\bvulnerabilit(?:y|ies) in\b|\bsicherheitshinweis\b|\brückruf\b|\brappel de produits?\b|\bavis de sécurité\b/iu

const advisoryPath = /\/(?:security[-_/]?(?:advisor(?:y|ies)|bulletins?)|advisor(?:y|ies)|recalls?|psirt)(?:[/.?_-]|$)/i

const pressPath =
  /\/(?:press|press-?rel(?:ease)?s?|press-?room|newsroom|news-?releases?|media-?(?:centre|center|room|releases?)|presse(?:mitteilung(?:en)?)?|pressemeldungen|communiques?(?:-de-presse)?|prensa|comunicati(?:-stampa)?|imprensa|pressmeddelanden?)(?:[/.?_-]|$)/i

const pressHost = /^(?:press|presse|newsroom|news-?room|media-?(?:centre|center|room)|prensa|ir|investors?)\./i

const pressLabel =
  /^(?:press[ -]?releases?|pressrelease|pressemitteilung(?:en)?|communiqués? de presse|notas? de prensa|comunicati? stampa)$/iu

/** The domain itself, and of what stands below it the last two and three names. */
const isOf = (names: ReadonlySet<string>, host: string): boolean => {
  const parts = host.split(".")
  return [2, 3, 4].some((count) => names.has(parts.slice(-count).join(".")))
}

/** The strictest that fits: what was filed, what warns, what a company says of itself; else what others write. */
export const kindOfCoverage = ({ isOfCompany, labels, title, url }: ArticleSigns): ArticleType => {
  const { hostname, pathname } = new URL(url)
  const said = [title, ...labels].map((text) => text.slice(0, 500))
  const says = (words: RegExp) => said.some((text) => words.test(text))
  if (isOf(advisoryDomains, hostname) || says(advisory) || advisoryPath.test(pathname)) return "advisory"
  if (isOf(filingDomains, hostname) || filingPath.test(pathname) || says(filing)) return "regulatory_filing"
  const isPress =
    pressPath.test(pathname) || pressHost.test(hostname) || labels.some((label) => pressLabel.test(label.trim()))
  return isOf(wireDomains, hostname) || isPress || isOfCompany ? "press_release" : "editorial"
}
