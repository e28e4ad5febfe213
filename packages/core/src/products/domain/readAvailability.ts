/** Whether a product can be had, by a word of schema.org or as pages say it. */
import { leadingStock, readStock } from "../../extraction/domain/readStatus.ts"
import type { Availability } from "./Product.ts"

const words: ReadonlyMap<string, Availability> = new Map(
  Object.entries({
    instock: "in_stock",
    onlineonly: "in_stock",
    instoreonly: "in_stock",
    available: "in_stock",
    outofstock: "out_of_stock",
    soldout: "out_of_stock",
    oos: "out_of_stock",
    limitedavailability: "limited_availability",
    lowstock: "limited_availability",
    preorder: "preorder",
    presale: "preorder",
    backorder: "backorder",
    backordered: "backorder",
    madetoorder: "made_to_order",
    discontinued: "discontinued",
    availablefororder: "backorder"
  })
)

/** The surer first: who says that only two are left says that there are some. */
const said: ReadonlyArray<readonly [Availability, RegExp]> = [
  [
    "discontinued",
    /\bdiscontinued\b|no longer (?:made|produced|available|sold)|nicht mehr (?:hergestellt|lieferbar|erhältlich)|n'est plus (?:fabriqué|commercialisé)|descatalogado|fuori produzione|販売終了|生産終了|停产/iu
  ],
  [
    "preorder",
    /\bpre-?order\w*\b|vorbestell|précommande|precommande|reserva anticipada|preventa|pre-?venda|preordin|voorbestel|przedsprzedaż|förhandsboka|予約(?:受付|注文|商品)|预售|預購/iu
  ],
  [
    "backorder",
    /\bback-?order\w*\b|nabestelling|nachbestell|rückstand|sur commande fournisseur|bajo pedido al proveedor|in riassortimento|na zamówienie u dostawcy|取り寄せ/iu
  ],
  [
    "made_to_order",
    /made[ -]to[ -]order|built to order|auf bestellung (?:an)?gefertigt|nach maß gefertigt|fabriqué (?:à|sur) (?:la )?(?:commande|demande)|hecho (?:bajo|por) (?:pedido|encargo)|su ordinazione|op bestelling gemaakt|sob encomenda|na zamówienie|受注生産/iu
  ],
  [
    "limited_availability",
    /\bonly [1-9]\d* (?:left|remaining|in stock|available)|\blow stock\b|limited (?:availability|stock|quantit)|nur noch (?:[1-9]\d*|wenige)|wenige verfügbar|plus que [1-9]\d*|stock limité|dernières pièces|últim[ao]s (?:unidades|piezas)|quedan (?:solo )?[1-9]\d*|solo [1-9]\d* (?:rimast|disponibil)|ultimi pezzi|nog maar [1-9]\d*|ostatnie sztuki|残り(?:わずか|[1-9]\d*)|仅剩/iu
  ]
]

/** Longest piece that speaks of what is in stock and of nothing else. */
const maxLength = 100

/** What a short text says of it; null where it says nothing. @internal */
export const readAvailability = (text: string): Availability | null => {
  if (text.length > maxLength + 30) return null
  const word = words.get(
    text
      .replace(/^https?:\/\/schema\.org\//i, "")
      .replace(/[^\p{L}]/gu, "")
      .toLowerCase()
  )
  // "0 in stock" is no word alone.
  if (word !== undefined && !/\p{Nd}/u.test(text)) return word
  for (const [availability, pattern] of said) if (pattern.test(text)) return availability
  const isThere = text.length > 48 ? leadingStock(text) : readStock(text)
  return isThere === null ? null : isThere ? "in_stock" : "out_of_stock"
}
