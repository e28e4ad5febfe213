/**
 * The time that a task asks about, where that is past, and what of a sentence is said of it.
 *
 * **Details.** Who is director answers nothing of who was before 2021. Nobody here knows the day: a year is one that the task writes, and a
 * sentence is of that year where it writes it too, or a stretch of years around it.
 */
import { timesIn, type WrittenTime, year } from "./timeWords.ts"

/** When something was, as a task asks. */
export type AskedTime =
  | { readonly kind: "in" | "before"; readonly year: number }
  /** Whoever or whatever it was before that which it is now. */
  | { readonly kind: "former" }

/** What was over when this was written: it is so on whatever day this is read. */
const lastOver = 2025

/** Whether a year is over without a doubt; of later ones nobody here can tell. @internal */
export const isSurelyOver = (year: number): boolean => year <= lastOver

const deed =
  "(?:made|built|constructed|founded|established|published|issued|printed|born|released|launched|written|painted|produced|manufactured|minted|bottled|designed|dating|dated|gebaute?[nrs]?|erbaute?[nrs]?|gegründete?[nrs]?|erschienene?[nrs]?|geborene?[nrs]?|hergestellte?[nrs]?|datiert|construite?s?|fondée?s?|publiée?s?|née?s?|fabriquée?s?|sortie?s?|construid[oa]s?|fundad[oa]s?|publicad[oa]s?|nacid[oa]s?|hech[oa]s?|fabricad[oa]s?|costruit[oaie]|fondat[oaie]|nat[oaie])"
/** Before a year that tells which thing is meant, and not the time that is asked about. */
const ofThing = new RegExp(String.raw`(?<!\p{L})(${deed})\s?$`, "iu")
/** How many there are of which that is said: *how many cars were produced*, and not *of the house that was built*. */
const counted = new RegExp(
  String.raw`(?<!\p{L})(?:how (?:many|much)|number of|wie viele?|anzahl|combien|nombre|cu[aá]nt[oa]s?|n[uú]mero|quant[ieao])(?!\p{L})[^.]{0,80}(?<!(?:that|which|who|die|das|der|qui|que|che)\s(?:(?:has|have|had)\s)?)(?<!\p{L})(?:was|were|been|being|wurden?|été|fueron|sido|furono|stat[aeio]|(?:has|have|had)\s(?!the\s|an?\s|this\s)\p{L}{1,30})\s(?:(?:\p{L}{1,20}ly|first|ever|still|also)\s){0,2}${deed}\s?$`,
  "iu"
)

const former =
  /(?<!\p{L})(?:former(?:ly)?|previous(?:ly)?|predecessor|ehemalige[rnms]?|frühere[rnms]?|vorherige[rnms]?|vorgänger(?:in)?|ancien(?:ne)?s?|précédente?s?|prédécesseur|anterior(?:es)?|antigu[oa]s?|ex)(?!\p{L})[\s-]+(?:of\s)?(?:\p{L}+\s)?$/iu

/** Whether it may be asked of what was before, anywhere. */
const formerWord =
  /former|previous|predecessor|ehemalig|früher|vorherig|vorgänger|ancien|précéd|prédéc|anterior|antigu|(?<!\p{L})ex(?!\p{L})/iu

/** Most characters of a task, and of what stands before a time in it; most parts of a task that speak of a time. */
const mostTask = 4_000
const mostAhead = 200
const mostClauses = 60

/** A part of a task, with the years that it writes as times. */
interface Clause {
  readonly text: string
  /** In small letters, and the words of that. */
  readonly small: string
  readonly words: ReadonlyArray<string>
  readonly times: ReadonlyArray<WrittenTime>
}

const clausesOf = (task: string): ReadonlyArray<Clause> =>
  task
    .slice(0, mostTask)
    .split(/[;?]|,\s(?!(?:1[5-9]|20)\d\d(?!\d))|\s(?:and|und|et|y)\s/u)
    .map((text) => ({ text, times: timesIn(text) }))
    .filter(({ text, times }) => times.length > 0 || formerWord.test(text))
    .slice(0, mostClauses)
    .map((clause) => {
      const small = clause.text.toLowerCase()
      return { ...clause, small, words: small.match(/\p{L}+/gu) ?? [] }
    })

