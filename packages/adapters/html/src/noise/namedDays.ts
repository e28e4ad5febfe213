/** Days that are named from now beside what says that something was written or changed then: "Posted yesterday by Ana". */

const days = [
  "just now|right now|yesterday|today|last (?:night|week|month|year)",
  "gerade eben|gestern|vorgestern|heute|(?:letzte|vorige) woche|(?:letzten|vorigen) monat",
  "hier|avant-hier|aujourd[’']hui|à l[’']instant|la semaine dernière|le mois dernier|ayer|anteayer|hoy|ahora mismo|la semana pasada|el mes pasado",
  "ieri|oggi|adesso|la settimana scorsa|il mese scorso|ontem|hoje|agora mesmo|(?:na )?semana passada|(?:no )?mês passado",
  "gisteren|vandaag|zojuist|vorige (?:week|maand)|wczoraj|dzisiaj|dziś|przed chwilą|вчера|сегодня|только что|i ?går|i ?dag|nyss"
].join("|")

/** Days of the past alone, behind the name of an author: what is today may be an offer, and "hier" is a place in German. */
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

const clock = "(?:,? (?:(?:at|um|à|a las|alle|às|om|o|в|kl\\.?) )?\\d{1,2}[:.h]\\d{2}(?: ?[ap]\\.?m\\.?)?)?"
const authors = "by|von|par|por|da|di|door|av|af|przez"

/** Nothing ends a sentence behind it: in one "yesterday" is told, and stays. */
export const namedDay = new RegExp(
  [
    `(?<=(?<!\\p{L})(?:${written})(?:\\s|\\s?[:·]\\s?))(?:${days})${clock}(?=\\s*$|\\s{0,2}[|·•,;()（）–—]|\\s-\\s|\\s(?:${authors})\\s)`,
    `(?<=^|[|·•,;:(（–—]\\s{0,2})(?:${days})${clock}(?=\\s(?:${written})(?:\\s*$|\\s{0,2}[|·•,;()（）–—]|\\s(?:${authors})\\s))`,
    `(?<=\\()(?:${days})${clock}(?=\\))`,
    `(?<=\\p{L}(?:,| [·•]) )(?:${past})${clock}(?=\\s*$)`
  ].join("|"),
  "giu"
)

/** Lines without any of these are not looked into. */
export const mayHoldDay = new RegExp(`(?<!\\p{L})(?:${days})(?!\\p{L})`, "iu")
