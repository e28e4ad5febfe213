/** Yes and no, there and gone, as pages say it. */
import { isToCome, stateNow } from "./stateNow.ts"
import { type Status, statusesOf } from "./statuses.ts"

const yes =
  /^(?:yes|true|y|✓|✔|✅|☑|●|included|inklusive|ja|oui|si|sí|sim|はい|有|required|mandatory|available|enabled|on)[.!]?$/iu
const no =
  /^(?:no|false|n|✗|✘|❌|×|–|—|-|not included|nein|non|não|いいえ|無|optional|unavailable|disabled|off|none)[.!]?$/iu

const may = `(?:allowed|permitted|welcome|accepted|erlaubt|gestattet|willkommen|zugelassen|admis(?:es)?|autoris[ée]e?s?|acceptée?s?|bienvenue?s?|admitid[oa]s?|permitid[oa]s?|ammess[ie]|toegestaan)`
const mayNot = new RegExp(
  String.raw`(?:(?<!\p{L})(?:not|never|none|nicht|nie|niemals|keine?[rnms]?|non|pas|jamais|aucune?s?|no|nunca|ning[uú]n[ao]?s?|mai|nessun[aoe]?|nenhuma?s?|niet|nooit|geen)|n['’]t)\s(?:\p{L}+\s){0,2}${may}(?!\p{L})|no se (?:admiten|permiten|aceptan)`,
  "iu"
)
const mayWell = new RegExp(String.raw`(?<!\p{L})${may}(?!\p{L})|(?<!no )se (?:admiten|permiten|aceptan)`, "iu")
/** What makes it neither, as a question does. */
const partly =
  /(?<!\p{L})(?:only|some|small|certain|except|unless|until|when|soon|request|if|but|restrict\p{L}*|nur|wenn|falls|bald|kleine|anfrage|außer|ausser|seulement|sauf|demande|petits?|solo|excepto|consultar|petición|no\p{L}? more)(?!\p{L})/iu

/** Whether a short text says that something may be or may not; null where it says neither, or that it depends. */
const readLeave = (said: string): boolean | null => {
  if (said.length > 60 || /[?？]/u.test(said) || partly.test(said)) return null
  return mayNot.test(said) ? false : mayWell.test(said) ? true : null
}

/** Yes or no in so many words; null when the text says neither. @internal */
export const readYesNo = (text: string): boolean | null => {
  const said = text.trim()
  const leave = readLeave(said)
  if (leave !== null) return leave
  return said.length > 30 ? null : yes.test(said) ? true : no.test(said) ? false : null
}

const gone =
  /out[\s_-]?of[\s_-]?stock|sold[\s_-]?out|not (?:yet )?available|no longer available|not in stock|(?<![\d.,])0 left|unavailable|currently unavailable|discontinued|nicht (?:verfügbar|lieferbar|vorrätig|auf lager)|ausverkauft|vergriffen|épuisé|rupture de stock|indisponible|agotado|sin existencias|no disponible|esaurito|non disponibile|uitverkocht|niet (?:beschikbaar|leverbaar)|esgotado|indisponível|在庫切れ|在庫なし|在庫(?:は|が)?(?:ござい|あり)ません|入荷待ち|品切れ|売り切れ|缺货|售罄|无货|無貨/iu
const there =
  /in[\s_-]?stock|\bavailable\b|limited[\s_-]?availability|ready to ship|(?<!\d)\d+ left|auf lager|verfügbar|lieferbar|vorrätig|en stock|disponible|disponibile|op voorraad|em estoque|disponível|在庫あり|有货|有貨|instoreonly|onlineonly/iu

