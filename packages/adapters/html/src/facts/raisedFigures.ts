/** Figures that stand higher or smaller than those before them: cents, notes, powers and parts of fractions. */
import { attributeOf, PageElement } from "../PageTree.ts"
import { fuelBefore, isSmall } from "../raisedDigits.ts"

/** Around figures whose meaning is told once the text around them is known; characters that no page may have. */
const [opening, ofSup, ofOther] = ["\ufdd0", "\ufdd1", "\ufdd2"]

/** Whether an element may hold cents or the number of a note. */
export const isRaised = (element: PageElement): boolean => element.name === "sup" || isSmall(element)

const leadsToNote = (element: PageElement): boolean =>
  element.children.some(
    (child) =>
      child instanceof PageElement &&
      ((child.name === "a" && (attributeOf(child, "href") ?? "").includes("#")) || leadsToNote(child))
  )

/** What is read of such an element, whose text is `raw`. */
export const raisedText = (element: PageElement, raw: string): string => {
  const text = raw.trim()
  const isSup = element.name === "sup"
  if (isSup && /^(?:[[(]\w{1,3}[\])]|\d{1,2}(?:,\s?\d{1,2})+)$/.test(text)) return ""
  if (isSup && text.length <= 4 && /^\w{1,3}$/.test(text) && leadsToNote(element)) return ""
  const isFigures = isSup ? /^[.,]?\d{1,2}$/.test(text) : /^[.,]?\d{2}$/.test(text)
  return isFigures ? `${opening}${text}${isSup ? ofSup : ofOther}` : raw
}

const marked = new RegExp(String.raw`(\s?)${opening}([.,]?\d{1,2})([${ofSup}${ofOther}])`, "g")

/** Characters before and behind figures that are looked at. */
const near = 30

const sign = String.raw`(?:\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|kr|zł|Kč|Ft)(?!\p{L}))`
const signBefore = new RegExp(String.raw`${sign}\s?\d[\d.,'’\s]*$`, "u")
const signBehind = new RegExp(String.raw`^\s?${sign}`, "u")

const powers = "⁰¹²³⁴⁵⁶⁷⁸⁹"

const ofFuel =
  /(?<!\p{L})(?:diesel|gasoil|gasóleo|gasolina|gasolio|benzin[ae]?|benzyna|super|e5|e10|e85|sp9[58]|adblue|autogas|lpg|unleaded|petrol|gasoline|fuel)(?![\p{L}\d])|\/\s?(?:l|litre|liter|gal)(?!\p{L})/iu

/** What raised figures say behind this text and before that. */
const meant = (figures: string, before: string, behind: string): string => {
  const number = /\d[\d.,'’\s]*$/.exec(before)?.[0] ?? ""
  if (/^[.,]/.test(figures) || /[.,]$/.test(before)) return figures
  if (/^[/⁄]\s?\d/.test(behind)) return ` ${figures}`
  if (figures === "9" && fuelBefore.test(before)) return "⁹"
  // Any other part of a cent is one only where fuel is spoken of; else it is the mark of a note.
  if (figures.length === 1 && fuelBefore.test(before) && ofFuel.test(`${before} ${behind}`)) return figures
  const hasDecimals = /[.,]\d{1,2}\s*$/.test(number)
  if (number !== "" && (signBefore.test(before) || signBehind.test(behind))) {
    if (hasDecimals || figures.length === 1) return ""
    return `${number.includes(".") ? "," : "."}${figures}`
  }
  // Beside a number alone two figures may be cents, a note or a power: written as raised they are none of them.
  if (number !== "") {
    const isPower = figures.length === 2 || /(?<![\d.,])10$/.test(before)
    return isPower ? [...figures].map((one) => powers[Number(one)]!).join("") : ""
  }
  return /\p{L}{4}$|[)%.!;]$/u.test(before) ? "" : figures
}

/** The text with raised figures as what they are: `$19.99` where 99 are cents, `$39` where 1 is a note. */
export const withRaised = (text: string): string => {
  if (!text.includes(opening)) return text
  return text.replace(marked, (_, space: string, figures: string, kind: string, at: number) => {
    const end = at + space.length + figures.length + 2
    const before = text.slice(Math.max(0, at - near), at)
    const behind = text.slice(end, end + near)
    if (kind === ofSup) return meant(figures, before, behind)
    const isCents = /\d$/.test(before) && (signBefore.test(before) || signBehind.test(behind))
    const said = isCents ? meant(figures, before, behind) : figures
    return said === figures ? space + figures : said
  })
}