/** Whether a clause has a word that begins with one of those of a field. */
const isMet = (clause: Clause, own: ReadonlyArray<string>): boolean =>
  own.some((word) => clause.words.some((one) => one.startsWith(word)))

/** Where a word of a clause begins with that of a field; below 0 where none does. */
const placeOf = ({ small, words }: Clause, word: string): number => {
  let from = 0
  for (const one of words) {
    const at = small.indexOf(one, from)
    if (one.startsWith(word)) return at
    from = at + one.length
  }
  return -1
}

/** Letters that may end a word behind that of a field: *employees* of *employee*. */
const mostEnding = 3

const endsWithWord = (text: string, word: string): boolean => {
  const trimmed = text.replace(/\s$/u, "").toLowerCase()
  const [last = ""] = /(?<!\p{L})\p{L}*$/u.exec(trimmed) ?? []
  for (let ending = 0; ending <= mostEnding && ending <= last.length; ending++)
    if (last.endsWith(word, last.length - ending)) return true
  return false
}

const plain = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.flatMap((word) => {
    const letters = word.replace(/[^\p{L}]/gu, "")
    return letters.length < 3 ? [] : [(letters.length > 5 ? letters.replace(/s$/i, "") : letters).toLowerCase()]
  })

const isSameWord = (one: string, other: string): boolean =>
  one.toLowerCase().replace(/s$/, "") === other.toLowerCase().replace(/s$/, "")

/** Whether words before a year tell which thing is meant: *a bowl made in 1950*. Where the field is what was made, they do not. */
const tellsThing = (ahead: string, own: ReadonlyArray<string>): boolean => {
  const [, said] = ofThing.exec(ahead) ?? []
  return said !== undefined && !own.some((word) => isSameWord(word, said)) && !counted.test(ahead)
}

/** How a field is asked for. */
interface Field {
  /** In words. */
  readonly words: ReadonlyArray<string>
  /** Whether a task asks for it alone. */
  readonly isAlone: boolean
  /** Whether it lasts: the place of a meeting happens on a day, and is not so then. */
  readonly isState: boolean
}

/** Whether a time is the one that is asked about, and tells not which thing is meant: *a bowl made in 1950*, *a bowl of 1950*. */
const isAsked = (time: WrittenTime, text: string, own: ReadonlyArray<string>, isState: boolean): boolean => {
  const ahead = text.slice(Math.max(0, time.start - mostAhead), time.start)
  // A season that ends in a year which is perhaps not over is perhaps the one of now.
  if (time.last > time.year && !isSurelyOver(time.last)) return false
  // *During the restoration of a house built in 1950* has the deed in it.
  if (tellsThing(ahead, own) || tellsThing(time.said.replace(/\s\S+\s?$/u, ""), own)) return false
  const isOwn = () => own.some((word) => endsWithWord(ahead, word))
  return (!time.isOf || isOwn()) && (isState || !time.isDay)
}

/**
 * The past that a task asks of fields; null where it asks of now, or of a field that the clause with the time does not speak of. The task is read
 * once for all fields.
 *
 * @internal
 */
export const askedTimes = (task: string): ((field: Field) => AskedTime | null) => {
  const clauses = clausesOf(task.replace(/https?:\/\/\S+/gu, " "))
  return ({ isAlone, isState, words }) => {
    const own = plain(words)
    for (const clause of clauses) {
      const { text, times } = clause
      if (!isAlone && !isMet(clause, own)) continue
      const asked = times.filter((time) => isAsked(time, text, own, isState))
      const time = asked.find(({ kind }) => kind === "before") ?? asked[0]
      if (time !== undefined) return { kind: time.kind, year: time.year }
      const isFormer = own.some((word) => {
        const place = placeOf(clause, word)
        return place > 0 && former.test(text.slice(Math.max(0, place - mostAhead), place))
      })
      if (isFormer) return { kind: "former" }
    }
    return null
  }
}

