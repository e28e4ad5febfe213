/** Days that are named from now beside what says that something was written or changed then: "Posted yesterday by Ana". */

const days = [
  "just now|right now|yesterday|today|last (?:night|week|month|year)",
  "gerade eben|gestern|vorgestern|heute|(?:letzte|vorige) woche|(?:letzten|vorigen) monat",
  "avant-hier|aujourd[’']hui|à l[’']instant|la semaine dernière|le mois dernier|ayer|anteayer|hoy|ahora mismo|la semana pasada|el mes pasado",
  "ieri|oggi|adesso|la settimana scorsa|il mese scorso|ontem|hoje|agora mesmo|(?:na )?semana passada|(?:no )?mês passado",
  "gisteren|vandaag|zojuist|vorige (?:week|maand)|wczoraj|dzisiaj|dziś|przed chwilą|вчера|сегодня|только что|i ?går|i ?dag|nyss"
].join("|")

/** Days of the past alone, in brackets and behind the name of an author: what is today may be an offer. */
const past =
  "yesterday|last (?:week|month|year)|gestern|vorgestern|letzte woche|ayer|ieri|ontem|gisteren|wczoraj|вчера|i ?går"

/** What says so. What was closed or held yesterday is no stamp. */
const written = [
  "posted|published|updated|edited|modified|commented|created|added|uploaded|released|opened|asked|answered|replied|submitted|committed|merged|pushed|reviewed|listed|seen|reported",
  "veröffentlicht|aktualisiert|bearbeitet|erstellt|geändert|gepostet|hinzugefügt|kommentiert|eingestellt",
  "publiée?|mise? à jour|modifiée?|ajoutée?|postée?|commentée?|publicad[oa]|actualizad[oa]|editad[oa]|añadid[oa]|comentad[oa]|cread[oa]",
  "pubblicat[oa]|aggiornat[oa]|modificat[oa]|aggiunt[oa]|atualizad[oa]|adicionad[oa]|geplaatst|bijgewerkt|gepubliceerd|bewerkt|toegevoegd",
  "opublikowano|zaktualizowano|dodano|edytowano|опубликовано|обновлено|добавлено|изменено|publicerad|uppdaterad|redigerad|publisert|oppdatert|opdateret"
].join("|")

/** A clock time, with what stands ahead of it behind a day. */
const hour = "(?:,? (?:(?:at|um|à|a las|alle|às|om|o|в|kl\\.?) )?\\d{1,2}[:.h]\\d{2}(?: ?[ap]\\.?m\\.?)?)"
const clock = `${hour}?`
const authors = "by|von|par|por|da|di|door|av|af|przez"

/** A day behind what says so, ahead of an end, a mark or an author. */
const stamped = (between: string, words: string, named: string, marks: string): string =>
  `(?<=(?<!\\p{L})(?:${words})${between})(?:${named})${clock}(?=\\s*$|\\s{0,2}[|·•${marks}()（）–—]|\\s-\\s|\\s(?:${authors})\\s)`

/** A day ahead of what says so. */
const begun = (words: string, named: string): string =>
  `(?<=^|[|·•,;:(（–—]\\s{0,2})(?:${named})${clock}(?=\\s(?:${words})(?:\\s*$|\\s{0,2}[|·•,;()（）–—]|\\s(?:${authors})\\s))`

/** Of what says so, what is done by an author and never tells of an event: behind its colon the author or a count follows. */
const writing =
  "posted|published|edited|modified|commented|created|uploaded|asked|answered|replied|veröffentlicht|bearbeitet|erstellt|gepostet|publicad[oa]|editad[oa]|pubblicat[oa]|modificat[oa]|geplaatst|gepubliceerd|bewerkt|opublikowano|dodano|опубликовано|publicerad|publisert"

/** Counts that stand beside any stamp. */
const counted =
  "(?:comments?|repl(?:y|ies)|answers?|views?|likes?|min(?:ute[ns]?|\\.)?|kommentare?|antworten|aufrufe|commentaires?|réponses?|vues|comentarios?|respuestas?|commenti|risposte|visualizzazioni|comentários?|respostas?|reacties|weergaven)(?!\\p{L})"

/** What people write to each other: a day in brackets behind who wrote it is the day of it, and no day of an event. */
const posts =
  "post|message|reply|comment|answer|edit|commit|beitrag|nachricht|antwort|kommentar|réponse|commentaire|mensaje|respuesta|comentario|messaggio|risposta|commento|mensagem|resposta|comentário|bericht|reactie|wpis|odpowiedź|сообщение|ответ|inlägg|svar"
const namedAhead = `(?:(?<!\\p{L})(?:${posts})\\s(?:from|fra|från|van|${authors}|de|od|от)\\s(?:[\\p{L}\\p{N}.’'-]{1,20}\\s){1,3}|^(?:by|par|door|przez)\\s(?:[\\p{L}\\p{N}.’'-]{1,20}\\s){1,3})`

/** In French alone "hier" is a day, and a place in German. */
const writtenInFrench = "publiée?s?|mise?s? à jour|modifiée?s?|ajoutée?s?|postée?s?|commentée?s?|créée?s?"

/** Nothing ends a sentence behind it: in one "yesterday" is told, and stays. */
export const namedDay = new RegExp(
  [
    stamped("\\s", written, days, ",;"),
    // Behind a colon a list of what is told may begin: "Reported: today, outage".
    stamped("\\s?[:·]\\s?", written, days, ""),
    stamped("\\s?[:·]\\s?", writing, days, ","),
    `(?<=(?<!\\p{L})(?:${written})\\s?[:·]\\s?)(?:${days})${clock}(?=,\\s\\d{1,6}\\s${counted})`,
    stamped("(?:\\s|\\s?[:·]\\s?)", writtenInFrench, "hier", ",;"),
    begun(written, days),
    begun(writtenInFrench, "hier"),
    `(?<=(?<!\\p{L})(?:${written})\\s?\\()(?:${days})${clock}(?=\\))`,
    `(?<=(?<!\\p{L})(?:${writtenInFrench})\\s?\\()hier${clock}(?=\\))`,
    `(?<=\\()(?:${past})${clock}(?=\\))`,
    `(?<=${namedAhead}\\()(?:${days}|hier)${hour}(?=\\))`,
    // Behind a time that is open already: "3 days ago (yesterday)".
    `(?<=…\\s?\\()(?:${days}|hier)${clock}(?=\\))`,
    // Said so in French alone.
    `(?<=\\p{L}\\s\\()hier à \\d{1,2}[:h]\\d{2}(?=\\))`,
    `(?<=\\p{L}(?:,| [·•]) )(?:${past})${clock}(?=\\s*$)`
  ].join("|"),
  "giu"
)

/** Lines without any of these are not looked into. */
export const mayHoldDay = new RegExp(`(?<!\\p{L})(?:${days}|hier)(?!\\p{L})`, "iu")
