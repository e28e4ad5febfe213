/** Titles of pages: what of them is the page's own, what is its site's, and which say only what kind of page it is. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { nameWords, stemmed } from "./nameWords.ts"

/** What pages are called that every site has. */
const ofPages = new Set(
  stemmed(
    "contact contacts kontakt contacto contatti contatto contactez about uns nous nosotros chi siamo company unternehmen entreprise empresa home homepage startseite accueil inicio pricing price prices plans preise precios tarifs prezzi team people staff imprint impressum mentions legales legal terms privacy shipping versand delivery livraison envios returns refund help faq support career careers karriere jobs job stellen empleo press presse locations location filialen standorte stores store hours offnungszeiten visit directions anfahrt tickets schedule program programme programm programa menu speisekarte karte carta policy news blog infos information informationen informations informacion pratiques practical general welcome willkommen bienvenue bienvenidos overview ubersicht products produkte services leistungen"
  )
)

/** Words beside those that say no more. */
const beside = new Set(
  stemmed(
    "us our your we wir unser unsere notre nos nuestra nuestro get in touch information page seite pagina me with mit all alle"
  )
)

/** Whether a title says only what kind of page it is of: *Contact us*. @internal */
export const isOfPageAlone = (title: string): boolean => {
  const words = nameWords(title)
  return (
    words.length > 0 &&
    words.length <= 5 &&
    words.some((word) => ofPages.has(word)) &&
    words.every((word) => ofPages.has(word) || beside.has(word))
  )
}

/** What a title begins with that speaks of somebody: *About Acme*. */
const speaking =
  /^(?:About|Über|Contact|Kontakt|À propos de|Acerca de|Sobre|Welcome to|Willkommen bei|Bienvenue chez)\s+\p{Lu}/u

/** Whether a title is no name of what its page is of. @internal */
export const isNoName = (title: string): boolean => isOfPageAlone(title) || speaking.test(title)

const between = /(?<!\s)\s+[|–—·•»-]\s+|(?:(?<!\s)\s+)?[\uff5c\u4e28]\s*/u

const letters = (text: string): string => nameWords(text).join("")

/** Whether a host is called as a site is. */
const isHostOf = (host: string, name: string): boolean => {
  const said = letters(name)
  return said.length >= 4 && letters(host.replace(/[-.]/g, "")).includes(said)
}

/** Whether a host has just that name, and not one with more in it: a kettle is no `kettle-world`. */
const isLabelOf = (host: string, name: string): boolean =>
  host.split(".").some((label) => letters(label.replaceAll("-", "")) === letters(name))

/**
 * What of a title is the page's own, and what names its site: of several parts the first or the last is the site's where its host is called so, or
 * where the other says only what kind of page it is.
 *
 * @internal
 */
export const partsOfTitle = (title: string, url: string): { readonly own: string; readonly site: string } => {
  const parts = title.split(between).filter((part) => part !== "")
  const [first = "", last = ""] = [parts[0], parts.at(-1)]
  if (parts.length < 2) return { own: title, site: "" }
  const host = parseUrl(url)?.hostname.replace(/^www\./, "") ?? ""
  if (isHostOf(host, last))
    return {
      own: title.slice(0, title.lastIndexOf(last)).replace(/(?<!\s)\s*(?:[|–—·•»\uff5c\u4e28-]\s*)?$/u, ""),
      site: last
    }
  if (parts.length > 2) return { own: title, site: "" }
  if (isLabelOf(host, first)) return { own: last, site: first }
  if (isOfPageAlone(first)) return { own: first, site: isOfPageAlone(last) ? "" : last }
  return isOfPageAlone(last) ? { own: last, site: first } : { own: title, site: "" }
}