/** The same in the languages in which buttons to buy are known too. */
const goneElsewhere =
  /niet op voorraad|slutsåld|slut i lager|(?:ej|inte) i lager|udsolgt|utsolgt|ikke på lager|ei (?:ole )?varastossa|loppuunmyyty|niedostępn|wyprzedan|brak w magazynie|vyprodáno|není skladem|nedostupn|elfogyott|nincs raktáron|stoc epuizat|indisponibil(?!\p{L})|(?:нет|не) в наличии|распродан|немає в наявності|няма в наличност|изчерпан|tükendi|stokta yok|غير (?:متوفر|متاح)|نفدت? |نفذت الكمية|ناموجود|품절|재고 없음|สินค้าหมด|ไม่มีสินค้า|hết hàng|אזל|לא במלאי|εξαντλ|μη διαθέσιμ|sem estoque|tidak tersedia|stok habis|habis terjual/iu
const thereElsewhere =
  /(?<!\p{L})i lager(?!\p{L})|på lager(?!\p{L})|varastossa(?!\p{L})|dostępn[yae](?!\p{L})|w magazynie(?!\p{L})|skladem(?!\p{L})|raktáron(?!\p{L})|[îi]n stoc(?!\p{L})|(?<!\p{L})disponibil(?!\p{L})|в наличии|в наявності|в наличност(?!\p{L})|(?<!\p{L})(?:stokta|stoklarda)(?!\p{L})|(?<!\p{L})(?:متوفرة?|متاحة?|موجود)(?!\p{L})|재고 있음|มีสินค้า|còn hàng|במלאי|(?<!\p{L})διαθέσιμ[οηα](?!\p{L})|(?<!\p{L})tersedia(?!\p{L})/iu

/** Characters of a text that are looked at. */
const mostRead = 200

/** Whether a text names what can be had or not, whatever it says of it. @internal */
export const speaksOfStock = (said: string): boolean =>
  gone.test(said) || goneElsewhere.test(said) || there.test(said) || thereElsewhere.test(said)

/** "Available from": the day behind says when. */
const fromDay = /(?:from|ab)$/iu

/** The words that say here that something is there, which statuses do not have. */
const otherWords = (said: string): ReadonlyArray<Status> =>
  [there, thereElsewhere].flatMap((pattern) => {
    const found = pattern.exec(said)
    if (found === null) return []
    const { 0: text, index } = found
    return [{ family: "availability", state: "available", text, from: index, to: index + text.length }]
  })

/** The states of what a text says of stock, as they are now. */
const statesOfStock = (said: string): ReadonlySet<string> => {
  const known = statusesOf(said).filter(({ text }) => speaksOfStock(text))
  return new Set(
    (known.length > 0 ? known : otherWords(said)).map((status) =>
      fromDay.test(status.text) && isToCome(said) ? "preorder" : stateNow(said, status).state
    )
  )
}

/** Whether it is there now, of the states that a text says; null where they say both, or that it will be. */
const isThereNow = (states: ReadonlySet<string>): boolean | null => {
  const isThere = states.has("available") || states.has("open")
  const isGone = states.has("unavailable") || states.has("closed")
  return states.has("preorder") || isThere === isGone ? null : isThere
}

/**
 * Whether something can be had; null when the text does not speak of it, or says that it will be. What is denied, counted as none or waited for
 * is not there.
 *
 * @internal
 */
export const readStock = (text: string): boolean | null => {
  const said = text.slice(0, mostRead)
  if (!speaksOfStock(said)) return null
  if (!gone.test(said) && !goneElsewhere.test(said)) return isThereNow(statesOfStock(said))
  // "Not sold out": what is gone is denied itself.
  const denied = statusesOf(said).filter((status) => gone.test(status.text) || goneElsewhere.test(status.text))
  return denied.length > 0 && denied.every((status) => stateNow(said, status).state === "available")
}

/** Whether a short text says just that something can be had, will be, or cannot. @internal */
export const isStockStatus = (text: string): boolean => text.length <= 40 && speaksOfStock(text)

/** Words that a status may have beside it and stays one: `Currently in stock`. */
const besideStatus =
  /(?<!\p{L})(?:currently|now|still|back|sorry|already|temporarily|item|product|online|immediately|today|sofort|derzeit|zurzeit|aktuell|leider|noch|wieder|online|actuellement|immédiatement|momentanément|actualmente|temporalmente|attualmente|momenteel|direct)(?!\p{L})/giu

