/**
 * Whether a text is a sentence that states something, and no title, heading, link or label.
 *
 * **Details.** A statement has an end and a verb. Verbs are told by lists in English, German, French and Spanish; of a text in another language its
 * end and its length are looked at alone.
 */
import { isUnspaced } from "../../search/domain/indexTerms.ts"

/** Words of a statement at least, letters of a verb that is one whatever its language, and characters that are looked at. */
const limits = { words: 3, wordsOfOthers: 4, telling: 4, text: 600 } as const

const irregular =
  "am is are was were be been being has have had do does did can could may might must shall should will would isn't aren't wasn't weren't doesn't don't didn't can't won't it's that's there's we're they're you're became become becomes began begins bought brought built came comes cost costs drew drawn fell felt flew forgot found gave given gets got grew grown goes went gone heard held keeps kept knew known leads led left lent lies lay lost made makes meant meets met paid pays puts ran runs read reads said says saw seen sells sold sends sent sets shows shown sits sat sleeps slept speaks spoke spends spent stands stood takes took taken taught tells told thinks thought weighs won wins wears writes wrote written"

/** Verbs without an ending; they are found with `-s`, `-es` and `-ed` too. */
const regular =
  "accept achieve acquire add allow answer appear apply approve arrive ask assemble attend award bake base begin belong boil bring brew build burn buy call carry celebrate certify change charge close collect combine come compose connect consist contain cook cool cover create cross cut deliver depart depend describe design develop direct discover donate double draw drink drive drop earn eat employ enable end enjoy enter equal establish exceed exist expect export extend fall feature feed fill find finish fit fix follow forbid found fund give go grow guide handle happen hate head heat help hire hold host import improve include increase install integrate introduce invent invest invite join keep know last launch lead learn leave lend let lie like link list live locate look lose love make manage manufacture measure meet merge mix move name need offer open operate order organise organize own park pay perform pick place plan plant play pour prefer prepare present print process produce prohibit protect provide publish purchase raise range reach read receive recommend refund refuse remain rent repair replace represent require reserve rest return rise roast run save say see sell send serve set settle share ship show sign sit sleep smell speak specialise specialize spend stand start stay stop store study supply support take taste teach tell test think total train transform translate travel treat turn understand use visit wait walk want wash wear weigh welcome win work write"

const german =
  "ist sind war waren bin bist seid wird werden wurde wurden hat haben hatte hatten kann können konnte konnten darf dürfen muss müssen soll sollen will wollen mag gibt gab kostet kosten kostete beträgt betragen betrug liegt liegen lag lagen steht stehen stand standen leitet leiten leitete führt führen führte gründete gründeten arbeitet arbeiten arbeitete beschäftigt beschäftigen bietet bieten bot öffnet öffnen öffnete schließt schließen eröffnete befindet befinden kommt kommen kam geht gehen ging macht machen machte zeigt zeigen zeigte findet finden fand enthält enthalten wiegt wiegen misst hält halten hielt nimmt nehmen nahm erhält dauert dauern dauerte beginnt beginnen begann endet enden gehört gehören verkauft verkaufen verkaufte liefert liefern lieferte baut bauen baute backt bäckt backen stellt stellen stellte sitzt wohnt wohnen lebt leben lebte besitzt besitzen besteht bestehen bestand umfasst heißt heißen hieß stammt stammen trägt tragen fährt fahren fuhr spricht sprechen sprach nutzt nutzen unterstützt unterstützen schrieb schreibt läuft laufen sieht sehen bleibt bleiben braucht brauchen bringt bringen zählt zählen entstand erfand entwarf kocht kochen"

