/**
 * What lists are of, as their pages are called in the languages that pages are most often written in.
 *
 * **Details.** A page of one kind has no list of another: *Events* are no products, however alike their cards look. What a site offers may be called
 * a product too, so that its rooms and courses are of other kinds than its products and yet may stand for them.
 */
import { normalized } from "../../paging/domain/normalized.ts"

/** A kind of what lists are of. */
export type ListKind = keyof typeof kinds

/** A word with an `s` more is known too, and so is a compound that ends with one of five letters and more, but for those below. */
const kinds = {
  job: "job career vacancy vacancies position hiring recruitment recruiting stelle stellen arbeitsstellen ausbildungsstellen lehrstellen praktikumsstellen vollzeitstellen teilzeitstellen aushilfsstellen planstellen stellenangebote stellenanzeigen stellenmarkt karriere jobangebote emploi recrutement carriere empleo trabajo vacante carriera lavoro posizioni vacature vacatures werken vagas kariera praca jobb 採用 求人 招聘",
  person:
    "team staff people person member employee leadership doctor physician dentist faculty teacher instructor trainer author lawyer attorney mitarbeiter mannschaft kollegium ansprechpartner arzt arzte aerzte referenten dozenten lehrer anwalte equipe medecin intervenants formateurs equipo medico ponentes profesores medici relatori docenti medewerkers zespol スタッフ 医師 团队 團隊",
  event:
    "event calendar programme program schedule agenda timetable concert show gig webinar workshop exhibition conference veranstaltung veranstaltungen termine kalender spielplan konzerte ausstellungen evenement evenementen concerts expositions evento calendario conciertos eventi concerti mostre wydarzenia イベント 活动 活動",
  news: "news blog press newsroom article story stories announcement insight aktuelles neuigkeiten nachrichten presse pressemitteilungen meldungen artikel beitrage actualite actu communiques noticia prensa notizia notizie stampa comunicati nieuws nyheter aktualnosci お知らせ ニュース 新闻 新聞",
  place:
    "location branch branches store shop office showroom clinic campus standort standorte filiale filialen niederlassung niederlassungen geschafte agence magasin succursale bureaux sucursal sucursales tiendas ubicacion ubicaciones oficinas sede sedi filiali negozi uffici vestiging vestigingen winkels 店舗 門店 门店",
  review:
    "review testimonial rating bewertung bewertungen kundenstimmen kundenmeinungen rezensionen avis temoignage resena opiniones testimonio recensioni testimonianze opinioni beoordelingen ervaringen opinie レビュー 口コミ 评价",
  question: "faq question fragen pregunta domande vragen pytania よくある質問 常见问题",
  product:
    "product shop store catalog catalogue collection merchandise merch article produkt produkte produkten sortiment katalog kollektion artikel produit boutique producto tienda catalogo prodotti negozio producten assortiment winkel produkty sklep 製品 商品 产品 產品",
  service:
    "service leistung leistungen dienstleistungen prestation servicio servizi diensten servicos uslugi サービス 服务",
  dish: "menu dish dishes meal food drink speisekarte karte gerichte speisen getranke carte plats carta platos piatti bebidas gerechten menukaart メニュー 菜单",
  room: "room suite accommodation zimmer unterkunft unterkunfte chambre hebergement habitacion habitaciones alojamiento camere alloggi kamers 客室",
  course:
    "course class classes training lesson workshop seminar program programme schedule timetable kurs kurse seminare kursplan cours curso clases talleres horarios corso corsi lezioni cursus cursussen kursy 講座 课程",
  home: "property properties homes immobilien wohnungen annonces biens inmuebles viviendas immobili woningen",
  work: "project portfolio projekte projet realisations proyecto progetti projecten"
} as const

/** Words that things are called by as well which are sold: a French press, an office chair, a wall calendar. */
const doubtful = new Set(
  "press calendar kalender calendario agenda program programme schedule show menu office food drink collection story stories article artikel author suite store shop karte carte carta cours plats".split(
    " "
  )
)

