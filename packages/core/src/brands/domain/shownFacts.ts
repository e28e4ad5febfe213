/** What a page shows of how to reach its company, and of how many work there, without any markup for it. */
import type { FactPlace } from "./BrandProfile.ts"
import type { BrandPage } from "./pageFacts.ts"
import type { Say } from "./SiteFact.ts"
import { wordsOf } from "./searchTerms.ts"
import { type ShownAddress, shownAddresses } from "./shownAddresses.ts"
import { shownEmployees, shownPhones } from "./shownContacts.ts"
import { likeDomain, nameKey } from "./titleParts.ts"

/** Footers and elements for addresses that are looked at, and characters between two addresses of one list. */
const most = { footers: 3, elements: 10, between: 150 } as const

/** Before the addresses of others: who keeps the site or made it, who judges and supervises, who stands for somebody. */
const ofOthers =
  /complain(?:t with|t to| to)|beschwerde|réclamation|reclamaci|reclamo|klacht|landesbeauftragt|commissioner|委員会|\bico\b|\bgarante\b|\bcnil\b|agencia española|pagament|paiement|zahlungsdienst|arbitration|\bdmca\b|transfer agent|registrar\b|auditors?\b|legal counsel|car park|parkhaus|haltestelle|formerly|previously|ehemals|anciennement|customer:|(?:a|our) customer\b|kunde:|(?:is|are) (?:conducted|processed) by|(?:website|site) by|h[ée]berg(?:eur|ement|é)|\bhost(?:ed|er|ing)\b|gehostet|provider|alojamiento|alojado|hospedagem|ospitato|\bweb ?(?:design|agentur|agency|master)|gestaltung|umsetzung|création du site|réalis(?:ation|é)|created by|designed by|built by|\bagents?\b|\bagency\b|schlichtung|streitbeilegung|verbraucher|aufsicht|supervisory|regulat|authorit|autorit|behörde|datenschutzbeauftragt|data protection|\bdpo\b|ombudsman|médiat|mediator|kammer|chamber of|tribunal|(?:amts|handels)gericht|(?:high|county|district) court|finanzamt|berufshaftpflicht|versicher|insur|bankverbindung|payment|google|facebook|\bmeta\b|amazon|microsoft|mailchimp|paypal|stripe/i

/** In lines above a number of who judges, supervises or keeps the site: what else lines above may name is not whom the number calls. */
const ofAuthorities =
  /h[ée]berg(?:eur|ement)|gehostet|complain(?:t with|t to| to)|beschwerde|réclamation|reclamaci|reclamo|klacht|landesbeauftragt|commissioner|委員会|\bico\b|\bgarante\b|\bcnil\b|agencia española|aufsichtsbehörde|supervisory authority|schlichtungsstelle|ombudsman|arbitration|data protection authority|data protection commission/i

/** Before the addresses of a part of the company, or of a place where something happens. */
const ofParts =
  /returns?\b|retour|rücksend|venue|veranstaltung|event|showroom|warehouse|lager|sales|branch|filiale|niederlassung|representative|dealer|partner|distributor|subsidiar|research|r&d|workshop|studio \d/i

/** Before lists of the addresses of others, and before where something happens on a day. */
const ofLists =
  /where to buy|stockists?\b|(?:our|find a) (?:dealer|retailer|distributor)|händler|fachhandel|revendeur|points de vente|distribuidor|rivenditor|verkooppunt|referenzen|our (?:customers|clients|projects)|for sale|real estate listings|\b\d{1,2}\.?\s(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}*\.?\s20\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\s\d{1,2},\s20\d\d/iu

