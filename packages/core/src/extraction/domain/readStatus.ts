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

/** Whether something can be had; null when the text does not speak of it. @internal */
export const readStock = (text: string): boolean | null => {
  const said = text.slice(0, 200)
  return gone.test(said) ? false : there.test(said) ? true : null
}

/** Whether a short text says just that something can be had or not. @internal */
export const isStockStatus = (text: string): boolean => text.length <= 40 && readStock(text) !== null