/** Words that are another at the end of a compound: *Tankstellen* are no jobs. */
const alone = new Set(["stelle", "stellen"])

/** What a site offers, which may be called its products. */
const offered: ReadonlySet<ListKind> = new Set(["product", "service", "dish", "room", "course", "home"] as const)

const byWord = new Map<string, Set<ListKind>>()
for (const [kind, words] of Object.entries(kinds)) {
  for (const word of words.split(" ")) {
    const known = byWord.get(word) ?? new Set<ListKind>()
    known.add(kind as ListKind)
    byWord.set(word, known)
  }
}

const unspaced = [...byWord.keys()].filter((word) => /[\u3040-\u30ff\u4e00-\u9fff]/u.test(word))

/** Least letters of the last part of a compound, and of what stands before it. */
const compound = { last: 5, first: 3 } as const

const ofWord = (word: string): ReadonlySet<ListKind> | undefined => {
  const known = byWord.get(word) ?? byWord.get(word.replace(/s$/, ""))
  if (known !== undefined) return known
  for (let at = compound.first; at <= word.length - compound.last; at += 1) {
    const end = word.slice(at)
    const last = alone.has(end) ? undefined : byWord.get(end)
    if (last !== undefined) return last
  }
  return undefined
}

/** What comes before what something is of or at: *News about our products*. */
const relating =
  /(?<!\p{L})(?:of|about|for|in|at|by|from|with|near|on|von|f(?:ue|u)r|aus|bei|zu[mr]?|im|de|des|du|d|di|del|della|da|en|van|voor)(?!\p{L})/u

/** What joins several: *News & Events*. */
const joining = /[&,;|/]|(?<!\p{L})(?:and|und|et|y|e|ed|en)(?!\p{L})/u

/** Longest name, and most words of one, in which somebody says what a list is of. */
const most = { characters: 80, words: 5 } as const

const wordsIn = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** What says nothing at the end of a name: *Product list, page 2*. */
const trailing = /^(?:\p{N}+|page|seite|pagina|lists?|listings?|overview|ubersicht|archive?|directory|range|index)$/u

/** The last word of a name is what the others tell of: *product reviews*. */
const kindsOfPart = (text: string, isSure: boolean): Iterable<ListKind> => {
  for (const part of text.split(relating)) {
    const words = wordsIn(part)
    const last = words.findLast((word, at) => at === 0 || !trailing.test(word)) ?? ""
    const isDoubtful = isSure && (doubtful.has(last) || doubtful.has(last.replace(/s$/, "")))
    const known = isDoubtful ? undefined : ofWord(last)
    if (known !== undefined) return known
  }
  return []
}

/** What something is of that is called so; nothing where the name does not say it, and surely what may be no other. @internal */
export const kindsOf = (name: string, isSure = false): ReadonlySet<ListKind> => {
  if (name.length > most.characters) return new Set()
  const parted = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_+-]/g, " ")
  const bare = normalized(parted, "NFKD").replace(/(?<=[a-z])\p{M}+/giu, "")
  const plain = normalized(bare, "NFC").toLowerCase()
  if (wordsIn(plain).length > most.words) return new Set()
  const found = new Set(plain.split(joining).flatMap((part) => [...kindsOfPart(part, isSure)]))
  return found.size > 0
    ? found
    : new Set(unspaced.filter((word) => plain.includes(word)).flatMap((word) => [...byWord.get(word)!]))
}

/** Whether kinds have one in common. @internal */
export const areAlike = (some: ReadonlySet<ListKind>, others: ReadonlySet<ListKind>): boolean =>
  [...some].some((kind) => others.has(kind))

/** Whether all are what a site offers. @internal */
export const areOffered = (some: ReadonlySet<ListKind>): boolean => [...some].every((kind) => offered.has(kind))

/** Whether what is of the ones is none of the others: what both are is known, and neither may stand for the other. @internal */
export const areOthers = (some: ReadonlySet<ListKind>, others: ReadonlySet<ListKind>): boolean =>
  some.size > 0 && others.size > 0 && !areAlike(some, others) && !(areOffered(some) && areOffered(others))