/** The last word of a company's name, before its form of company. */
const company =
  /(\p{Lu}[\p{L}\d.&'’-]{1,40}),?\s(?:Inc|LLC|Ltd|Limited|GmbH|AG|Corp|Corporation|PLC|plc|LLP|SARL|SAS|SRL|S\.r\.l|S\.L|S\.p\.A|B\.V|N\.V|AB|Oy|A\/S)(?![\p{L}\d])/gu

/** Before the address of the company itself. */
const ofOwn =
  /headquarter|\bhq\b|head office|registered (?:office|address)|principal (?:office|place)|hauptsitz|firmensitz|zentrale|siège|sede|sitz der|huvudkontor|hovedkontor|pääkonttori|główn|siedzib|本社|本店|impressum|angaben gemäß|éditeur|mentions légales|legal notice|visit us|find us/i

/** The company that is named last before an address, where it is not called as the site; empty where there is none. */
const otherIn = (before: string): string => ([...before.matchAll(company)].at(-1)?.[1] ?? "").toLowerCase()

/**
 * Which of the texts before addresses, or before numbers, stand before those of others: in a list of them, or beside the names of several
 * companies. One company of another name may be whose site it is.
 */
const ofOthersAmong = (texts: ReadonlyArray<string>, isCalled: (text: string) => boolean): ReadonlyArray<boolean> => {
  const isOwn = (text: string) => ofOwn.test(text) || isCalled(text)
  const named = new Set(texts.flatMap((text) => (isOwn(text) ? [] : [otherIn(text)])).filter((name) => name !== ""))
  let isListed = false
  let isAfterOther = false
  return texts.map((text) => {
    isListed = !isOwn(text) && (ofLists.test(text) || (isListed && text.length < most.between))
    isAfterOther = !isOwn(text) && named.size > 1 && (isAfterOther || otherIn(text) !== "")
    return isListed || isAfterOther
  })
}

/** How surely an address is the company's, by what stands before it. */
const shareOf = ({ before }: ShownAddress, isCalled: (text: string) => boolean): number =>
  ofOthers.test(before)
    ? 0
    : (ofParts.test(before) ? 0.5 : 1) * (1 + (isCalled(before) ? 0.3 : 0) + (ofOwn.test(before) ? 0.3 : 0))

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n")

/** Addresses in what a page shows, each of a place counted by itself: what its footer says, its text does as well. */
const sayAddresses = (say: Say, { extract, metadata, url }: BrandPage, isCalled: (text: string) => boolean) => {
  const origin = { url, language: metadata.language ?? "" }
  const texts: ReadonlyArray<readonly [ReadonlyArray<string>, FactPlace, number]> = [
    [extract.shown.slice(0, 1), "text", 0.35],
    [extract.shownBelow.slice(0, most.footers), "footer", 0.3],
    [extract.shownAddresses.slice(0, most.elements), "heading", 0.1]
  ]
  for (const [shown, place, weight] of texts) {
    for (const text of shown) {
      const found = shownAddresses(linesOf(text), origin)
      const isOthers = ofOthersAmong(
        found.map(({ before }) => before),
        isCalled
      )
      for (const [at, one] of found.entries()) {
        const share = isOthers[at] === true ? 0 : shareOf(one, isCalled)
        if (share > 0) say("address", one.address, place, weight * share)
      }
    }
  }
}

/** Says what the page shows; `called` is what else it says that its site is called. */
export const sayShown = (say: Say, page: BrandPage, domain: string, called: ReadonlyArray<string>): void => {
  const names = called.map(nameKey).filter((name) => name.length > 2)
  const isCalled = (text: string) =>
    names.some((name) => nameKey(text).includes(name)) ||
    wordsOf(text).some((word) => word.length > 3 && likeDomain(word, domain) >= 0.4)
  sayAddresses(say, page, isCalled)
  const lines = page.extract.shown.slice(0, 1).flatMap(linesOf)
  const found = shownPhones(lines)
  const isOthers = ofOthersAmong(
    found.map(({ above, before }) => `${above} ${before}`),
    isCalled
  )
  for (const [at, { above, before, phone, weight }] of found.entries()) {
    if (isOthers[at] === true || ofOthers.test(before) || ofAuthorities.test(above)) continue
    say("phone", phone, "text", ofParts.test(before) ? weight / 2 : weight)
  }
  say("employees", shownEmployees(lines, isCalled), "text", 0.4)
}
