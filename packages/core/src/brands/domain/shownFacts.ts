/** What a page shows of how to reach its company, and of how many work there, without any markup for it. */
import type { FactPlace } from "./BrandProfile.ts"
import type { BrandPage } from "./pageFacts.ts"
import type { Say } from "./SiteFact.ts"
import { wordsOf } from "./searchTerms.ts"
import { type ShownAddress, shownAddresses } from "./shownAddresses.ts"
import { shownEmployees, shownPhones } from "./shownContacts.ts"
import { likeDomain, nameKey } from "./titleParts.ts"

/** Footers and elements for addresses that are looked at. */
const most = { footers: 3, elements: 10 } as const

/** Before the addresses of others: who keeps the site or made it, who judges and supervises, who stands for somebody. */
const ofOthers =
  /h[ée]berg(?:eur|ement|é)|\bhost(?:ed|er|ing)\b|gehostet|provider|alojamiento|alojado|hospedagem|ospitato|\bweb ?(?:design|agentur|agency|master)|gestaltung|umsetzung|création du site|réalis(?:ation|é)|created by|designed by|built by|\bagents?\b|\bagency\b|schlichtung|streitbeilegung|verbraucher|aufsicht|supervisory|regulat|authorit|autorit|behörde|datenschutzbeauftragt|data protection|\bdpo\b|ombudsman|médiat|mediator|kammer|chamber of|tribunal|(?:amts|handels)gericht|(?:high|county|district) court|finanzamt|berufshaftpflicht|versicher|insur|bankverbindung|payment|google|facebook|\bmeta\b|amazon|microsoft|mailchimp|paypal|stripe/i

/** Before the addresses of a part of the company, or of a place where something happens. */
const ofParts =
  /returns?\b|retour|rücksend|venue|veranstaltung|event|showroom|warehouse|lager|sales|branch|filiale|niederlassung|representative|dealer|partner|distributor|subsidiar|research|r&d|workshop|studio \d/i

/** Before the address of the company itself. */
const ofOwn =
  /headquarter|\bhq\b|head office|registered (?:office|address)|principal (?:office|place)|hauptsitz|firmensitz|zentrale|siège|sede|sitz der|huvudkontor|hovedkontor|pääkonttori|główn|siedzib|本社|本店|impressum|angaben gemäß|éditeur|mentions légales|legal notice|visit us|find us/i

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
      for (const one of shownAddresses(linesOf(text), origin)) {
        const share = shareOf(one, isCalled)
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
  for (const { before, phone, weight } of shownPhones(lines)) {
    if (!ofOthers.test(before)) say("phone", phone, "text", ofParts.test(before) ? weight / 2 : weight)
  }
  say("employees", shownEmployees(lines), "text", 0.4)
}