const romance =
  "est sont était étaient fut furent sera seront a ont avait avaient eut peut peuvent doit doivent coûte coûtent coûtait coute coutent ouvre ouvrent ferme ferment compte comptent emploie emploient vend vendent propose proposent offre offrent fabrique fabriquent fonda fondent dirige dirigent dirigeait travaille travaillent trouve trouvent situe accepte acceptent comprend comprennent contient contiennent pèse pèsent mesure mesurent dure durent commence commencent livre livrent fait font faisait vient viennent vient reste restent va vont vit vivent appartient coûtera faut permet permettent prend prennent accueille accueillent soutient possède possèdent es son era eran fue fueron será está están estaba ha han había hay tiene tienen tenía puede pueden debe deben cuesta cuestan costaba vale valen abre abren cierra cierran cuenta cuentan emplea emplean vende venden ofrece ofrecen fundó dirige dirigen trabaja trabajan encuentra encuentran acepta aceptan incluye incluyen contiene contienen pesa pesan mide miden dura duran empieza comienza entrega entregan hace hacen viene vienen lleva llevan vive viven pertenece permite permiten inició fabrica fabrican nació"

const spread = (words: string): ReadonlyArray<string> => words.split(" ")

const verbsOfEnglish: ReadonlySet<string> = new Set([
  ...spread(irregular),
  ...spread(regular).flatMap((verb) => {
    const bare = verb.replace(/e$/, "")
    const soft = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}i` : null
    return [`${verb}s`, `${verb}es`, `${bare}ed`, ...(soft === null ? [] : [`${soft}es`, `${soft}ed`])]
  })
])

/** Without an ending a verb may be a noun, such as a handle: it is a verb behind these, and behind what may be several. */
const bareVerbs: ReadonlySet<string> = new Set(spread(regular))
const beforeBare = /^(?:i|we|you|they|who|people|staff|men|women|children|to|not|also|always|often|\p{L}+s)$/u

const isBareVerb = (word: string, at: number, words: ReadonlyArray<string>): boolean =>
  at > 0 && bareVerbs.has(word) && beforeBare.test(words[at - 1] ?? "")

const verbsOf: { readonly [language: string]: ReadonlySet<string> } = {
  en: verbsOfEnglish,
  de: new Set(spread(german)),
  fr: new Set(spread(romance)),
  es: new Set(spread(romance))
}

/** Short verbs that are no other words of the other languages. */
const shortVerbs: ReadonlySet<string> = new Set(spread("is are was has had ist hat est fue"))

const ends = /[.!。！…]["'”’»)\]]*$/u

/** What a title begins with that tells what a text is about, and does not say it. */
const titles =
  /^(?:why|how|what|who|when|where|which|warum|wie|was|wer|wann|wo|pourquoi|comment|por qué|cómo)(?!\p{L})/iu

/** *When you order before noon, we ship today* */
const conditions = /^(?:when|where|wo|quand)(?!\p{L})[^,]{1,200},\s(?!(?:and|und|et|or)(?!\p{L}))/iu

/** Whether a text begins as a title does that tells what something is about. @internal */
export const isTitle = (text: string): boolean => titles.test(text) && !conditions.test(text)

/** Whether a text states something. `language` is that of its page; empty where it does not say. @internal */
export const isStatement = (text: string, language: string): boolean => {
  const said = text.slice(0, limits.text).trim()
  if (!ends.test(said) || isTitle(said)) return false
  if (isUnspaced(said)) return true
  const words =
    said
      .toLowerCase()
      .replace(/’/g, "'")
      .match(/\p{L}[\p{L}\p{M}']*/gu) ?? []
  if (words.length < limits.words) return false
  const own = language.slice(0, 2).toLowerCase()
  const verbs = verbsOf[own]
  if (verbs !== undefined && words.some((word) => verbs.has(word))) return true
  if (words.some(isBareVerb)) return true
  // A page may say that it is of another language than it is.
  const telling = words.filter((word) => word.length >= limits.telling || shortVerbs.has(word))
  if (telling.some((word) => Object.values(verbsOf).some((all) => all.has(word)))) return true
  return own !== "" && verbs === undefined && words.length >= limits.wordsOfOthers
}
