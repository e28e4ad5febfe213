/** The forms that a visitor may choose from. */
import type { Variant } from "./Product.ts"
import { mostOf } from "./Product.ts"
import type { ProductPage } from "./ProductPage.ts"
import { listIn, type Shown } from "./shownRules.ts"

/** Choices that are none of a form. */
const others =
  /qty|quant|menge|anzahl|amount|country|land\b|lang|locale|currency|sort|month|year|\bday|rating|state|region|province|page|filter|order|search|shipping|delivery/i
const prompt =
  /^(?:choose|select|please|pick|bitte|wähle|auswahl|elige|elegir|seleccion|selecione|escolha|choisi|scegli|kies|wybierz|選択|--|—|-$)/iu

/** Names by which programs mean a choice and no visitor does. */
const nameless =
  /^(?:id|option|variant|variation|selector|select|attribute|choice|item|value|product)?[-_ ]?(?:id|selector|select|option)?[-_ ]?\d*$/i

const optionsIn = (shown: Shown): ReadonlyArray<ReadonlyArray<string>> => {
  const found = shown.choices
  if (!Array.isArray(found)) return []
  return found.slice(0, 30).map((one) => {
    const options = (Object(one) as Shown).options
    return Array.isArray(options)
      ? options.slice(0, mostOf.variants + 1).flatMap((text) => (typeof text === "string" ? [text.trim()] : []))
      : []
  })
}

/** What is written beside a choice, without what may be chosen. */
const labelOf = (shown: Shown, index: number, options: ReadonlyArray<string>): string | null => {
  const id = listIn(shown, "choiceIds")[index] ?? null
  const labels = listIn(shown, "labels")
  const own = id === null ? -1 : listIn(shown, "labelsOf").indexOf(id)
  const around = labels.find(
    (text) => text !== null && options.length > 1 && text.includes(options.slice(0, 2).join(" "))
  )
  const text = own >= 0 ? labels[own] : around?.slice(0, around.indexOf(options[0]!))
  const cut = text?.trim().replace(/(?<!\s)\s*(?<![:：*])[:：*]+$/u, "") ?? ""
  return cut === "" || cut.length > 40 ? null : cut
}

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`

const nameOf = (shown: Shown, index: number, options: ReadonlyArray<string>): string => {
  const said = labelOf(shown, index, options) ?? listIn(shown, "choiceLabels")[index]
  if (said !== null && said !== undefined && said.trim() !== "") return said.trim()
  const name =
    listIn(shown, "choiceNames")
      [index]?.replace(/^.*\[|\].*$/g, "")
      .replace(/[-_]+/g, " ")
      .trim() ?? ""
  return name === "" || nameless.test(name) || name.length > 40 ? "Option" : capital(name)
}

/** The forms where one thing may be chosen; which of several go together no page says so. @internal */
export const shownVariants = ({ shown }: ProductPage): ReadonlyArray<Variant> => {
  const ids = listIn(shown, "choiceIds")
  const names = listIn(shown, "choiceNames")
  const choices = optionsIn(shown).flatMap((options, index) => {
    const said = options.filter((option) => option !== "" && option.length <= 80 && !prompt.test(option))
    const name = nameOf(shown, index, options)
    if (said.length < 2 || others.test(`${names[index] ?? ""} ${ids[index] ?? ""} ${name}`)) return []
    return said.every((option) => /^\d{1,2}$/.test(option) && Number(option) === said.indexOf(option) + 1)
      ? []
      : [{ name, said }]
  })
  const [only, ...more] = choices
  if (only === undefined || more.length > 0) return []
  return [...new Set(only.said)]
    .slice(0, mostOf.variants)
    .map((option) => ({ attributes: { [only.name]: option }, images: [], sku: null, url: null }))
}