interface Span {
  readonly from: number | null
  readonly to: number | null
}

const range = new RegExp(
  String.raw`(?:from|between|von|de|entre|dal)?\s?(${year})\s?(?:to|until|till|and|bis|à|au|a|al|y|–|—|-)\s?(?:en\s)?(${year})`,
  "giu"
)
const untilYear = new RegExp(
  String.raw`(?<!\p{L})(?:before|until|till|prior to|up to|vor|bis|avant|jusqu['’]en|antes de|hasta)\s(?:the\s)?(?:(?:end|start|beginning)\s(?:of\s)?)?(${year})`,
  "giu"
)
const sinceYear = new RegExp(String.raw`(?<!\p{L})(?:since|from|seit|ab|depuis|desde|dal)\s(${year})`, "giu")
const anyYear = new RegExp(year, "gu")

/** The stretches of years that a text speaks of; a year by itself is one. */
const spansIn = (text: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let rest = text
  const take = (pattern: RegExp, spanOf: (one: number, other: number) => Span): void => {
    rest = rest.replace(pattern, (_, one: string, other: string) => {
      spans.push(spanOf(Number(one), Number(other)))
      return " "
    })
  }
  take(range, (from, to) => ({ from, to }))
  take(untilYear, (to) => ({ from: null, to }))
  take(sinceYear, (from) => ({ from, to: null }))
  for (const [one] of rest.matchAll(anyYear)) spans.push({ from: Number(one), to: Number(one) })
  return spans
}

const saysFormer =
  /(?<!\p{L})(?:former(?:ly)?|previous(?:ly)?|predecessor|until|used to be|ehemalige[rnms]?|frühere[rnms]?|vorgänger(?:in)?|bis|ancien(?:ne)?s?|jusqu['’]\p{L}+|antigu[oa]s?|hasta|ex-\p{L}+)(?!\p{L})/iu

/** Whether something that lasted so long was when the task asks. */
const isWithin = ({ from, to }: Span, asked: AskedTime): boolean => {
  if (asked.kind === "former") return to !== null && to !== from
  if (asked.kind === "before")
    return from !== null ? from < asked.year && (to === null || to <= asked.year) : to! <= asked.year
  return (
    (from === null || from <= asked.year) && (to === null || to >= asked.year) && (from !== null || to! > asked.year)
  )
}

/** Whether a text says when something was, and that is what the task asks. @internal */
export const isSaidOf = (text: string, asked: AskedTime): boolean =>
  spansIn(text).some((span) => isWithin(span, asked)) || (asked.kind === "former" && saysFormer.test(text))

/** Whether a text says only of what is over: a stretch of years with its end. */
const isOfEnded = (text: string): boolean => {
  const spans = spansIn(text).filter(({ from, to }) => from !== to)
  return (spans.length > 0 && spans.every(({ to }) => to !== null)) || (spans.length === 0 && saysFormer.test(text))
}

/** Where a sentence begins to speak of another time or of somebody else. */
const joints =
  /;\s*|,\s(?=(?:who|and|but|while|since|then|der|die|das|und|seit|qui|et|puis|depuis|y|desde)\s)|\s(?=(?:who|after whom)\s)/u

/** The parts of a sentence that speak of the time that is asked about; of now those that do not speak of what is over. @internal */
export const partsOf = (
  text: string,
  asked: AskedTime | null
): ReadonlyArray<{ readonly text: string; readonly before: string }> => {
  const parts = text.split(joints)
  return parts.flatMap((part, at) => {
    const isMeant = asked === null ? !isOfEnded(part) : isSaidOf(part, asked)
    return isMeant ? [{ text: part, before: parts[at - 1] ?? "" }] : []
  })
}
/** The years that a text writes. @internal */
export const yearsIn = (text: string): ReadonlyArray<number> => [...new Set((text.match(anyYear) ?? []).map(Number))]
