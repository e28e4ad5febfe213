/** What a company says that it is: its field in a few words, and in a sentence. */
import { nameKey } from "../../brands/domain/titleParts.ts"
import type { SiteWords } from "../../industries/domain/SiteWords.ts"

/** Longest field and sentence, in characters; words of a field. */
const limits = { field: 80, sentence: 300, words: 8, text: 4_000 } as const

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim()

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const short = text.slice(0, most).toWellFormed()
  const space = short.lastIndexOf(" ")
  return `${short.slice(0, space > most / 2 ? space : most).replace(/[\s,;:–-]+$/, "")}…`
}

/** The first sentence of a text. */
export const firstSentence = (text: string): string => {
  const said = spaced(text.slice(0, limits.text))
  const end = /^.{20,}?[.!?。！？](?=\s|$)/u.exec(said)
  return cut(end === null ? said : end[0], limits.sentence)
}

const being =
  /(?:\b(?:is|are|offers?|provides?|makes?|builds?|develops?|sells?|operates?|ist|sind|bietet|est|sont|es|son|è|é)\b) (?:the |a |an |ein |eine |die |der |das |un |une |una |um |uma |il |la |le )?(?:world['’]s |leading |best |most |all-in-one |modern |simple |powerful |free |open[- ]source |number one |#1 |first |only |complete |next-generation |easy |easiest |führende[rs]? |beste[rs]? )*/iu

/** Where what somebody is ends, and for whom or how it is begins. */
const until =
  / (?:that|which|who|for|to|with|built|designed|made|used|trusted|so|where|helping|by|from|your|in|of choice|and (?:we|it|our)|für|mit|die|der|das|pour|qui|para|que|per|che)\b|[.,;:!?()|]| [–—-] /iu

const shortened = (text: string): string | null => {
  const field = spaced(text)
    .split(until, 1)[0]!
    .replace(/^(?:the|a|an) /i, "")
    .trim()
  const words = field.split(" ")
  if (field === "" || field.length > limits.field || words.length > limits.words) return null
  return words.length === 1 && field.length < 4 ? null : field
}

/** What stands behind *Acme is a* in a sentence. */
const saidBehindBeing = (sentence: string, names: ReadonlyArray<string>): string | null => {
  const said = spaced(sentence.slice(0, limits.text))
  const begins = being.exec(said)
  if (begins === null) return null
  // The company itself must be what is something: *Pricing is simple* says nothing.
  const subject = said.slice(0, begins.index).trim()
  const isOwn =
    names.some((name) => nameKey(subject).endsWith(nameKey(name))) ||
    /\b(?:we|wir|nous|our (?:company|team))$/i.test(subject)
  return isOwn ? shortened(said.slice(begins.index + begins[0].length)) : null
}

/** A part of the title that is no name and no greeting: *Acme – Project management software*. */
const saidInTitle = (title: string, names: ReadonlyArray<string>): string | null => {
  const keys = new Set(names.map(nameKey))
  for (const part of title.split("\n", 1)[0]!.split(/\s+[-–—|·•:]\s+|[|:]\s+/)) {
    if (part.trim() === "" || keys.has(nameKey(part)) || part.trim().split(/\s+/).length < 2) continue
    const field = shortened(part)
    if (field?.includes(" ")) return field
  }
  return null
}

/**
 * The field in the company's own words; null where it says none.
 *
 * @internal
 */
export const saidField = (
  { description, structured, text, title }: SiteWords,
  names: ReadonlyArray<string>
): string | null => {
  const sentences = [
    ...description.split("\n", 3),
    ...text
      .slice(0, limits.text)
      .split(/(?<=[.!?])\s+|\n+/)
      .slice(0, 30)
  ]
  for (const sentence of sentences) {
    const field = saidBehindBeing(sentence, names)
    if (field !== null) return field
  }
  const category = structured.split("\n", 1)[0]!.trim()
  return (
    saidInTitle(title, names) ??
    shortened(description.split("\n", 1)[0]!) ??
    (category === "" ? null : shortened(category))
  )
}

/** A sentence that says what the company offers and to whom. @internal */
export const saidDescription = ({ description, text, title }: SiteWords): string => {
  const [first = ""] = description.split("\n")
  if (first.trim() !== "") return firstSentence(first)
  const sentence = text
    .slice(0, limits.text)
    .split(/\n+/)
    .find((line) => line.trim().split(/\s+/).length >= 5)
  return firstSentence(sentence ?? title.split("\n", 1)[0]!)
}
