/** What is said of a state on a line: that it is not so, that there is none, that it will be so, or that somebody waits for it. */
import { fold } from "../../models/domain/foldedText.ts"
import { monthPattern } from "./monthNames.ts"
import type { Status } from "./statuses.ts"
import { isStockNoun } from "./stockNouns.ts"

/** Not yet, and no day is said. Compared with folded text. */
const soon =
  "soon|shortly|expected|estimated|anticipated|not yet|erwartet|voraussichtlich|bald|demnachst|in kurze|prevue?s?|bientot|prochainement|pronto|previst[oa]s?|proximamente|proxima|presto|prossimamente|em breve|brevemente|verwacht|binnenkort|wkrotce|snart|pian"

/** Sending and bringing, which is to come of what is there. Compared with folded text. */
const sending =
  "deliver|shipp|ships?(?!\\p{L})|dispatch|despatch|liefer(?!bar)|versand|versend|verschick|zustell|livr|expedi|entreg|envi[aoe](?!\\p{L})|consegn|spedi|bezorg|verzend|verzond|dostaw|wysyl|leverans|levering|frakt"

/** A sentence goes on: no sign that ends a part of it, and no dash but within a word or a stretch. A year may follow a comma. */
const goesOn = `(?:(?!(?<!\\p{L})(?:${sending}))(?:[^.!?;|,–—-]|,(?=\\s?\\d{4}(?!\\d))|(?<=[\\p{L}\\d])[–—-](?=[\\p{L}\\d]))){0,40}`

/** Who is glad "to be open" is. */
const toBe = "(?<!(?:happy|glad|pleased|proud|delighted|excited|thrilled) )to be"

/** Ahead of a state that is to come: "will be", "wird wieder"; and of one that is waited for: "as soon as it is". */
const later = new RegExp(
  `(?<!\\p{L})(?:(?:${soon}|will(?: be)?|should be|${toBe}|wird|werden|sera|seront|estaran?|volvera|sara|saranno|tornera|estara|sera novamente|wordt|worden|zal|komt)(?!\\p{L})${goesOn}|(?<!at )once\\s(?:(?:it|they|this|that|these|those|the|we)\\s[^.!?;|,]{0,30})?|(?:as soon as|sobald|des que|en cuanto|non appena|assim que|zodra)\\s[^.!?;|,]{0,30})$`,
  "u"
)

