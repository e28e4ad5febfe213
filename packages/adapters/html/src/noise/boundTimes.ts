/** Times told from now that do not age: bounds and other terms of rules, lengths of time, and what is long ago. */

import { isInTerm } from "./ruleTimes.ts"

/** Characters around a time that are looked at. */
const near = 40

/** A bound that is told from now, such as "more than 30 days ago", says a rule: what stands ahead of times in each language. */
const bounds: ReadonlyArray<readonly [time: RegExp, ahead: RegExp]> = (
  [
    [
      "ago$",
      "than|over|at least|at most|up to|within|before|prior to|as far back as|exceeding|beyond|minimum(?: of)?|maximum(?: of)?|between \\d{1,4} and"
    ],
    ["^vor", "als|mindestens|spätestens|frühestens|höchstens|maximal|bis|nicht"],
    ["^il y a", "jusqu[’']à|tard|moins|plus|maximum|minimum"],
    ["^hace", "hasta|menos|más|mucho|antes de|máximo|mínimo"],
    ["^há", "até|menos|mais|máximo|mínimo|tardar|antes de"],
    ["fa$", "(?:più|meno|prima) di|oltre|almeno|entro|fino a|massimo|minimo"],
    [
      "geleden$",
      "(?:meer|minder|langer|korter|later|eerder|ouder) dan|minstens|minste|hoogstens|maximaal|minimaal|uiterlijk|binnen|tot"
    ],
    ["temu$", "niż|ponad|powyżej|najmniej|najwyżej|najpóźniej|maksymalnie|minimum|do"],
    ["назад$", "более|больше|менее|меньше|свыше|чем|до|позднее|позже|ранее|раньше|минимум|максимум"],
    ["(?:sedan|siden)$", "än|enn|end|minst|mindst|senast|senest|högst|høyst|højst|inntil|indtil|tills"]
  ] as const
).map(([time, ahead]) => [new RegExp(time, "iu"), new RegExp(`(?<!\\p{L})(?:${ahead})\\s{1,2}$`, "iu")])

/** The bounds that a time itself begins with, a range ahead of it, and bounds behind it. */
const begunBound = /^(?:over|vor über|less than(?! (?:an?|half an?|\d{1,4}) ?(?:s|m|sec|min)))/iu
const rangeAhead = /\d\s?(?:[-–—]|to|or|bis|oder|à|ou|a|o|tot|of|do|lub|до|или|till|eller)\s?$/iu
const boundBehind =
  /^,? (?:(?:at|au|à|am|al|a|como|no|op|z) ?(?:the |el |la |il )?(?:most|least|latest|earliest|plus t[oô]t|plus tard|maximum|minimum|máximo|mínimo|massimo|minimo|más tardar|più tardi|laatst)|höchstens|spätestens|mindestens|uiterlijk|minimaal|maximaal|najpóźniej|senast|senest|(?:or|oder|ou|of|lub|или|eller|o) (?:more|less|longer|earlier|later|before|mehr|länger|früher|plus|más|antes|mais|più|prima|meer|langer|eerder|więcej|wcześniej|более|больше|ранее|раньше|mer|tidigare|mere|tidligere))(?!\p{L})/iu

/** Whether a time in a line is a bound, a length of time, or a part of history: it stays the same until the page says another. */
export const isBound = (time: string, at: number, line: string): boolean => {
  const ahead = line.slice(Math.max(0, at - near), at)
  const end = at + time.length
  return (
    begunBound.test(time) ||
    isHistory(time, ahead) ||
    isInTerm(time, at, line, isShort.test(time)) ||
    (!isShort.test(time) &&
      (isAsked.test(line.slice(end, end + near)) || isInRule(at, time, line) || lasts(time, ahead))) ||
    rangeAhead.test(ahead) ||
    boundBehind.test(line.slice(end, end + near)) ||
    bounds.some(([known, bound]) => known.test(time) && bound.test(ahead))
  )
}

/** Seconds, minutes and hours change at every look: a word of a rule somewhere in their sentence says too little. */
const isShort =
  /\d ?(?:s|m|h)(?!\p{L})|(?<!\p{L})(?:sec|seg|sek|min|секунд|минут|час|std|stund|hours?|hrs?|heures?|horas?|or[ae] fa|uur|uren|godzin|tim(?:m|e))/iu

