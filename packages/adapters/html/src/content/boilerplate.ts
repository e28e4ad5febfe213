/** Short lines that stand in articles and are no part of them, in the languages that most pages are in. */

const any = (...patterns: ReadonlyArray<string>) => new RegExp(`^(?:${patterns.join("|")})$`, "i")

/** Lines that only lead away: to sharing, to more of the site, to a subscription. */
const away = any(
  "\\W{0,3}(?:ad|ads|advertisements?|advertising|sponsored(?: content)?|anzeige|werbung|publicidad|publicité|реклама|広告)\\W{0,3}",
  "(?:share|tweet|like|pin|print|e-?mail|save|facebook|twitter|linkedin|whats ?app|telegram|reddit|pinterest|flipboard|copy link|link copied!?|url ?copied!?|teilen|drucken|merken|partager|imprimer|compartir|imprimir|condividi|поделиться)(?: (?:this|it|on|via|auf|per|sur|en|por|with|to|the)\\b.{0,40})?:?",
  "(?:show more |more )?shar(?:e|ing) (?:options|this|article|story|post)?.{0,30}",
  "(?:related|recommended|suggested|similar|popular|trending|latest|more|featured)(?: (?:articles?|stories|story|posts?|news|content|topics?|reading|reads|links?|videos?|coverage|for you|now|from|on|in|stories from).{0,60})?:?",
  "(?:read|see|watch|listen|learn)(?: (?:more|next|this|now|full story))+:?(?: .{0,160})?",
  "(?:read|watch|listen) also:?(?: .{0,160})?",
  "listen to (?:this|the) (?:article|story|post)(?: .{0,40})?",
  "you (?:may|might) (?:also )?(?:like|enjoy|be interested).{0,40}",
  "(?:don[’']t|do not) miss.{0,80}|what to read next|up next|in case you missed it.{0,40}|keep reading|editors?[’']? picks?",
  "(?:mehr (?:zum thema|dazu|aus|über|lesen)|lesen sie (?:auch|mehr|hier)|auch interessant|das könnte (?:sie|dich) .{0,30}|weiterlesen|zum thema|siehe auch|verwandte .{0,30}|ähnliche .{0,30}|weitere (?:artikel|meldungen|informationen|beiträge).{0,40})(?:[:.…].{0,120})?",
  "(?:à lire aussi|lire aussi|a lire|voir aussi|sur le même sujet|lea también|lee también|te puede interesar|también te puede .{0,30}|ver también|noticias relacionadas|leggi anche|potrebbe interessarti.{0,30}|lees ook|читайте также|leia (?:também|mais))(?: ?[:.…].{0,160})?",
  "(?:subscribe|sign up|follow|join|newsletter|get (?:the|our|more|all).{0,60}(?:inbox|newsletter|app)|download (?:the|our) app|abonnieren|newsletter abonnieren|abonnez-vous|suscríbete|síguenos|folgen sie)\\b.{0,160}",
  "(?:leave|post|write|add) (?:a )?(?:comment|reply).{0,40}|\\d* ?(?:comments?|kommentare?|commentaires?|comentarios?)(?: \\d+)?:?|(?:no|bisher keine|noch keine|keine|aucun|ningún) (?:comments?|kommentare|commentaires?|comentarios?)(?: .{0,60})?|comments are (?:closed|off).{0,20}|(?:\\S+ )?kommentieren|tus comentarios|(?:ein|schreibe? ein)en kommentar.{0,40}|be the first to comment.{0,20}|kommentar schreiben",
  "\\d[\\d,.]*[km]? (?:likes?|shares?|views?|reads?|claps?|retweets?|reposts?|replies|reactions?|upvotes?)",
  "[←‹«<⟵]{1,2} ?(?:back|go back|home|all posts|zurück|retour|volver|atrás|voltar|indietro)\\b.{0,40}",
  "(?:click|tap) here.{0,120}|continue reading.{0,60}|back to top|nach oben|zurück(?: zu[rm]? .{0,30})?|go back|skip to content|next|previous|close|caption|loading(?:\\.\\.\\.|…)?|view (?:gallery|comments|all)|play video|(?:this slideshow requires|please enable) javascript.{0,60}|(?:previous|next|older|newer) (?:post|article|story|page)s?|externer inhalt|imprimer(?: .{0,20})?|permalien.{0,60}|drukuj",
  "(?:zobacz|czytaj|przeczytaj|sprawdź|dowiedz się) (?:także|też|również|więcej)(?: ?[:.…].{0,160})?|[»>]{1,2} ?(?:mehr|read|more|weiter)\\b.{0,120}",
  "(?:neueste|aktuelle|letzte) (?:artikel|beiträge|meldungen|nachrichten|news)|recent (?:posts|articles|news|comments)|(?:últimas|más) noticias|derni[eè]re?s (?:news|articles|actualités).{0,40}"
)

/** Lines that do so in articles; on other pages they may be what the page is read for. */
const awayInArticle = any(
  "(?:mira|mire|puedes? ver|veja|vea|véase|lea|leia|read|watch|see|also)(?: (?:también|tambien|também|más|mais|also|more))?: .{10,160}",
  "(?:tags?|filed under|categor(?:y|ies)|themen|schlagworte?|schlagwörter|etiquetas|mots[- ]clés|kategorien?) ?: .{0,160}",
  "posted by .{2,60}|(?:this document is subject to|reuse this) .{0,200}|have a (?:news )?tip\\?.{0,160}",
  "(?:if you (?:buy|click|purchase).{0,60}|.{0,100}\\b(?:affiliate|partner)[- ]?links?\\b|.{0,40}enthält (?:werbung|affiliate)).{0,120}"
)