/** Ahead of a state that is waited for, or that something depends on: "tell me when it is", "if". In German "als" says what something is. */
const awaited =
  /(?<!\p{L})(?:when(?:ever)?|until|till|if|wenn|falls(?= (?:wieder|es|er|sie|der|die|das|dies|ein|noch|nicht|verfugbar|lieferbar|vorratig|auf lager)(?!\p{L}))|quand|lorsqu['’]?e?|jusqu['’]a ce qu['’]?e?|cuando|hasta que|quando|finche non|se(?= (?:disponibil|e disponibil|di nuovo))|ate que|wanneer|als(?= (?:het|de|dit|deze|hij|ze|er)(?!\p{L}))|totdat|nar|gdy|kiedy)\s(?:[^.!?:;|,–—-]|(?<=\p{L})-(?=\p{L})){0,45}$/u

/** Asks to be told: what is waited for is not there. */
const askingToHear =
  /(?<!\p{L})(?:notif|e-?mail (?:me|you)|let (?:me|you|us) know|alert|tell (?:me|you)|text (?:me|you)|remind|hear|waitlist|wait(?:ing)? list|benachricht|informier|bescheid|erinner|warteliste|preven|avert|alerte|informe|avis|notific|avvis|melding|mailen|waarschuw|hoogte)/u

/** Says how something is; "buy now" says what to do. */
const isDescription =
  /stock|availab|sale|lager|verf[uü]gbar|lieferbar|vorr[aä]tig|dispon|voorraad|beschikbaar|leverbaar|vendita|estoque|open|ge[oö]ffnet|ouvert|abiert|apert|abert|skladem|tilg/iu

/** Behind what only looks like a day: a unit, a size, a fraction or a plan. Compared with folded text. */
const ofSize =
  "(?!\\s?(?:[\"″'%€$£+]|(?:mm|cm|km|m|mg|kg|g|ml|cl|l|ft|zoll|inch(?:es)?|pouces?|grossen?|sizes?|tailles?|tallas?|taglie|taglia|maten|maat|langen?|lang|lengths?|longueur|liters?|litres?|stuck|pieces?|plans?|tarife?|months?|monat(?:en?|s)?)(?!\\p{L})))"

/** A day in figures; without a year, one that nothing measures. */
const figures = `(?:(?:0?[1-9]|[12]\\d|3[01])\\.(?:0?[1-9]|1[0-2])\\.(?:(?:\\d{4}|\\d{2})(?!\\d)|(?!\\d)${ofSize})|\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})(?![\\d/])|(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|[12]\\d|3[01])(?=\\s*(?:$|[.,;:!?)|](?!\\d)))|\\d{1,2}-\\d{1,2}-\\d{4}(?!\\d)|\\d{4}-\\d{2}-\\d{2}(?!\\d))`

/** A week of the year; "in week 1 of the course" is none. */
const calendarWeek = "(?:kw|cw|kalenderwoche|calendar week)\\s?\\d{1,2}(?!\\d)"
const week = `(?:${calendarWeek}|(?:week|semaine|semana|settimana)\\s\\d{1,2}(?!\\d)(?!\\s(?:of|and|to|de|du|del|di|van|en|et|y|e)(?!\\p{L})))`

const months = `(?:(?:early|mid|late|the end of|anfang|mitte|ende|debut|mi|fin|principios de|finales de|inizio|meta|fine|begin|eind|half)[\\s-])?(?:\\d{1,2}(?:\\.|st|nd|rd|th)?\\s(?:de\\s|of\\s)?)?(?:${monthPattern})(?!\\p{L})`
const lead =
  "(?:in|on|by|from|around|approx\\.?|ca\\.?|ab|im|am|en|le|au|des|a partir (?:de|du|del)|el|desde(?: el)?|a|il|dal|da|em|no|vanaf|op|rond)"
/** "In 2 weeks", "within a few days". */
const within = "(?:in|within|dans|sous|en|dentro de|de aqui a|tra|fra|entro|em|daqui a|binnen|over|innerhalb von|om)"
const count =
  "(?:\\d+(?:\\s?(?:[–—-]|to|or|bis|oder|a|o|ou|tot|of|e)\\s?\\d+)?|an?|one|two|three|four|five|six|a couple of|(?:a )?few|several|some|ein(?:er|em)?|zwei|drei|vier|wenigen|einigen|une?|deux|trois|quatre|quelques|una?|dos|tres|cuatro|pocos|unos|unas|algunos|due|tre|quattro|poch[ei]|alcun[ei]|um|uma|dois|duas|poucos|een|twee|drie|vier|enkele|paar)"
const spans =
  "(?:days?|weeks?|months?|tagen?|wochen?|monaten?|jours?|semaines?|mois|dias?|semanas?|mes(?:es)?|giorn[oi]|settiman[ae]|mes[ei]|dag(?:en)?|week|weken|maand(?:en)?|veck(?:a|or)|dagar|manader|uger?|dage|uker?|dager)"
const span = `(?:${within}\\s(?:about |around |approx\\.? |etwa |circa |ca\\.? |environ |unos |ongeveer )?${count}\\s?${spans}(?!\\p{L})|next (?:week|month|year|season|spring|summer|autumn|fall|winter)(?!\\p{L})|nachste[nrs]? (?:woche|monat|jahr|saison)|kommende[nr]? (?:woche|monat)|(?:la )?semaine prochaine|le mois prochain|(?:la )?proxima semana|(?:el )?proximo mes|(?:la )?(?:prossima settimana|settimana prossima)|(?:il )?(?:prossimo mese|mese prossimo)|(?:na )?proxima semana|(?:no )?proximo mes|volgende (?:week|maand))`

/** "Estimated delivery tomorrow", "expected to ship today", "soon gone": that is to come, and not the state ahead of it. */
const notSent = `(?!\\s(?:to (?:be )?|(?!(?:for|in|on|at|by|to|fur|bei|zur|pour|para|per|voor)\\s)\\p{L}+\\s)?(?:${sending}|arriv|ankunft|llegada|chegada|aankomst|gone|sell|sold|end|run|clos|leav|expir|over(?!\\p{L})|weg(?!\\p{L})|vergriffen|ausverk|vorbei|epuis|termin|agot|esaur|finit|esgot|uitverk|op(?!\\p{L})))`

const again = "(?:(?:again|wieder|de nuevo|nuevamente|de nouveau|a nouveau|di nuovo|novamente|de novo|weer)\\s)?"

/** Behind it: "soon", "in 2 weeks", "next month"; and "in June". */
const soonBehind = new RegExp(`^[\\s:–—-]*\\(?${again}(?:(?:${soon})(?!\\p{L})${notSent}|${span})`, "u")
/** "In zwei Wochen wieder lieferbar": a part of a sentence begins with it. */
const spanAhead = new RegExp(`(?:^|[.!?;:|,–—]\\s*)${span}\\s[^.!?;:|,–—-]{0,20}$`, "u")
const monthBehind = new RegExp(`^[\\s:–—-]*\\(?${again}(?:in|im|en|em|a)\\s(?!\\d)${months}`, "u")
/** From a day on. */
const fromOn = "(?:from|ab|vanaf|a partir (?:de|du|del)|desde(?: el)?|dal)"
const onDay = "(?:on|by|am|au|le|el|il|op)"
const figuresSaid = `(?:(?:${fromOn}|${onDay})\\s(?:the\\s|dem\\s|den\\s)?${figures}|${fromOn}\\s(?:der\\s)?${week}|in\\s(?:der\\s)?${calendarWeek})`
const monthSaid = `${lead}\\s(?:the\\s|dem\\s|den\\s)?${months}`
const dayBehind = new RegExp(`^[\\s:–—-]*\\(?${again}(?:${monthSaid}|${figuresSaid})`, "u")
const namedDayBehind = new RegExp(`^[\\s:–—-]*\\(?${again}${monthSaid}`, "u")
/** "On 12 May", "on May 12". */
const onNamedDay = new RegExp(
  `^[\\s:–—-]*\\(?${again}${onDay}\\s(?:the\\s|dem\\s|den\\s)?(?=\\d|(?:${monthPattern})\\.?\\s\\d{1,2}(?!\\d))${months}`,
  "u"
)
/** "Vanaf 12 januari weer op voorraad", "ab 12.01. wieder lieferbar". */
const dayAhead = new RegExp(
  `(?:(?:^|[.!?;:|,–—]\\s*)(?:${monthSaid}(?:,?\\s\\d{4})?|${figuresSaid})|(?<!\\p{L})${fromOn}\\s(?:the\\s|dem\\s)?(?:${months}(?:,?\\s\\d{4})?|${figures}|${week}))\\s[^.!?;:|,–—-]{0,20}$`,
  "u"
)

/** What happens on a day, or is let from one on: its day says which one is free. Written folded, as words of a goal too. */
const happenings =
  "appointment appointments slot slots session sessions viewing viewings termin termine terminen besichtigung besichtigungen rendez-vous rdv creneau creneaux cita citas appuntamento appuntamenti afspraak afspraken campsite campsites stellplatz stellplatze room rooms zimmer chambre chambres habitacion habitaciones kamer kamers flat flats apartment apartments wohnung wohnungen appartement appartements logement piso pisos apartamento appartamento"
const tickets = "ticket tickets eintrittskarten billet billets entrada entradas biglietto biglietti kaartje kaartjes"
/** Those too that a goal may say in a longer word, or of another thing. */
const tables = "table tables tisch tische mesa mesas tavolo tavoli tafel tafels pitch pitches visite visita visitas"
const wordOf = (words: string) => new RegExp(`(?<![\\p{L}-])(?:${words.split(" ").join("|")})(?![\\p{L}-])`, "u")
const anyHappening = wordOf(`${happenings} ${tables}`)
const anyTicket = wordOf(tickets)

/** What is sold and not held on a day, whatever it is called: a table that is in stock. */
const isOfGoods = /stock|lager|liefer|vorr[aä]tig|voorraad|leverba|livrable|sale/iu

/** Where those wait for whom there was no place. Compared with folded text. */
const waiting =
  "(?:waiting[ -]?list|wait[ -]?list|warteliste|liste d['’]attente|lista de espera|lista d['’]attesa|wachtlijst)"
const noWaiting =
  "(?<!(?<!\\p{L})(?:no|not? an?|without|without an?|without the|never an?|keine|ohne|aucune|pas de|sans|sin|ninguna|senza|nessuna|sem|nenhuma|geen|zonder|no more|no longer an?|no hay)\\s)"
const overBehind =
  "(?!\\s?(?:(?:is|now|ist|jetzt|est|esta|e|nu)\\s){0,2}(?:over|cleared|ended|empty|gone|closed|abgearbeitet|aufgelost|beendet|geschlossen|leer|vorbei|fermee|terminee|cerrada|chiusa|gesloten)(?!\\p{L}))"
/** A list that is there; "no waiting list" says that nobody waits. */
const anyWaiting = new RegExp(`(?<!\\p{L})${noWaiting}${waiting}(?!\\p{L})${overBehind}`, "u")
const waitingAhead = new RegExp(
  `(?<!\\p{L})${noWaiting}${waiting}\\s?[:–—-]?\\s?(?:(?:is|now|ist|jetzt|wieder|est|esta|e|nu|weer)\\s){0,2}$`,
  "u"
)
const waitingBehind = new RegExp(
  `^\\s(?:(?:for|on|auf|fur|pour|para|per|voor)\\s)?(?:(?:the|our|die|der|la|de)\\s)?${waiting}(?!\\p{L})`,
  "u"
)

/** Whether a line tells of a waiting list. @internal */
export const isOfWaitingList = (line: string): boolean => anyWaiting.test(fold(line.slice(0, 200)))

/** "Waiting list open": it is the list that is, and no place is free. */
const isOfWaiting = (line: string, { from, to }: Status, isNamed: IsNamed): boolean =>
  (waitingAhead.test(fold(line.slice(Math.max(0, from - around), from))) ||
    waitingBehind.test(fold(line.slice(to, to + around)))) &&
  !isNamed("waiting list") &&
  !isNamed("waitlist") &&
  !isNamed("Warteliste")

const anySoon = new RegExp(`(?<!\\p{L})(?:${soon})(?!\\p{L})|${lead}\\s${months}`, "u")
const anyDay = new RegExp(`(?<!\\p{L})${fromOn}\\s(?:${figures}|${week})`, "u")
const anySpan = new RegExp(`(?<!\\p{L})${span}`, "u")
const isSent = new RegExp(`(?<!\\p{L})(?:${sending})`, "u")

/** Whether a line tells of what is to come: "Back soon", "Expected in June", "Back in 2 weeks". What is sent in 2 weeks is there. @internal */
export const isToCome = (line: string): boolean => {
  const folded = fold(line.slice(0, 200))
  const isOfDay = anyDay.test(folded) && !anyHappening.test(folded) && !anyTicket.test(folded)
  return anySoon.test(folded) || isOfDay || (anySpan.test(folded) && !isSent.test(folded))
}

/** Characters beside a state that say when it is so. */
const around = 60

/**
 * "Frei ab", "places available": the day behind says what is free, which may be reserved today. What is "open from 5 May" may be open by
 * now, and so counts as open; what opens "in May" does not.
 */
const ofDays = /(?:from|ab|bezugsfrei)$|places|seats|spots|pl[aä]tze|plazas|posti|vagas|plaatsen|tickets/iu

const inDays = "^\\s\\(?(?:in|within|binnen|innerhalb von|sous|en|dans)\\s[^.!?;|,]{0,12}(?:tag|dag|jour|day)\\p{L}*"
const behindDays = new RegExp(inDays, "u")
/** What is in stock "sous 2 jours" is sent by then; in other languages a word of bringing stands behind. */
const broughtInDays = new RegExp(
  `^\\s\\(?sous\\s[^.!?;|,]{0,12}jour|${inDays}\\s(?:[^.!?;|,]{0,20}\\s)?(?:${sending}|(?:bei (?:dir|ihnen|euch)|at your door|with you|chez vous|bij (?:je|jou|u)|in huis)(?!\\p{L}))`,
  "u"
)

/** "Lieferbar in 3 Tagen" and "Auf Lager in 2 Tagen bei dir" say how long it takes to bring what is there. */
const isBrought = (text: string, behind: string): boolean =>
  /lieferbar|leverbaar|livrable/iu.test(text)
    ? behindDays.test(behind)
    : /in stock|auf lager|en stock|op voorraad|vorr[aä]tig/iu.test(text) && broughtInDays.test(behind)

/** Whether the day behind or ahead of a state says when something will be there. */
const isOfDayToCome = (
  line: string,
  text: string,
  sides: Readonly<Record<"ahead" | "behind", string>>,
  isNamed: IsNamed
) => {
  const folded = fold(line.slice(0, 200))
  const isGoods = isOfGoods.test(text)
  const isHeld = !isGoods && (anyHappening.test(folded) || isNamed(happenings))
  const isTicket = !isGoods && (anyTicket.test(folded) || isNamed(tickets))
  if (isHeld || isTicket) return namedDayBehind.test(sides.behind) && !(isHeld && onNamedDay.test(sides.behind))
  return dayBehind.test(sides.behind) || (isDescription.test(text) && dayAhead.test(sides.ahead))
}

const isLater = (line: string, { from, state, text, to }: Status, isNamed: IsNamed): boolean => {
  if (state !== "available" && state !== "open") return false
  if (/now|jetzt|sofort|ahora|maintenant|ora$|nu /iu.test(text)) return false
  const [ahead, behind] = [fold(line.slice(Math.max(0, from - around), from)), fold(line.slice(to, to + around))]
  if (next.test(ahead)) return false
  return (
    later.test(ahead) ||
    (isDescription.test(text) && (awaited.test(ahead) || spanAhead.test(ahead))) ||
    (soonBehind.test(behind) && !isBrought(text, behind)) ||
    (state === "available"
      ? isOfDayToCome(line, text, { ahead, behind }, isNamed)
      : monthBehind.test(behind) && !ofDays.test(text))
  )
}

/** "Tell me when it is back in stock" stands where it is not. What comes "on sale" may be there at its full price. */
const isAskedFor = (line: string, { from, state, text }: Status): boolean => {
  const ahead = fold(line.slice(Math.max(0, from - 2 * around), from))
  return (
    (state === "available" || state === "open") &&
    isDescription.test(text) &&
    !/sale/iu.test(text) &&
    awaited.test(ahead) &&
    askingToHear.test(ahead)
  )
}

/** "No places available": compared with folded text. */
const none =
  /(?<!\p{L})(?:no|none|not? any|zero|keine?[rnsm]?|aucune?s?|ningun[ao]?s?|no hay|nessun[aoe]?|nenhuma?s?|sem|geen|brak|inga|ingen)\s+(?:[^\s.!?;:|,]+\s+){0,3}$/u

/**
 * "0 places available", "there are 0 seats still available": a 0 that a sentence begins with counts the noun behind it. "Size 0 available"
 * and "0 sugar cola available" say that it is there.
 */
const noneCounted =
  /(?:^|(?<!(?:size|taille|grosse|talla|taglia|maat)s?:\s*)(?<=[.!?;:|,()–—]\s*)|(?<!\p{L})(?:there (?:are|is)|only|just|still|currently|now|sind|nur|noch|aktuell|derzeit|il y a|hay|ci sono|ha|zijn|er zijn)\s+)(?<!\d[.,:–—])0\s+(?:left\s+|(?<noun>\p{L}+)\s+(?:\p{L}+\s+)?)?$/u

/** The next one that there is has its day. */
const next =
  /(?<!\p{L})(?:next|nachste[rns]?|prochaine?s?|proxim[ao]s?|prossim[aoie]|(?:eerst)?volgende|nasta)(?!\p{L})/u

/** Behind the word for none: the end of a line, a cell, a bracket or a part of a sentence; a 0 may count what there is none of. */
const noneEnd = "\\s*(?:$|[)\\]|;!?·•]|[.,](?![\\p{L}\\p{N}]|\\s?\\d))"

/** "In stock: 0", "available (none)"; "open: 0–24 h" and "in stock (no returns)" say how it is so. */
const noneBehind = new RegExp(
  `^\\s?[:(=]\\s?(?:(?:no|none|false|nein|non|nao|nee|keine?r?|aucune?|ningun[ao]?|nessun[ao]|nenhuma?|geen|[–—-])${noneEnd}|0(?:\\s(?<noun>\\p{L}+)\\.?)?${noneEnd})`,
  "u"
)

/** What else than stock a goal names: mugs, of which 0 are available. */
export type IsNamed = (nouns: string) => boolean

const never: IsNamed = () => false

/** Whether a 0 is said of nothing, or of what can be had. */
const isNoStock = (found: RegExpExecArray | null, isNamed: IsNamed): boolean => {
  const noun = found?.groups?.noun
  return found !== null && (noun === undefined || isStockNoun(noun) || isNamed(noun))
}

const isNone = (line: string, { from, state, text, to }: Status, isNamed: IsNamed): boolean => {
  if (state !== "available" && state !== "open") return false
  const ahead = fold(line.slice(Math.max(0, from - around), from))
  return (
    (/^\p{Ll}/u.test(text) && (none.test(ahead) || isNoStock(noneCounted.exec(ahead), isNamed))) ||
    isNoStock(noneBehind.exec(fold(line.slice(to, to + around))), isNamed)
  )
}

const denied = { available: "unavailable", unavailable: "available", open: "closed", closed: "open" } as const

const isDeniable = (state: string): state is keyof typeof denied => state in denied

/** What may stand between a denial and the state that it denies: "not currently in stock". Compared with folded text. */
const nowadays =
  "(?:(?:currently|presently|now|actually|always|immediately|generally|really|here|online|aktuell|derzeit|momentan|zurzeit|sofort|direkt|actuellement|immediatement|encore|actualmente|ahora|attualmente|al momento|momenteel|meer|direct|lenger|langre)\\s+){0,2}"

/** "Not closed", "no longer sold out", right ahead of the state. */
const not = new RegExp(
  `(?<!\\p{L})(?:(?:is|are|was|were)n['’]?t|not|never|no longer|nicht(?: mehr)?|niemals|n['’]est (?:pas|plus)|ne sont (?:pas|plus)|pas|non(?: (?:e|sono))?(?: piu)?|(?:ya )?no esta[ns]?|nao(?: esta(?:o)?)?(?: mais)?|niet(?: meer)?|inte|ikke|nie (?:jest|sa|je|su)|neni|nejsou|nie ma|nu (?:este|sunt))\\s+${nowadays}$`,
  "u"
)

/** "We do not have it in stock": the verb is denied, and the state ends its sentence. */
const notHad =
  /(?<!\p{L})(?:(?:do|does|did|have|has|had|can|could|will|would)(?:n['’]?t| not)|(?:ca|wo)n['’]?t|cannot)\s+(?:currently\s+)?(?:have|keep|hold|be|got|carry|sell)\s+(?:[^\s.!?;:|,–—]+\s+){0,4}$/u

const isDenied = (line: string, { from }: Status): boolean => {
  const ahead = fold(line.slice(Math.max(0, from - around), from))
  return not.test(ahead) || notHad.test(ahead)
}

/** A state as what is said of it leaves it, which may be that it is not so or not so yet. @internal */
export const stateNow = (line: string, status: Status, isNamed: IsNamed = never): Status => {
  const { state } = status
  if (!isDeniable(state)) return status
  if ((state === "available" || state === "open") && isOfWaiting(line, status, isNamed))
    return { ...status, state: denied[state] }
  if (isNone(line, status, isNamed) || isDenied(line, status) || isAskedFor(line, status))
    return { ...status, state: denied[state] }
  return isLater(line, status, isNamed) ? { ...status, state: "preorder" } : status
}
