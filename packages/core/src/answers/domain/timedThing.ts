/**
 * Of which thing of theirs a task asks when it opens, closes, begins or ends: a museum's café has hours of its own.
 *
 * **Details.** It matters where pages say when several things do. The noun is one that begins such a sentence.
 */
import { contentTerms } from "../../extraction/domain/choosePassages.ts"
import type { FactSheet } from "../../extraction/domain/FactSheet.ts"
import { sites } from "../../extraction/domain/namedItems.ts"
import { nameWords } from "../../extraction/domain/nameWords.ts"
import { namesThing } from "./aboutThing.ts"
import { saysTime } from "./saysAsked.ts"

/** Sentences that are looked at, characters of what each says, and words of what it is of. */
const limits = { sentences: 1_000, said: 120, words: 3 } as const

const asksWhen =
  /^(?:(?:(?:at |from |until )?(?:when|what time|which time)|what(?:'s| is| are) the .{0,40}?(?:hours|times?)|(?:opening |closing )?(?:hours|times))(?!\p{L})|(?:wann|um wie ?viel uhr|was sind die öffnungszeiten|öffnungszeiten|wie sind die öffnungszeiten|quand|à quelle heure|quels? sont les horaires|horaires|cu[aá]ndo|a qu[eé] hora|cu[aá]l es el horario|horario)(?!\p{L}))/iu

const verbs =
  "opens?|closes?|starts?|begins?|ends?|finish(?:es)?|öffne[tn]|schließ(?:t|en)|beginn(?:t|en)|ende[tn]|ouvr(?:e|ent)|ferm(?:e|ent)|commenc(?:e|ent)|finit|abren?|cierran?|empiezan?|comienzan?|terminan?"

const states = "open|closed|geöffnet|offen|geschlossen|ouverte?s?|fermée?s?|abiert[oa]s?|cerrad[oa]s?"

/** What happened once has no hours. */
const wasOnce = /(?<!\p{L})(?:did|was|were|has|had|wurden?|war|fut|abrió)(?!\p{L})/iu

/** A sentence that begins with what opens: with that as its part `thing`. */
const timedSentence = new RegExp(
  String.raw`(?<=^|[.!?;]\s|\n)[ \t]*(?:(?:the|our|der|die|das|unsere?|le|la|les|l'|notre|el|los|las|nuestr[oa])[ \t])?(?<thing>(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[ \t]){0,${limits.words - 1}}[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*)[ \t](?:(?:${verbs})|(?:is|are|ist|sind|hat|haben|est|sont|está|están)[ \t](?:[^.\n]{0,${limits.said}}[ \t])?(?:${states}))(?!\p{L})`,
  "giu"
)

/** What no thing is: an hour, a day, and what it does. */
const besides = new Set(
  contentTerms(
    "opening closing open close closed start begin end finish hour hours time times day days daily today tomorrow now monday tuesday wednesday thursday friday saturday sunday weekend weekends weekday weekdays holiday holidays morning evening night doors door we it you they öffnen öffnet geöffnet schließt geschlossen beginnt endet offen uhr öffnungszeiten heute morgen sonntag sonntags samstag samstags montag montags horaires heure ouvre ferme ouvert commence horario hora abre cierra empieza"
  )
)

/** The nouns that sentences of pages begin with which say when something is open. */
const timedThings = (sheets: ReadonlyArray<FactSheet>): ReadonlyArray<ReadonlyArray<string>> => {
  const found = new Map<string, ReadonlyArray<string>>()
  let looked = 0
  for (const { text } of sheets) {
    for (const { 0: begun, groups, index } of text.matchAll(timedSentence)) {
      if (++looked > limits.sentences) return [...found.values()]
      const thing = groups?.thing ?? ""
      const [said = ""] = /^[^\n]*?(?=[.!?]\s|\n|$)/u.exec(text.slice(index, index + begun.length + limits.said)) ?? []
      if (!saysTime(said)) continue
      const terms = contentTerms(thing).filter((term) => !besides.has(term))
      if (terms.length > 0) found.set(terms.toSorted().join(" "), terms)
    }
  }
  return [...found.values()]
}

/** *When does the bar open*: what it asks of, whatever pages say of that. */
const asksOf = new RegExp(
  String.raw`(?:^|\s)(?:does|do|is|are|hat|ist|sind)\s(?:(?:the|your|der|die|das)\s)?(?<thing>(?:[\p{L}\p{N}'’-]+\s)?[\p{L}\p{N}'’-]+)\s(?:${verbs}|${states})$`,
  "iu"
)

/** Hours of all that somebody has. */
const ofAll =
  /(?<!\p{L})(?:(?:opening |business )hours|opening times|we(?:'re| are) open|öffnungszeiten|wir haben geöffnet|horaires|horarios?)(?!\p{L})|^[ \t]*(?:open|geöffnet|ouvert|abierto)(?!\p{L})/imu

/** What it asks of, where pages speak of that and say hours of others alone. */
const unsaidIn = (plain: string, sheets: ReadonlyArray<FactSheet>): ReadonlyArray<string> => {
  const words = (asksOf.exec(plain)?.groups?.thing ?? "").split(/\s/)
  const thing = words.flatMap(contentTerms).filter((term) => !besides.has(term))
  if (thing.length === 0 || sheets.some(({ text }) => ofAll.test(text))) return []
  return sheets.some(({ text }) => words.every((word) => namesThing(text, [word]))) ? thing : []
}

/** Whether a noun may be whose pages they are: their hours need not name it. */
const isSite = (thing: ReadonlyArray<string>): boolean => nameWords(thing.join(" ")).some((word) => sites.has(word))

/** Terms of the thing of which a plain question asks when it opens; none where it asks of whose pages they are, or of all. @internal */
export const timedIn = (plain: string, sheets: ReadonlyArray<FactSheet>): ReadonlyArray<string> => {
  if (!asksWhen.test(plain) || wasOnce.test(plain)) return []
  const asked = new Set(contentTerms(plain))
  const things = timedThings(sheets)
  const own = things.filter((terms) => terms.every((term) => asked.has(term)))
  const [first = []] = own
  const thing = own.reduce((longest, one) => (one.length > longest.length ? one : longest), first)
  if (thing.length > 0) return things.length === 1 && isSite(thing) ? [] : thing
  const unsaid = things.length > 1 ? unsaidIn(plain, sheets) : []
  return isSite(unsaid) ? [] : unsaid
}
