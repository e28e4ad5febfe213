/** Yes and no, there and gone, as pages say it. */

const yes =
  /^(?:yes|true|y|✓|✔|✅|☑|●|included|inklusive|ja|oui|si|sí|sim|はい|有|required|mandatory|available|enabled|on)[.!]?$/iu
const no =
  /^(?:no|false|n|✗|✘|❌|×|–|—|-|not included|nein|non|não|いいえ|無|optional|unavailable|disabled|off|none)[.!]?$/iu

const may = `(?:allowed|permitted|welcome|accepted|erlaubt|gestattet|willkommen|zugelassen|admis(?:es)?|autoris[ée]e?s?|acceptée?s?|bienvenue?s?|admitid[oa]s?|permitid[oa]s?|ammess[ie]|toegestaan)`
const mayNot = new RegExp(
  String.raw`(?<!\p{L})(?:not|nicht|non|pas|no)\s(?:\p{L}+\s){0,2}${may}(?!\p{L})|no se (?:admiten|permiten|aceptan)`,
  "iu"
)
const mayWell = new RegExp(String.raw`(?<!\p{L})${may}(?!\p{L})|(?<!no )se (?:admiten|permiten|aceptan)`, "iu")
/** What makes it neither. */
const partly =
  /(?<!\p{L})(?:only|some|small|certain|except|unless|request|if|but|restrict\p{L}*|nur|kleine|anfrage|außer|ausser|seulement|sauf|demande|petits?|solo|excepto|consultar|petición|no\p{L}? more)(?!\p{L})/iu

/** Whether a short text says that something may be or may not; null where it says neither, or that it depends. */
const readLeave = (said: string): boolean | null => {
  if (said.length > 60 || partly.test(said)) return null
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
  /out[\s_-]?of[\s_-]?stock|sold[\s_-]?out|not available|unavailable|currently unavailable|discontinued|nicht (?:verfügbar|lieferbar|vorrätig|auf lager)|ausverkauft|vergriffen|épuisé|rupture de stock|indisponible|agotado|sin existencias|no disponible|esaurito|non disponibile|uitverkocht|esgotado|indisponível|在庫切れ|品切れ|売り切れ|缺货|售罄/iu
const there =
  /in[\s_-]?stock|\bavailable\b|limited[\s_-]?availability|ready to ship|(?<!\d)\d+ left|auf lager|verfügbar|lieferbar|vorrätig|en stock|disponible|disponibile|op voorraad|em estoque|disponível|在庫あり|有货|有貨|instoreonly|onlineonly/iu

/** The same in the languages in which buttons to buy are known too. */
const goneElsewhere =
  /niet op voorraad|slutsåld|slut i lager|(?:ej|inte) i lager|udsolgt|utsolgt|ikke på lager|ei (?:ole )?varastossa|loppuunmyyty|niedostępn|wyprzedan|brak w magazynie|vyprodáno|není skladem|nedostupn|elfogyott|nincs raktáron|stoc epuizat|indisponibil(?!\p{L})|(?:нет|не) в наличии|распродан|немає в наявності|няма в наличност|изчерпан|tükendi|stokta yok|غير (?:متوفر|متاح)|نفدت? |نفذت الكمية|ناموجود|품절|재고 없음|สินค้าหมด|ไม่มีสินค้า|hết hàng|אזל|לא במלאי|εξαντλ|μη διαθέσιμ|sem estoque|tidak tersedia|stok habis|habis terjual/iu
const thereElsewhere =
  /(?<!\p{L})i lager(?!\p{L})|på lager(?!\p{L})|varastossa(?!\p{L})|dostępn[yae](?!\p{L})|w magazynie(?!\p{L})|skladem(?!\p{L})|raktáron(?!\p{L})|[îi]n stoc(?!\p{L})|(?<!\p{L})disponibil(?!\p{L})|в наличии|в наявності|в наличност(?!\p{L})|(?<!\p{L})(?:stokta|stoklarda)(?!\p{L})|(?<!\p{L})(?:متوفرة?|متاحة?|موجود)(?!\p{L})|재고 있음|มีสินค้า|còn hàng|במלאי|(?<!\p{L})διαθέσιμ[οηα](?!\p{L})|(?<!\p{L})tersedia(?!\p{L})/iu

/** Whether something can be had; null when the text does not speak of it. @internal */
export const readStock = (text: string): boolean | null => {
  const said = text.slice(0, 200)
  if (gone.test(said) || goneElsewhere.test(said)) return false
  return there.test(said) || thereElsewhere.test(said) ? true : null
}

/** Whether a short text says just that something can be had or not. @internal */
export const isStockStatus = (text: string): boolean => text.length <= 40 && readStock(text) !== null
