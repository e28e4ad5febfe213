/** Nouns of what can be had. */
import { fold } from "../../models/domain/foldedText.ts"

/** What can be had, as pages count it. Written folded. */
const stockNouns = new Set(
  `stock ticket tickets seat seats place places spot spots room rooms bed beds unit units piece pieces pcs item items copy copies size sizes
  slot slots space spaces vacancy vacancies pair pairs pack packs bottle bottles table tables pitch pitches cabin cabins berth berths
  appointment appointments bookings apartment apartments flat flats bike bikes car cars voucher vouchers
  karte karten eintrittskarten platz platze sitzplatz sitzplatze stehplatze restplatze stellplatze stuck stk exemplar exemplare zimmer betten termin termine
  wohnung wohnungen einheiten flaschen
  billet billets piece pieces exemplaire exemplaires chambre chambres unite unites creneau creneaux siege sieges
  entrada entradas plaza plazas unidad unidades habitacion habitaciones boleto boletos asiento asientos pieza piezas existencias cupos
  posto posti biglietto biglietti pezzo pezzi camera camere unita scorte
  ingresso ingressos bilhete bilhetes vaga vagas lugar lugares unidade unidades quarto quartos peca pecas
  plaats plaatsen plek plekken kaart kaarten kaartjes stuk stuks kamer kamers exemplaren`.split(/\s+/)
)

/** Whether a noun is of what can be had. @internal */
export const isStockNoun = (noun: string): boolean => stockNouns.has(fold(noun))
