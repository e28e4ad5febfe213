/** Pages by which a company tells who it is and what it does. */
import type { PageLink } from "../../pages/domain/PageLink.ts"
import { pickSeenPage } from "../../sites/domain/PageKind.ts"
import { type LinkSigns, linkSigns, pickLink, type SeenLink, seenLinks } from "../../sites/domain/pickLink.ts"

/**
 * `front`: where its domain leads. `about`: who it is. `offer`: what it makes, sells or does. `imprint`: who answers for the site, as laws
 * of some countries want it named. `contact`: how to reach it.
 */
export const companyPageKinds = ["front", "about", "offer", "imprint", "contact"] as const
export type CompanyPageKind = (typeof companyPageKinds)[number]

/** Pages that the front page leads to. */
export type LinkedPageKind = Exclude<CompanyPageKind, "front">

const signs: { readonly [K in Exclude<LinkedPageKind, "contact">]: LinkSigns } = {
  imprint: linkSigns(
    ["impressum", "imprint", "legal notice", "mentions légales", "aviso legal", "note legali", "colofon"],
    /\/(?:impressum|imprint|legal-notice|mentions-legales|aviso-legal)(?:[/.?]|$)/i
  ),
  about: linkSigns(
    [
      ...[
        "about",
        "about us",
        "our story",
        "who we are",
        "company",
        "the company",
        "our company",
        "history",
        "our history"
      ],
      ...[
        "über uns",
        "unternehmen",
        "firma",
        "wir über uns",
        "à propos",
        "qui sommes-nous",
        "entreprise",
        "l'entreprise"
      ],
      ...["sobre nosotros", "quiénes somos", "empresa", "la empresa", "conócenos", "chi siamo", "azienda", "l'azienda"],
      ...[
        "sobre nós",
        "quem somos",
        "sobre",
        "a empresa",
        "over ons",
        "bedrijf",
        "het bedrijf",
        "om oss",
        "om os",
        "meistä"
      ],
      ...[
        "o nas",
        "o firmie",
        "o nás",
        "rólunk",
        "despre noi",
        "о компании",
        "о нас",
        "про нас",
        "hakkımızda",
        "عن الشركة"
      ],
      ...["会社概要", "회사소개", "关于我们", "關於我們"]
    ],
    /\/(?:about(?:-?us)?|company|our-story|who-we-are|ueber-uns|uber-uns|unternehmen|a-propos|qui-sommes-nous|quienes-somos|sobre-nosotros|chi-siamo|quem-somos|over-ons|o-nas|om-oss)(?:[/.?]|$)/i
  ),
  offer: linkSigns(
    [
      ...[
        "products",
        "product",
        "our products",
        "services",
        "our services",
        "what we do",
        "solutions",
        "platform",
        "features"
      ],
      ...["practice areas", "capabilities", "treatments", "menu", "shop", "store", "pipeline", "portfolio", "programs"],
      ...["produkte", "leistungen", "dienstleistungen", "lösungen", "angebot", "maschinen", "sortiment", "produits"],
      ...[
        "nos produits",
        "nos services",
        "prestations",
        "solutions",
        "nos métiers",
        "productos",
        "servicios",
        "soluciones"
      ],
      ...[
        "prodotti",
        "servizi",
        "soluzioni",
        "produtos",
        "serviços",
        "soluções",
        "producten",
        "diensten",
        "oplossingen"
      ],
      ...[
        "produkter",
        "tjänster",
        "tuotteet",
        "palvelut",
        "produkty",
        "usługi",
        "oferta",
        "služby",
        "termékek",
        "produse"
      ],
      ...["продукция", "услуги", "послуги", "ürünler", "hizmetler", "製品", "サービス", "제품", "产品", "產品"]
    ],
    /\/(?:products?|services?|solutions?|what-we-do|platform|features|practice-areas|capabilities|treatments|produkte|leistungen|produits|prestations|productos|servicios|prodotti|servizi|produtos|servicos|producten|diensten|oferta)(?:[/.?]|$)/i
  )
}

const pick = (kind: LinkedPageKind, links: ReadonlyArray<SeenLink>): string | null =>
  kind === "contact" ? pickSeenPage("contact", links) : pickLink(signs[kind], links)

/** A page that is worth reading beside the front page. */
export interface LinkedPage {
  readonly kind: LinkedPageKind
  readonly url: string
}

/** The pages of these kinds that the front page at `frontUrl` links to, on the same host, each once. @internal */
export const linkedPages = (
  links: ReadonlyArray<PageLink>,
  frontUrl: string,
  kinds: ReadonlyArray<LinkedPageKind> = ["about", "offer"]
): ReadonlyArray<LinkedPage> => {
  const { pathname } = new URL(frontUrl)
  const others = seenLinks(links, frontUrl).filter((link) => link.isOfHost && link.pathname !== pathname)
  const found: Array<LinkedPage> = []
  for (const kind of kinds) {
    const url = pick(kind, others)
    if (url !== null && found.every((one) => one.url !== url)) found.push({ kind, url })
  }
  return found
}
