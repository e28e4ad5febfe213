/** Whether what stands between the prices of all forms of a thing and one more price says that this is that of the form chosen. */
import { isToBuy } from "./isToBuy.ts"

/** Most lines between the two. @internal */
export const mostBetween = 6

/** What forms differ in, as the label of a choice or of what is chosen. */
const differs = String.raw`(?:size|colou?r|variant|variation|model|style|finish|material|length|width|capacity|storage|größe|farbe|variante|ausführung|modell|länge|breite|taille|couleur|modèle|pointure|talla|tamaño|modelo|taglia|colore|misura|maat|kleur|uitvoering|rozmiar|kolor)(?:s|n|en)?(?!\p{L})`
const choosing = new RegExp(
  [
    String.raw`^(?:please |bitte )?(?:select|choose|pick|wähle|auswahl|choisi|sélectionne|elige|elegir|seleccion|scegli|seleziona|kies|wybierz)\p{L}{0,6}\s(?:\p{L}{1,8}\s){0,2}${differs}`,
    "^(?:choose|select) an option$",
    String.raw`^(?:selected |chosen |gewählte |ausgewählte )?${differs}(?:\s?[:|]\s{0,3}.{1,40}|\s(?:x{0,3}[sl]|m|\S{0,6}\d\S{0,6}))?$`
  ].join("|"),
  "iu"
)

/** What begins something else that costs: what goes with a thing, what is like it, and what is asked beside its price. */
const besides =
  /accessor|zubehör|accesso|warrant|garanti|insurance|versicherung|assurance|sample|muster|échantillon|muestra|campione|related|similar|ähnlich|also|auch|recommend|empf|together|zusammen|bundle|extras?(?!\p{L})|add-?ons?|goes with|fits|passend|dazu|gift|geschenk|engrav|gravur|deposit|kaution|shipping|delivery|versand|livraison|customers|kunden|clients|used|gebraucht/iu

/** What is said of the thing itself, and is the name of nothing. */
const saying =
  /[.!?]$|^(?:rated|in stock|auf lager|lieferbar|en stock|sku|quantity|qty|menge|anzahl|quantité|cantidad)(?!\p{L})|^(?:clear|reset|zurücksetzen|effacer|limpiar)$|\d\s(?:reviews?|ratings?|bewertungen|avis)$/iu

/** Whether these lines lead to the price of the form chosen; right above it a short line may be what is sold for it, such as a bag. @internal */
export const leadsToForm = (between: ReadonlyArray<string>, isYours: boolean): boolean => {
  const lines = between.map((line) => line.trim()).filter((line) => line !== "")
  if (lines.length > mostBetween || lines.some((line) => isToBuy(line) || besides.test(line))) return false
  if (isYours) return true
  const [last = "", above = ""] = lines.toReversed()
  const isChoice = choosing.test(above) && !/[:|]\s*\S|\d/.test(above) && /^\S{1,12}(?: \S{1,12})?$/u.test(last)
  return lines.some((line) => choosing.test(line)) && (choosing.test(last) || saying.test(last) || isChoice)
}
