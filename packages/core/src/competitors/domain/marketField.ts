/** What a company says that it is: its field in a few words, and in a sentence. */
import { nameKey } from "../../brands/domain/titleParts.ts"
import type { SiteWords } from "../../industries/domain/SiteWords.ts"
import { isStopWord } from "../../search/domain/stopWords.ts"

/** Longest field and sentence, in characters; words of a field. */
const limits = { field: 80, sentence: 300, words: 8, text: 4_000 } as const

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim()

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const short = text.slice(0, most).toWellFormed()
  const space = short.lastIndexOf(" ")
  return `${short.slice(0, space > most / 2 ? space : most).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, "")}…`
}

/** The first sentence of a text. */
export const firstSentence = (text: string): string => {
  const said = spaced(text.slice(0, limits.text))
  const end = /^.{20,}?[.!?。！？](?=\s|$)/u.exec(said)
  return cut(end === null ? said : end[0], limits.sentence)
}

const being =
  /\b(?<verb>is|are|offers?|provides?|makes?|builds?|develops?|sells?|operates?|ist|sind|bietet|est|sont|es|son|è|é)(?![\p{L}]) (?:one of )?(?<article>(?:the|our|a|an|ein|eine|einer|die|der|das|un|une|una|um|uma|il|la|le|el|los|las|les) )?(?:world['’]s |leading |best |most |all-in-one |modern |simple |powerful |free |open[- ]source |number one |#1 |first |only |complete |next-generation |easy |easiest |new |better |trusted |award-winning |führende[rsn]? |beste[rsn]? |neue[rsn]? )*/iu

/** Verbs behind which a noun needs no article: what somebody makes, and not what he is. */
const making = /^(?:offers?|provides?|makes?|builds?|develops?|sells?|operates?|bietet)$/i
const german = /^(?:ist|sind|bietet)$/i
const romance = /^(?:est|sont|es|son|è|é)$/i

/** Where what somebody is ends, and for whom or how it is begins. */
const until =
  / (?:that|which|who|for|to|with|built|designed|made|used|trusted|so|where|helping|by|from|your|in|of choice|and (?:we|it|our)|für|mit|die|der|das|von|seit|im|bei|par|por|pour|qui|para|que|per|che)\b|[.,;:!?()|]| [–—-] /iu

const shortened = (text: string): string | null => {
  const field = spaced(text)
    .split(until, 1)[0]!
    .replace(/^(?:the|a|an) /i, "")
    .trim()
  const words = field.split(" ")
  if (field === "" || field.length > limits.field || words.length > limits.words) return null
  return words.length === 1 && field.length < 4 ? null : field
}

/** What says how something is, and not what. */
const qualities = new Set(
  `used new best better good great fastest cheapest safest largest biggest smallest newest finest available based located trusted loved proud happy here ready open free committed dedicated built made easy simple fast
  born not now always also still back known famous perfect ideal unique different live online more most ideally designed powered hiring growing coming
  top first only just very really part one all able welcome neu gut beste besten frei online stolz bekannt nouveau nouvelle meilleur meilleure meilleurs
  gratuit disponible nuevo nueva mejor mejores gratis usado usada libre migliore nuovo nuova leading leader`.split(
    /\s+/
  )
)

/** Nouns that any company may say of itself. */
const anything = new Set(
  `way place home thing choice company team name kind leader partner brand business firm people group answer future world solution solutions things
  website site page homepage reason story mission life unternehmen firma partner entreprise société empresa azienda`.split(
    /\s+/
  )
)

/** What begins a greeting, an order or a sentence about somebody, and no name of a trade. */
const openings = new Set(
  `welcome discover get find build create manage shop buy learn join try make meet see start save explore browse order book turn bring grow run take let
  use contact about log sign home official coming enjoy read visit watch we our you your it its this these here i my they their how what why when where who
  in on at with from since for to if and or so as by willkommen entdecken jetzt wir unsere unser ihr ihre seit alles mehr bienvenue découvrez nous notre nos
  votre depuis tout bienvenido bienvenidos descubre nosotros nuestro nuestra desde benvenuti scopri noi dal`.split(
    /\s+/
  )
)

/** Nouns that end as qualities do. */
const nouns = /^(?:seed|feed|weed|bed|shed|table|cable|stable|vegetable|wearable|family|assembly|supply|bible)$/

const quality = /(?:ed|able|ible|ful|ous|iest|(?:ai|ick|al|ent|ive|e|i|ar)ly)$/

const isQuality = (word: string): boolean => {
  const plain = word.toLowerCase()
  return qualities.has(plain) || (quality.test(plain) && !nouns.test(plain))
}

/** Whether some words name a trade or a thing: their last one is no quality, nor what any company is. */
const isNamed = (field: string): boolean => {
  const words = field.split(" ")
  const last = words.at(-1) ?? ""
  if (isQuality(last) || isStopWord(last.toLowerCase()) || openings.has(words[0]!.toLowerCase())) return false
  return words.length > 1 || !anything.has(last.toLowerCase())
}

/** Who does something, by one word: *We are bakers*. */
const doers = /(?:ers|ors|ists|ects|ians|smiths|wrights)$/i

/** Whether what stands behind a verb is what somebody is, or what he makes. */
const isWhat = (field: string, verb: string, hasArticle: boolean): boolean => {
  const words = field.split(" ")
  if (!isNamed(field) || (romance.test(verb) && !hasArticle)) return false
  // German writes its nouns so.
  if (german.test(verb)) return /^[\p{Lu}\p{N}]/u.test(words.at(-1)!)
  if (hasArticle || making.test(verb)) return true
  return words.length === 1 ? doers.test(field) : !isQuality(words[0]!)
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
  const { article, verb = "" } = begins.groups ?? {}
  const field = isOwn ? shortened(said.slice(begins.index + begins[0].length)) : null
  return field !== null && isWhat(field, verb, article !== undefined) ? field : null
}

/** A part of the title that is no name and no greeting: *Acme – Project management software*. */
const saidInTitle = (title: string, names: ReadonlyArray<string>): string | null => {
  const keys = new Set(names.map(nameKey))
  for (const part of title.split("\n", 1)[0]!.split(/(?<!\s)\s+[-–—|·•:]\s+|[|:]\s+/)) {
    if (part.trim() === "" || keys.has(nameKey(part)) || part.trim().split(/\s+/).length < 2) continue
    const field = shortened(part)
    if (field?.includes(" ") && isNamed(field)) return field
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
  const [category, told] = [structured, description].map((words) => shortened(words.split("\n", 1)[0]!))
  const isField = (field: string | null | undefined): field is string => typeof field === "string" && isNamed(field)
  const inTitle = saidInTitle(title, names)
  return inTitle ?? [isField(told) && !isQuality(told.split(" ")[0]!) ? told : null, category].find(isField) ?? null
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