/** Whether a text is nothing but a word of what can be had or not. */
const isStatusAlone = (text: string): boolean => {
  if (text.length > 40) return false
  const rest = [gone, goneElsewhere, there, thereElsewhere].reduce((said, one) => said.replace(one, " "), text)
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest.replace(besideStatus, " "))
}

/** Longest text that begins with a status, and most characters of what that is said of. */
const longestStatus = 130
const longestForm = 40

/**
 * Whether something can be had, where a longer text begins with that and goes on with more: `In stock – order within 3 h for dispatch today`. Null
 * where it does not, or where more of it says otherwise.
 *
 * @internal
 */
export const leadingStock = (text: string): boolean | null => {
  if (text.length > longestStatus) return null
  const [lead = ""] = text.split(/\s[–—-]\s|[,.;:!|·(]\s?/u, 1)
  if (lead.length === text.length || !isStatusAlone(lead)) return null
  const isThere = readStock(lead)
  const behind = readStock(text.slice(lead.length))
  return behind === null || behind === isThere ? isThere : null
}

/** What stands before a status and is no form of what it is said of. */
const noForm =
  /^(?:(?:this|our|the|der|die|das|diese[rs]?|le|la|el|cet(?:te)?|este)\s)?(?:availability|stock(?: status)?|status|online|web(?:shop)?|in[- ]store|sorry|item|product|article|artikel|produkt|produit|producto|prodotto|tickets?|karten|billets|entradas|event|show|course|verfügbarkeit|lieferung|lager(?:bestand)?|disponibilit[éà]|disponibilidad|voorraad|update|note|hinweis)$/iu

const ofForm = /^(?<form>\p{Lu}[^()]*|\d[^()]*)(?:\s\((?<inside>[^()]+)\)|\s?[–—]\s(?<behind>.+)|\s-\s(?<after>.+))$/u

/** Scripts that part words with a space. */
const parted = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Z}\p{M}]+$/u

/** Whether something is called by a name, in whole words where its script has such: the size S is no part of a shirt's name. */
const isCalled = (whole: string, name: string): boolean => {
  if (!parted.test(name)) return whole.includes(name)
  for (let at = whole.indexOf(name); at >= 0; at = whole.indexOf(name, at + 1))
    if (!isLetter(whole[at - 1]) && !isLetter(whole[at + name.length])) return true
  return false
}

const isLetter = (one: string | undefined): boolean => one !== undefined && /[\p{L}\p{N}]/u.test(one)

/** A form of something, and whether it can be had, in the words of the page. */
export interface StockOfForm {
  readonly form: string
  readonly status: string
}

/**
 * What a short text says of one form of something, whose name stands before it: `Copper (sold out)`. Null where it is said of the thing itself,
 * as `whole` calls it.
 *
 * @internal
 */
export const stockOfForm = (text: string, whole = ""): StockOfForm | null => {
  if (text.length > longestForm * 2) return null
  const { after, behind, form = "", inside } = ofForm.exec(text)?.groups ?? {}
  const status = (inside ?? behind ?? after ?? "").trim()
  const name = form.trim()
  if (name === "" || name.length > longestForm || !isStatusAlone(status) || readStock(name) !== null) return null
  // A figure says how many there are, or which size there is none of.
  if (/^\d+$/.test(name) && readStock(status) === true) return null
  if (noForm.test(name) || isCalled(whole.toLowerCase(), name.toLowerCase())) return null
  return { form: name, status }
}

/** Most forms of one thing that are looked at. */
const mostForms = 200

/**
 * The status of a thing all of whose forms have the same, as a list says them each by each; null where one says another, or none.
 *
 * @internal
 */
export const stockOfAll = (forms: ReadonlyArray<string>, whole: string): string | null => {
  if (forms.length < 2 || forms.length > mostForms) return null
  const [first, ...others] = forms.map((one) => stockOfForm(one, whole))
  if (first === undefined || first === null) return null
  const isThere = readStock(first.status)
  return others.every((one) => one !== null && readStock(one.status) === isThere) ? first.status : null
}