/** Years that no page counts on: what was built 400 years ago is as old next year. */
const mostYears = 20

/** Whether a time is so many years, or the end of a number with more marks in it. */
const isHistory = (time: string, ahead: string): boolean => {
  if (/\d[.,’'\u00a0\u202f]$/u.test(ahead)) return true
  const years =
    /(\d{1,4}(?:[.,’'\u00a0\u202f]\d{1,3})?) ?(?:years?|yrs?|y\b|Jahr|ans?\b|años?|ann[oi]|anos?|jaar|jaren|lat|лет|год|år)/iu.exec(
      time
    )?.[1]
  return years !== undefined && Number(years.replace(/\D(?=\d{3}$)/u, "").replace(",", ".")) > mostYears
}

/** "Bought 30 days ago?" asks for the terms of a rule. */
const isAsked = /^\s?[?？]/u

/** What has lasted for a time, ahead of a word that says "for" as well as "ago". */
const lasting =
  /(?<!\p{L})(?:resid\p{L}*|viv[eo]\p{L}*|mor(?:a|am|o|amos|adores)|trabalh\p{L}*|ativ[oa]s?|existe\p{L}*|cadastrad[oa]s?|inscrit[oa]s?|registrad[oa]s?|clientes?|casad[oa]s?|funciona\p{L}*)(?: [\p{L}]{1,12}){0,2}\s{1,2}$/iu

const lasts = (time: string, ahead: string): boolean =>
  /^há/iu.test(time) ? lasting.test(ahead) : /^hace/iu.test(time) && /(?<!\p{L})desde\s{1,2}$/iu.test(ahead)

/** Words of rules. In English names are written as some of them are: May, Can. */
const ofRules = new RegExp(
  `(?<!\\p{L})(?:${[
    "[Mm]ust|[Ss]hall|may|can|cannot|can[’']t|should|[Rr]equire[sd]?|[Ee]ligible|[Vv]alid|[Ee]ntitled|qualif(?:y|ies)|allowed|refundable",
    "muss|müssen|darf|dürfen|kann|können|nicht|kostenlos|kostenfrei|gratis|ausgeschlossen|möglich|gültig|zulässig|erlaubt|berechtigt|Anspruch",
    "doit|doivent|doi[ts] avoir|peut|peuvent|valables?|valides?|gratuite?s?|requis|debe[n]?|deberán?|puede[n]?|válid[oa]s?|gratuit[oa]s?|[Rr]equisitos?",
    "deve[m]?|devono|pode[m]?|può|possono|valid[oaie]|moet(?:en)?|mag|mogen|kan|kunnen|geldig|musi|muszą|może|mogą|można|ważn\\p{L}{1,3}",
    "долж\\p{L}{1,3}|может|могут|можно|нельзя|действител\\p{L}{1,4}|бесплатно|måste|ska|skal|må|får|giltiga?|gyldige?"
  ].join("|")})(?!\\p{L})`,
  "u"
)

/** Characters of a sentence on each side of a time. */
const sentence = 160

/** A rule is a sentence: shorter ones, and titles and stamps that no mark ends, are none. */
const shortestRule = 30

const isInRule = (at: number, time: string, line: string): boolean => {
  const end = at + time.length
  const ahead = lastOf.exec(line.slice(Math.max(0, at - sentence), at))?.[0] ?? ""
  const behind = line.slice(end, end + sentence)
  // The mark behind a word that may be shortened is taken for a part of it: "vor 2 Jahren."
  const isEnded = time.endsWith(".") && /^\s*(?:$|\p{Lu})/u.test(behind)
  const rest = isEnded ? "" : (firstOf.exec(behind)?.[0] ?? "")
  if (!isEnded && !/^[.!?](?:[\s"”’»)]|$)/u.test(behind.slice(rest.length))) return false
  return ahead.trimStart().length + time.length + rest.length >= shortestRule && ofRules.test(`${ahead} ${rest}`)
}

const lastOf = /[^.?!:;|·•()（）…]*$/u
const firstOf = /^[^.?!:;|·•()（）…]*/u
