/** The states that a line says something is in now: what it is to be again one day, it is not yet. */
import { fold } from "../../../models/domain/foldedText.ts"
import { monthPattern } from "./dates.ts"
import { type Status, statusesOf } from "./statuses.ts"

/** Not yet, and no day is said. Compared with folded text. */
const soon =
  "soon|shortly|expected|estimated|anticipated|not yet|erwartet|voraussichtlich|bald|demnachst|in kurze|prevue?s?|bientot|prochainement|pronto|previst[oa]s?|proximamente|proxima|presto|prossimamente|em breve|brevemente|verwacht|binnenkort|wkrotce|snart|pian"

/** Sending and bringing, which is to come of what is there. Compared with folded text. */
const sending =
  "deliver|shipp|ships?(?!\\p{L})|dispatch|despatch|liefer(?!bar)|versand|versend|verschick|zustell|livr|expedi|entreg|envi[aoe](?!\\p{L})|consegn|spedi|bezorg|verzend|verzond|dostaw|wysyl|leverans|levering|frakt"

/** A sentence goes on: no sign that ends a part of it, and no dash but within a word or a stretch. A year may follow a comma. */
const goesOn = `(?:(?!(?<!\\p{L})(?:${sending}))(?:[^.!?;|,–—-]|,(?=\\s?\\d{4}(?!\\d))|(?<=[\\p{L}\\d])[–—-](?=[\\p{L}\\d]))){0,40}`

/** Ahead of a state that is to come: "will be", "wird wieder"; and of one that is waited for: "as soon as it is". */
const later = new RegExp(
  `(?<!\\p{L})(?:(?:${soon}|will(?: be)?|should be|to be|wird|werden|sera|seront|estaran?|volvera|sara|saranno|tornera|estara|sera novamente|wordt|worden|zal|komt)(?!\\p{L})${goesOn}|(?<!at )once\\s(?:(?:it|they|this|that|these|those|the|we)\\s[^.!?;|,]{0,30})?|(?:as soon as|sobald|des que|en cuanto|non appena|assim que|zodra)\\s[^.!?;|,]{0,30})$`,
  "u"
)

/** Behind it: "soon", "in June", "in 2 weeks", "next month". */
const day = `(?:(?:early|mid|late|the end of|anfang|mitte|ende|debut|mi|fin|principios de|finales de|inizio|meta|fine|begin|eind|half)[\\s-])?(?:\\d{1,2}(?:\\.|st|nd|rd|th)?\\s)?(?:${monthPattern})(?!\\p{L})`
const lead =
  "(?:in|on|by|from|around|approx\\.?|ca\\.?|ab|im|am|en|le|au|des|a partir (?:de|du|del)|el|desde(?: el)?|a|il|dal|da|em|no|vanaf|op|rond)"
/** "Estimated delivery tomorrow", "expected to ship today": that is to come, and not the state ahead of it. */
const notSent = `(?!\\s(?:to (?:be )?|(?!(?:for|in|on|at|by|to|fur|bei|zur|pour|para|per|voor)\\s)\\p{L}+\\s)?(?:${sending}|arriv|ankunft|llegada|chegada|aankomst))`
const behind = new RegExp(
  `^[\\s:–—-]*(?:(?:again|wieder|de nuevo|nuevamente|de nouveau|a nouveau|di nuovo|novamente|de novo|weer)\\s)?(?:(?:${soon})(?!\\p{L})${notSent}|${lead}\\s${day}|${lead}\\s(?:about |etwa |circa )?\\d+[\\s–-]*\\d*\\s?(?:days?|weeks?|months?|tagen?|wochen?|monaten?|jours?|semaines?|mois|dias|semanas|mes(?:es)?|giorni|settimane|mesi|dagen|weken|maanden)(?!\\p{L})|next (?:week|month|year|season)|nachste[nr]? (?:woche|monat)|kommende[nr]? (?:woche|monat))`,
  "u"
)

const anySoon = new RegExp(`(?<!\\p{L})(?:${soon})(?!\\p{L})|${lead}\\s${day}`, "u")

/** Whether a line tells of what is to come: "Back soon", "Expected in June". */
export const isToCome = (line: string): boolean => anySoon.test(fold(line.slice(0, 200)))

/** Characters beside a state that say when it is so. */
const around = 60

const isLater = (line: string, { from, state, text, to }: Status): boolean =>
  state === "available" &&
  !next.test(fold(line.slice(Math.max(0, from - around), from))) &&
  !/now|jetzt|sofort|ahora|maintenant|ora$|nu /iu.test(text) &&
  (later.test(fold(line.slice(Math.max(0, from - around), from))) || behind.test(fold(line.slice(to, to + around))))

/** "No places available": compared with folded text. */
const none =
  /(?<!\p{L})(?:no|none|not? any|zero|keine?[rnsm]?|aucune?s?|ningun[ao]?s?|no hay|nessun[aoe]?|nenhuma?s?|sem|geen|brak|inga|ingen)\s+(?:[^\s.!?;:|,]+\s+){0,3}$/u

/** The next one that there is has its day. */
const next =
  /(?<!\p{L})(?:next|nachste[rns]?|prochaine?s?|proxim[ao]s?|prossim[aoie]|(?:eerst)?volgende|nasta)(?!\p{L})/u

const isNone = (line: string, { from, state, text }: Status): boolean =>
  (state === "available" || state === "open") &&
  /^\p{Ll}/u.test(text) &&
  none.test(fold(line.slice(Math.max(0, from - around), from)))

const denied = { available: "unavailable", open: "closed" } as const

/** The states of a line as they are now: what will be there can be ordered ahead at most. */
export const statesNow = (line: string): ReadonlyArray<Status> =>
  statusesOf(line).map((status) =>
    isNone(line, status)
      ? { ...status, state: denied[status.state as keyof typeof denied] }
      : isLater(line, status)
        ? { ...status, state: "preorder" }
        : status
  )