/** Headings and lines that are followed by what leads away. */
const intro = any(
  "(?:for more (?:on|about|from)|related|recommended|suggested|similar|popular|trending|latest|further|more|most|also (?:read|see|on)|read (?:also|more|next)|what to read next|up next|you (?:may|might)|more (?:from|on|about)|don[’']t miss|in case you missed|keep reading|editors?)\\b.{0,80}",
  "(?:schon gelesen|auch (?:interessant|auf|lesenswert)|mehr (?:zum|zu|aus|von|über|dazu|infos?|artikel)|noch mehr|weitere?r?s?\\b|weiterführende?r?|zum weiterlesen|zum thema|heute empfehlen|empfehlungen?|viel gelesen|meist(?:ge)?lesene?|das könnte|lesen sie|verwandte|ähnliche|passend (?:zum|dazu)|links? zum thema).{0,80}",
  "(?:dans la même|à lire|lire aussi|a lire|voir aussi|sur le même|plus d[’']articles|articles? (?:liés?|similaires?)).{0,80}",
  "(?:lea|lee|vea|ver|veja|leia) (?:también|tambien|também|más|mais).{0,120}|(?:te puede|le puede|noticias relacionadas|relacionad[ao]s|más (?:noticias|sobre)|artículos relacionados).{0,80}",
  "(?:zobacz|czytaj|przeczytaj) (?:także|też|również|więcej).{0,80}|(?:читайте|смотрите) (?:также|ещё).{0,80}|leggi anche.{0,80}|potrebbe interessarti.{0,40}|lees (?:ook|meer).{0,80}|läs (?:mer|också).{0,80}|se også.{0,80}|関連.{0,40}|相关.{0,40}|更多.{0,40}|推荐.{0,40}"
)

const rights =
  /^(?:©|\(c\)|copyright\b).{0,200}$|\ball rights reserved\b|\balle rechte vorbehalten\b|\btous droits réservés\b/i

const month =
  "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|may|mai|jun[ei]?|jul[iy]?|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
const day = `(?:\\d{1,2}(?:st|nd|rd|th|\\.|er)?(?: de)? (?:${month})\\.?,?(?: de)? ?\\d{0,4}|(?:${month})\\.? \\d{1,2}(?:st|nd|rd|th)?,? ?\\d{0,4}|\\d{4}[-./]\\d{1,2}[-./]\\d{1,2}|\\d{1,2}[-./]\\d{1,2}[-./]\\d{2,4})`
const dated = new RegExp(
  `^(?:.{0,24}\\b)?(?:published|updated|posted|modified|veröffentlicht|aktualisiert|erstellt|stand|publié|mis à jour|publicado|actualizado|on|am|le|el|vom)?[ :,|–-]*(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?${day}.{0,40}$`,
  "i"
)
const labelled = new RegExp(
  `^(?:published|updated|posted|modified|first published|veröffentlicht|publiziert|aktualisiert|stand|publié|mis à jour|publicado|actualizado)(?: (?:on|at|am|le|el))?[: ]{1,2}(?:${day}|\\d{1,2}[:.]\\d{2}).{0,40}$`,
  "i"
)
const credit =
  /^\W{0,2}(?:photo|foto|fot\.?|bild(?:er|quelle|nachweis)?|(?:titel|beitrags)bild|image|picture|imagen|crédits?(?: photos?)?|cover photo|video)s?(?: (?:by|von|credits?|courtesy|source|quelle))?\s?(?:[:©|/]|\bvia\b).{1,120}$/i
const credited = /^.{0,160}© ?\S.{2,50}$/
const relative =
  /^(?:(?:published|updated|posted) )?(?:about |vor )?\d+ (?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|min|std|stunden|minuten|tagen)(?: ago)?(?: read)?\.?$/i
const signed =
  /^(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|Text|Author|(?:Written|Posted|Reported|Photos?) by)[: ]\s?(?:\p{Lu}[\p{L}.'’-]*(?:[\s,&|]+(?:(?:and|und|et|y) )?|$)){1,8}$/u

/** What begins or ends on a day says more than when it was written. */
const term =
  /(?<!\p{L})(?:until|till|from|since|clos(?:ed|es|ing)|opens?|starts?|ends?|expires|deadline|due|apply|valid|bis|ab|geschlossen|frist|jusqu[’']?\p{L}*|fermée?s?|hasta|cerrad[oa]s?|fino|chius[oaie]|até|fechad[oa]s?|tot|vanaf)(?!\p{L})/iu

/** Lines longer than this are read as content. */
export const maxBoilerplate = 220

/** Whether a line leads away from the article, or says whose it is. */
export const isAway = (line: string): boolean => line.length <= maxBoilerplate && (away.test(line) || rights.test(line))

/** Whether a line of an article leads away, or says what it is filed under or paid by. */
export const isAwayInArticle = (line: string): boolean => line.length <= maxBoilerplate && awayInArticle.test(line)

/** Whether a line says when something was published, and says so. */
export const isLabelledDate = (line: string): boolean => line.length <= 120 && labelled.test(line)

/** Whether a line says whose the picture above it is. */
export const isCredit = (line: string): boolean =>
  line.length <= maxBoilerplate && (credit.test(line) || credited.test(line))

/** Whether a short line announces what leads away: more of the site, or of others. */
export const isIntro = (line: string): boolean => line.length <= 140 && intro.test(line)

/** Whether a line above an article says when and by whom it was written. */
export const isDateline = (line: string): boolean =>
  line.length <= 120 &&
  !/\b(?:last|zuletzt|dernière|última) /i.test(line) &&
  !term.test(line) &&
  (relative.test(line) || dated.test(line) || signed.test(line))
