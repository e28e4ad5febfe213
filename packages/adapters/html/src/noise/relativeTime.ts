/** Times that are told from now, such as "3 hours ago": they change while nothing happens. */
import { isBound } from "./boundTimes.ts"
import { mayHoldDay, namedDay } from "./namedDays.ts"

/** It may be part of a unit, and have thousands. */
const number = "\\d{1,4}(?:[.,]\\d{1,3}|[’'\\u00a0\\u202f]\\d{3})?"

const some = `(?:an?|one|une?|eine[mrn]?|uma?|uno|una|een|en|ett?|half an?|(?:an? )?few|several|an? couple of|wenigen|einigen|quelques|un[oa]s (?:poc[oa]s )?|poc[oa]s|alcun[ie]|poch[ie]|algun[sa]s?|enkele|${number})`

/** Said of the past alone, wherever they stand: in the languages that most pages are in. */
const plain = [
  `(?:(?:about|over|almost|less than) )?${some}(?: |(?<=\\d))(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?)\\.?(?:,? (?:and )?\\d{1,4} \\p{L}{1,12})? ago`,
  `vor (?:etwa |rund |über )?${some} (?:Sek|Min|Std|Stund|Tag|Woche|Monat|Jahr)\\p{L}*\\.?`,
  `il y a (?:environ )?${some} (?:s|sec|min|h|j|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)\\b(?! d(?:e |['’]))`,
  `hace (?:unos |unas )?${some} (?:segundos?|minutos?|min|horas?|h|días?|semanas?|mes(?:es)?|años?)\\b`,
  `${some} (?:second|minut|or|giorn|settiman|mes|ann)[oiae] fa\\b`,
  `há (?:cerca de )?${some} (?:segundos?|minutos?|min|horas?|h|dias?|semanas?|m[eê]s(?:es)?|anos?)(?: atrás)?(?! de )`,
  `${some} (?:seconden?|minu(?:ut|ten)|uur|uren|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|jaren) geleden`,
  `(?:${number} )?(?:sekund|minut|godzin|dni|dzień|tydzień|tygodni|miesi|rok|lat)\\p{L}* temu`,
  `(?:${number} )?(?:секунд|минут|час|день|дн|недел|месяц|год|лет)\\p{L}* назад`,
  `för ${some} \\p{L}+ sedan|for ${some} \\p{L}+ siden`
]

/** These may be a term before something, too, such as `3日前まで` and `en az 3 gün önce`. */
const ambiguous = [
  `\\d{1,4} (?:saniye|dakika|saat|gün|hafta|ay|yıl) önce`,
  `\\d{1,4} ?(?:秒|分钟?|分鐘|分|小时|小時|時間|天|日|周|週間?|[个個かヶ]月|年)前`,
  `\\d{1,4} ?(?:초|분|시간|일|주|개월|년) ?전`
]

const ago = new RegExp([...plain, ...ambiguous].join("|"), "iu")

/** Alone, these are times too. "3 h" is none: so long a film is, and so far a place. */
const nearby =
  /^(?:just now|now|moments? ago|a (?:moment|minute) ago|yesterday|gerade eben|gestern|heute|à l[’']instant|hier|ahora mismo|ayer|adesso|ieri|agora|ontem|zojuist|gisteren|przed chwilą|wczoraj|только что|вчера|nyss|i ?går|az önce|dün|たった今|昨日|刚刚|剛剛|昨天|방금|어제)$/iu

/** What may stand before and behind a time. */
const around = new Set(
  `last first posted published updated modified edited created added reviewed on at by about zuletzt aktualisiert veröffentlicht
  erstellt geändert stand am publié mis à jour modifié le publicado actualizado editado pubblicato aggiornato atualizado
  gepubliceerd bijgewerkt geplaatst opublikowano aktualizacja dodano опубликовано обновлено publicerad uppdaterad opdateret
  oppdatert yayınlandı güncellendi 更新 更新于 发布 发布于 發布 發佈於 公開 投稿 수정 게시 입력`.split(/\s+/)
)

const isAround = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).every((word) => around.has(word))

/** A line of an author and a time is no longer than this. */
const maxLine = 160

/** Whether a text is a time told from now, and nothing else. */
export const isRelativeTime = (text: string): boolean => {
  if (text.length > maxLine) return false
  if (nearby.test(text.trim())) return true
  const found = ago.exec(text)
  return found !== null && isAround(`${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`)
}

/** Whether a text has such a time, and is short enough to be a line about who wrote something and when. */
export const holdsRelativeTime = (text: string): boolean => text.length <= maxLine && ago.test(text)

/** Longer lines are not looked through. */
const maxSearched = 2_000

const edge = "[^\\p{L}\\p{N}]"
const announced = "更新|发布|發布|发表|公開|投稿|掲載|追加|수정|게시|입력|güncellendi|yayınlandı"

const within = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])(?:${plain.join("|")})(?![\\p{L}\\p{N}])`,
    `(?<=^|[|·•,;:(（、。-]\\s{0,2}|(?:${announced})${edge}{0,3})(?:${ambiguous.join("|")})(?=$|\\s{0,2}[|·•,;)）、。-]|に?${edge}{0,3}(?:${announced}))`
  ].join("|"),
  "giu"
)

/** Lines without any of these are not looked into. */
const mayHold = /ago|vor|il y a|hace|fa|há|geleden|temu|назад|sedan|siden|önce|前|전/iu

/** Of those that are times alone, the ones that are hardly a heading or a label: "Now" and "Heute" may be. */
const isHeading = /^(?:now|heute|hier|adesso|agora|nyss)$/iu

/** What stands in the place of a time. */
const open = "…"

/** Of a page, so many characters of lines that may hold a time are looked through: half a second of the worst of them. */
const searchedCharacters = 400_000

/** Leaves each time in a line open that is told from now, so that the line is the same while nothing happens. */
export const makeTimesOpen = () => {
  let left = searchedCharacters
  /** Null where the line has none. */
  return (line: string): string | null => {
    if (line.length > maxSearched) return null
    const whole = line.trim()
    if (nearby.test(whole) && !isHeading.test(whole)) return open
    const mayHoldTime = mayHold.test(line)
    const mayHoldWords = line.length <= maxLine && mayHoldDay.test(line)
    if (!mayHoldTime && !mayHoldWords) return null
    left -= line.length
    if (left < 0) return null
    const timed = mayHoldTime
      ? line.replace(within, (time, at: number) => (isBound(time, at, line) ? time : open))
      : line
    const text = mayHoldWords ? timed.replace(namedDay, open) : timed
    return text === line ? null : text
  }
}
