/** Times that are told from now, such as "3 hours ago": they change while nothing happens. */

const some = "(?:an?|one|une?|eine[mrn]?|uma?|uno|una|een|en|ett?|\\d{1,4})"

/** In the languages that most pages are in. */
const ago = new RegExp(
  [
    `(?:(?:about|over|almost|less than) )?${some} ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?)\\.?(?:,? (?:and )?\\d+ \\p{L}+)? ago`,
    `vor (?:etwa |rund |über )?${some} (?:Sek|Min|Std|Stund|Tag|Woche|Monat|Jahr)\\p{L}*\\.?`,
    `il y a (?:environ )?${some} (?:s|sec|min|h|j|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)\\b`,
    `hace (?:unos |unas )?${some} (?:segundos?|minutos?|min|horas?|h|días?|semanas?|mes(?:es)?|años?)\\b`,
    `${some} (?:second|minut|or|giorn|settiman|mes|ann)[oiae] fa\\b`,
    `há (?:cerca de )?${some} (?:segundos?|minutos?|min|horas?|h|dias?|semanas?|m[eê]s(?:es)?|anos?)(?: atrás)?`,
    `${some} (?:seconden?|minu(?:ut|ten)|uur|uren|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|jaren) geleden`,
    `(?:\\d+ )?(?:sekund|minut|godzin|dni|dzień|tydzień|tygodni|miesi|rok|lat)\\p{L}* temu`,
    `(?:\\d+ )?(?:секунд|минут|час|день|дн|недел|месяц|год|лет)\\p{L}* назад`,
    `för ${some} \\p{L}+ sedan|for ${some} \\p{L}+ siden`,
    `\\d+ (?:saniye|dakika|saat|gün|hafta|ay|yıl) önce`,
    `\\d+ ?(?:秒|分钟?|分鐘|小时|小時|時間|天|日|周|週間?|[个個かヶ]月|年)前`,
    `\\d+ ?(?:초|분|시간|일|주|개월|년) ?전`
  ].join("|"),
  "iu"
)

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
