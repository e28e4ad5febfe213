/** Lines that change by themselves and say nothing: counters, clocks, banners, advertisements, ids, and text that gives orders. */

import { fold } from "../../../models/domain/foldedText.ts"
import { givesOrders, orders } from "../../../models/domain/givesOrders.ts"

export { givesOrders }

interface Rule {
  readonly name: string
  readonly pattern: RegExp
}

const rule = (name: string, ...parts: ReadonlyArray<string>): Rule => ({
  name,
  pattern: new RegExp(parts.join("|"), "iu")
})

const edge = "(?<![\\p{L}\\p{N}])"
const unit =
  "(?:s|secs?|seconds?|mins?|minutes?|m|h|hrs?|hours?|d|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|std\\.?|tage?n?|wochen?|monate?n?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|dias?|semanas?|mes(?:es)?|anos?|secondi|minuti|or[ae]|giorn[io]|settiman[ae]|mes[ei]|ann[io]|minuut|uur|uren|dag(?:en)?|weken|maand(?:en)?|jaar)"

const weekday =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo|lunedi|martedi|mercoledi|giovedi|venerdi|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)"

/** Told from now. Compared with folded text. */
const fromNow = rule(
  "told from now",
  `${edge}(?:\\d+|an?|one|einer?|einem|une?|un[ao]?|uma?|een)\\s?${unit}\\s(?:ago|fa|atras|geleden)`,
  `${edge}vor (?:etwa |rund )?(?:\\d+|einer?|einem|wenigen) ${unit}`,
  `${edge}il y a (?:environ )?(?:\\d+|une?|quelques) ${unit}`,
  `${edge}(?:hace|ha) (?:unos |cerca de )?(?:\\d+|un[ao]?|uma?|pocos) ${unit}`,
  `^[^.]{0,30}${edge}(?:waiting|running|online|live|active|open|listed|published|up|wartet|en ligne|en linea) (?:for|since|seit|depuis|desde hace|da) \\d+\\s?${unit}\\W*$`,
  `^[^.]{0,20}${edge}(?:seit|depuis|desde hace|sinds|da|od) (?:\\d+|einem|einer|une?|un[ao]?) ${unit}(?:\\s\\p{L}+){0,2}\\W*$`,
  `${edge}just now|moments ago|gerade eben|a l'instant|justo ahora|zojuist|adesso`,
  `\\d+\\s?(?:秒|分|時間|日|週間|か月|ヶ月|年)前|\\d+\\s?(?:秒|分钟|小时|天|周|个月|年)前|\\d+\\s?(?:분|시간|일) 전`
)

const counted =
  "(?:views?|visits?|visitors?|reads?|likes?|shares?|comments?|followers?|subscribers?|downloads?|reactions?|claps?|upvotes?|votes?|plays?|retweets?|reposts?|bookmarks?|watching|watchers?|people|persons?|shoppers?|customers?|users online|online|members online|reviews?|ratings?|replies|favorites?|teams|companies|developers|unternehmen|entreprises|empresas|aziende|bedrijven|hits|readers?|orders|bookings|purchases|bestellungen|verkaufe|buchungen|commandes|pedidos|ordini|bestellingen|hits|in (?:their )?carts?|sold|aufrufe?|besucher|leser|kommentare?|abonnenten|bewertungen|rezensionen|personen|gefallt mir|vues?|visites?|lectures?|commentaires?|abonnes?|avis|partages?|personnes|visitas?|vistas?|visualizaciones|lecturas|comentarios?|seguidores|opiniones|valoraciones|personas|visualizzazioni|letture|commenti|recensioni|condivisioni|persone|visualizacoes|leituras|avaliacoes|curtidas|pessoas|weergaven|reacties|volgers|beoordelingen|bezoekers|mensen|klanten|gasten|besokare|besok|visningar|recensioner|foljare|besogende|anmeldelser|visninger|odwiedzin|wyswietlen|osob|opinii|komentarzy|obserwujacych)"

/** What is so at the moment of the look, and other at the next. */
const live =
  "(?<![\\p{L}])(?:right now|at the moment|at this moment|busy now|gerade|im moment|momentan|en ce moment|ahora mismo|en este momento|in questo momento|neste momento|agora mesmo|op dit moment|momenteel|just nu|lige nu|obecnie|teraz)(?![\\p{L}])"

/** What a count of visits, of who bought it and the like is called. */
export const counterName = "a counter"

const counter = rule(
  counterName,
  `^\\W*(?:heute|today|already|schon|bereits|over|more than|uber|mehr als|aujourd'hui|deja|hoy|oggi|gia|hoje|live|now|jetzt|trusted by|joined by|loved by|used by)[^\\d.]{0,20}\\d[\\d.,]*\\s?[km]?\\+?\\s?${counted}(?![\\p{L}])`,
  `^[^\\w$€£¥]*(?:\\d[\\d.,'’ ]*\\s?(?:k|m|mio|tsd)?\\+?)\\s?(?:\\p{L}+\\s)?${counted}(?![\\p{L}])[^.]{0,40}$`,
  `${edge}\\d[\\d.,]*\\s?[km]?\\s(?:people|persons?|shoppers?|customers?|users?|others?|visitors?|personen|personnes|personas|persone|pessoas|mensen|andere|besucher)\\s(?:are|is|have|sind|haben|schauen|sehen|regardent|ont|estan|stanno|estao|bekijken|kijken|viewing|watching|bought|online|viewed)`,
  `^\\W*(?:views?|visits?|visitors?|likes?|shares?|comments?|followers?|subscribers?|downloads?|reads?|online|page hits|hits|besucher heute|heute online|anzahl besucher|stars?|forks?|watchers?|used by|contributors?|edition|issue|ausgabe|follow|aufrufe|besucher|besucherzahler|kommentare|vues|visites|commentaires|abonnes|visitas|comentarios|visualizzazioni|commenti|visualizacoes|curtidas|weergaven|reacties|visite|accessi|acessos|odslony|wyswietlenia|odwiedziny|visningar|besokare|besok|bezoeken|bezoekers)\\W{0,3}\\s?\\(?\\d[\\d.,'’ ]*\\s?(?:k|m)?\\)?\\W*$`,
  `(?:アクセス数|訪問者数|回視聴|回閲覧|人が閲覧|閲覧数|次浏览|阅读量|浏览量|人正在|いいね|조회수|조회)`,
  `(?:rated|rating|note|bewertung|valoracion|valutazione|avaliacao|beoordeling)?\\W*\\d[.,]\\d\\s?(?:/|out of|von|sur|de|su|van)\\s?5\\W*\\(?\\d[\\d.,]*`,
  `^\\W*(?:rat(?:ed|ing)|beoordeling|bewertung|note|valoracion|valutazione|avaliacao|betyg|ocena)\\W{0,3}\\s?\\d{1,2}[.,]\\d(?:\\s?/\\s?\\d+)?\\W*\\(?\\d[\\d.,'’ ]*(?:\\s\\p{L}+)?\\)?\\W*$`,
  `^\\W*\\d[.,]\\d\\s?\\(\\d[\\d.,'’ ]*k?\\)\\W*$`,
  `(?:viewed|seen|read|downloaded|played|vue?|consultee?|visto|vista|leido|letto|lido|bekeken|gelesen|angesehen|wyswietlono)\\W{1,2}\\d[\\d.,'’ ]*\\s?(?:times|fois|veces|volte|vezes|keer|mal|razy)(?![\\p{L}])`,
  `\\d[\\d.,'’ ]*\\s?(?:times|fois|veces|volte|vezes|keer|mal|razy) (?:viewed|seen|read|downloaded|played|vue?|visto|vista|letto|lido|bekeken|gelesen|angesehen)`,
  `^[^.]{0,30}${live}[^.$€£¥]{0,40}\\d[^.$€£¥]{0,40}$`,
  `^[^.$€£¥]{0,40}\\d[^.$€£¥]{0,40}${live}\\W*$`,
  `^[^.]{0,40}(?:wait(?:ing)? times?|wartezeit|temps d'attente|tiempo de espera|tempo d[i']\\s?attesa|tempo de espera|wachttijd|czas oczekiwania)[^.]{0,30}\\d+\\s?${unit}\\W*$`,
  `^\\W*\\d[\\d.,'’ ]*\\s(?:results?|hits|matches|offers?|listings?|items|articles?|products?|treffer|angebote|anzeigen|artikel|produkte|annonces?|resultats?|offres|resultados|anuncios|ofertas|risultati|annunci|offerte|resultaten|advertenties|wynikow|ofert|件|건|条)(?: (?:found|gefunden|trouves?|encontrados|trovati|gevonden))?\\W*$`,
  `${edge}(?:best ?sellers? ?rank|sales rank|popularity|verkaufsrang|bestseller-?rang|classement des ventes|posicion en ventas|posizione in classifica)[^.]{0,20}\\d`,
  `^\\W*(?:cart|basket|warenkorb|panier|carrito|carrello|carrinho|winkelwagen)\\W*\\(?\\d+\\)?`,
  `(?:showing|zeige|anzeige|affichage|mostrando|resultaten)\\W+\\d+\\s?[–-]\\s?\\d+`,
  `(?:in the last|in den letzten|au cours des|en las ultimas|nelle ultime|nas ultimas|in de laatste) (?:\\d+ )?${unit}\\W*$`
)

/** Who looks at a page with its reader. Compared with folded text. */
const lookers =
  "(?:people|persons?|shoppers?|customers?|users?|visitors?|viewers?|guests?|travell?ers?|buyers?|fans|others|personen|leute|menschen|nutzer|kund(?:en|innen)|besucher|gaste|andere|personnes?|gens|clients?|visiteurs?|internautes|voyageurs|autres|personas?|usuarios?|clientes?|visitantes?|viajeros|otros|person[ea]|utenti|clienti|visitatori|viaggiatori|altri|pessoas?|mensen|anderen|klanten|bezoekers|gasten|personer|osoby?)"

/** What they do while they look. */
const looking = [
  "(?:are|is)\\s(?:\\p{L}+\\s)?(?:viewing|watching|browsing|eyeing|looking at|checking out|considering|shopping)",
  "(?:viewing|watching|browsing|looking at) (?:this|it|now|right now)",
  "(?:are|is)\\s(?:\\p{L}+\\s)?(?:online|on this page|here (?:right )?now|interested in (?:this|it))",
  "(?:have|has) [^.]{0,24}in (?:their|a|the) (?:shopping )?(?:carts?|baskets?|bags?)",
  "(?:sehen|schauen)(?: sich)?\\s[^.]{0,40}(?<!\\p{L})an(?!\\p{L})|(?:betrachten|beobachten)\\s|haben [^.]{0,30}im (?:warenkorb|einkaufswagen)|sind [^.]{0,20}(?:online|auf dieser seite)",
  "(?:regardent|consultent|voient)\\s|sont en train de (?:regarder|consulter)|ont [^.]{0,30}dans leur panier",
  "est(?:an|a) (?:viendo|mirando|consultando|visitando)|(?:ven|miran) (?:esto|est[ea])|tienen? [^.]{0,30}en (?:su|el) (?:carrito|cesta)",
  "(?:stanno|sta) (?:guardando|visualizzando|vedendo|osservando)|(?:guardano|visualizzano)\\s|hanno [^.]{0,30}nel carrello",
  "est(?:ao|a) (?:vendo|olhando|visualizando|a ver|a visualizar)|veem (?:isto|est[ea])|tem [^.]{0,30}no carrinho",
  "bekijken\\s|kijken (?:nu |momenteel )?naar|hebben [^.]{0,30}in (?:hun|de) winkel(?:wagen|mand)"
].join("|")

const carts =
  "(?:(?:people's|other|others'|shoppers'|shopping|customers')\\s){0,2}(?:carts?|baskets?|warenkorben?|einkaufswagen|paniers?|carritos?|carrelli|carrinhos?|winkelwagens?|winkelmandjes?)"

const sold =
  "(?:sold|bought|purchased|ordered|booked|reserved|verkauft|gekauft|bestellt|gebucht|vendue?s?|achetee?s?|commandee?s?|reservee?s?|vendid[oa]s?|comprad[oa]s?|pedid[oa]s?|reservad[oa]s?|vendut[oaie]|acquistat[oaie]|ordinat[oaie]|prenotat[oaie]|verkocht|gekocht|besteld|geboekt)"
const lately =
  "(?:today|yesterday|this (?:week|hour)|(?:in|over|within) the (?:last|past)|recently|heute|gestern|diese woche|in den letzten|aujourd'hui|hier|cette semaine|ces dernieres|hoy|ayer|esta semana|en las ultimas|oggi|ieri|questa settimana|nelle ultime|hoje|ontem|nas ultimas|vandaag|gisteren|deze week|in de (?:laatste|afgelopen))"
const often = "(?:times?|x|mal|fois|veces|vez|volte|volta|vezes|keer)"

/** Says of what is counted what may or must be. */
const ruled =
  "(?:at a time|at once|at the same time|allowed|required|maximum|(?:must|may|can|should)(?!\\p{L})|gleichzeitig|erlaubt|en meme temps|a la vez|contemporaneamente|ao mesmo tempo|tegelijk)"

/**
 * Counts of those who look, have it in their carts or bought it just now, whatever is said of how many at least or at most. A sentence
 * with an amount of money says more.
 */
const liveCounter = rule(
  counterName,
  `^(?!.{0,200}${ruled})[^.!?$€£¥]{0,40}${edge}\\d[\\d.,]{0,8}k?\\+?\\s(?:other |andere |autres |otras |altre |outras )?${lookers}\\s(?:${looking})[^$€£¥]{0,100}$`,
  `^\\W*(?:(?:now|already|currently|schon|bereits|deja|ya|gia|ja|al)\\s)?(?:(?:added |saved )?(?:in|to)|dans|en|em)\\s(?:over |more than |uber |mehr als |plus de |mas de |oltre |mais de |meer dan )?\\d[\\d.,]{0,8}k?\\+?\\s${carts}(?!\\p{L})[^.$€£¥\\d]{0,30}$`,
  `^\\W*(?:[^.$€£¥\\d]{0,30}[:!–—]\\s)?${sold}\\s(?:over |more than )?\\d[\\d.,]{0,8}k?\\+?[\\s-]?${often}\\s${lately}(?!\\p{L})[^$€£¥]{0,40}$`,
  `^\\W*\\d[\\d.,]{0,8}k?\\+?[\\s-]?(?:${often}\\s)?${sold}\\s${lately}(?!\\p{L})[^$€£¥]{0,40}$`,
  `^\\W*${lately}[\\s:]{1,2}(?:(?:already|schon|bereits|deja|ya|gia|ja|al)\\s)?\\d[\\d.,]{0,8}k?\\+?[\\s-]?(?:${often}\\s)?${sold}\\W*$`
)

/** Words of rules and limits: what they count does not count up by itself. */
const limitWord =
  /(?<!\p{L})(?:at most|at least|up to|max(?:\.|imum|imal|imale|imo|ima)?|min(?:\.|imum|imal|imo|ima)?|no(?:t)? more than|(?:fewer|less) than|(?:of|for) (?:more than|over)|or (?:more|fewer|less)|needs?|requires?|allows?|allowed|includ(?:es?|ed|ing)|limit(?:s|ed)?|capacity|occupancy|quorum|must|may|banned|hochstens|mindestens|bis zu|benotigt|erlaubt|enthalt|inklusive|kapazitat|au plus|au moins|jusqu'a|comprend|necessite|como (?:maximo|minimo)|hasta|incluye|necesita|capacidad|al massimo|almeno|fino a|comprende|richiede|no maximo|pelo menos|inclui|precisa|maximaal|minimaal|hoogstens|minstens)(?!\p{L})/u

/** Words of limits behind what is counted. */
const limitBehind =
  "or (?:more|fewer|less)|max(?:\\.|imum)?|min(?:\\.|imum)?|at (?:most|least)|included|allowed|required|permitted|admitted|limit|quota|inklusive|erlaubt|zugelassen|oder (?:mehr|weniger)|ou (?:plus|moins|mais|menos)|o (?:mas|menos|piu|meno)|of (?:meer|minder)|inclus|incluid[oa]s?|compres[ie]|inbegrepen"

/** What those who are counted may do, or must: a rule. "May be watching" and "may also like" are none. */
const duty =
  "(?:may|must|shall)(?! (?:be (?!seated|admitted|present)|have|also|already|not|love))|can(?= (?:enter|attend|join|take part|register|book|stay|sit|sleep|stand|fit|ride|play|be (?:seated|admitted|accommodated)))|(?:have|need) to(?! wait)|fit(?= in)|(?:durfen|mussen|peuvent|doivent|pueden|deben|possono|devono|podem|devem|mogen|moeten)(?! (?:nicht|niet|pas|auch|aussi|tambien|anche|tambem|ook))"

/** "Per month", "pro Tag": of how long or of what a count is the limit. */
const perWhat = "(?:(?:per|an?|each|every|pro|je|par|por|al|alla|cada|ao) \\p{L}+\\s){0,2}"

/**
 * A limit stands right ahead of the first number of a line, or right behind what it counts; elsewhere it is of something else. What those
 * who are counted may do is a rule too: "20 people may enter at once".
 */
const limit = new RegExp(
  `^\\D*${limitWord.source}[^\\d.,;:–—]{0,20}\\d(?![\\d.,'’ ]*%)|^\\D*\\d[\\d.,'’]*\\s?(?:k|m)?\\+?\\s(?:\\p{L}+\\s){1,2}${perWhat}\\(?(?:${limitBehind})(?!\\p{L}|\\s?\\d)|^\\D*\\d[\\d.,'’]*\\s(?:\\p{L}+\\s)?${counted}\\s(?:${duty})(?!\\p{L})`,
  "u"
)

/** What there is at a price says what it will cost. Compared with folded text. */
const atPrice =
  "(?:at|for|zu[mr]?|a|per|por|al|voor|tegen) (?:this|that|the|dies\\p{L}{0,2}|ce|cet|cette|este|esta|quest[oa]|dez[eo]|dit|current|aktuellen)\\s?(?:\\p{L}{1,12}\\s)?(?:price|rate|fare|preis|tarif|prix|precio|tarifa|prezzo|tariffa|preco|prijs|tarief)"

/** What is left of something, which may be none of it. */
export const remainder = "a count of what is left"

const remaining = rule(
  remainder,
  `^\\W*(?:only |just |nur noch |noch |plus que |il ne reste que |quedan |solo quedan |restano |mancano |faltam |restam |nog |zostalo )?\\d[\\d.,'’ ]* (?:\\p{L}+ ){0,2}(?:left|remaining|ubrig|restantes?|restants?|rimast[ei]|rimanenti|verbleibend)(?! ${atPrice})(?: [^.$€£¥]{0,30})?$`,
  `(?<!\\p{L})(?:quedan|restan|restam|remaining|left|verbleibend|ubrig|rest)\\W{1,2}\\d[\\d.,'’ ]*\\W*$`
)

/** What the date or the time of a page is called. */
export const clockName = "the time of the page"

const clock = rule(
  clockName,
  `^\\W*(?:zuletzt|last|laatst|derniere|ultima|ultimo)(?![\\p{L}])[^:.]{0,24}:?\\s.*(?:<time>|<date>|\\d{1,2}:\\d{2}|ago|heute|today|yesterday|gestern)`,
  `${edge}(?:today'?s date|heutiges datum|last (?:updated?|modified|changed|checked|reviewed|refreshed|edited|sync(?:ed)?|generated)|page (?:generated|rendered|loaded)|generated (?:on|at|in)|rendered in|updated(?: on| at)?:|updated \\d|as of \\d|stand:|letzte (?:anderung|aktualisierung)|zuletzt (?:aktualisiert|geandert|gepruft)|aktualisiert am|stand vom|seite erzeugt|derniere (?:mise a jour|modification)|mis a jour le|ultima (?:actualizacion|modificacion|atualizacao|modifica)|actualizado el|ultimo aggiornamento|aggiornato il|aggiornata il|atualizad[oa] em|laatst (?:bijgewerkt|gewijzigd)|bijgewerkt op|laatste update|(?:still )?current (?:at|on|as of)|current time|local time|server time|uhrzeit|heure actuelle|hora actual|ora locale|data retrieved|prices as of|rates as of)`,
  `^\\W*(?:last )?(?:edited|updated|reviewed|modified|changed|posted|maintained|bearbeitet|gepruft|modifie|revise|editado|revisado|modificato|bewerkt) (?:by|von|durch|par|por|da|door)(?![\\p{L}])[^.]{0,40}$`,
  `^\\W*(?:get it|arrives?|delivered?|delivery|dispatched|ships|lieferung|zustellung|livraison|livre|entrega|llega|recibelo|consegna|arriva|bezorgd|levering|dostawa)\\W{1,3}(?:\\p{L}+ ){0,2}(?:${weekday}|<date>)[^.$€£¥:]{0,30}$`,
  `最終更新|更新日|最后更新|更新时间|최종 업데이트|마지막 업데이트`,
  `^\\W*(?:time|uhrzeit|clock|it is|now)?\\W*\\d{1,2}:\\d{2}:\\d{2}(?: ?[ap]m)?\\W*(?:utc|gmt|cet|cest|est|edt|pst|pdt|uhr)?\\W*$`,
  `(?:order|ends?|ending|closes?|expires?|sale ends|offer ends|noch|endet|bestelle?n?|innerhalb|commandez|termine|acaba|scade|eindigt|within) (?:in|within|von|dans|en|tra|em|over)?\\s?:?\\s?(?:the next\\s)?(?:\\d+\\s?(?:d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?|tage?n?|std\\.?|stunden|minuten|jours?|heures|dias?|horas|giorn[io]|ore|dag(?:en)?|uur)(?![\\p{L}])[\\s,:]*(?:(?:and|und|et|y|e|en)\\s?)?){2,}`,
  `(?:\\d+\\s?(?:d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|tage?n?|std\\.?|stunden|minuten|j|jours|heures|dias|horas|giorni|ore|dagen|uur)(?![\\p{L}])[\\s,:]*(?:(?:and|und|et|y|e|en)\\s?)?){2,}(?:left|to go|remaining|ubrig|verbleib\\w*|restants?|restantes|rimast\\w*|rimanenti|te gaan)`,
  `(?:only |noch |encore |quedan |mancano |faltam |nog )?\\d+ (?:days?|tage?|jours?|dias?|giorni|dagen|hours?|stunden|heures|horas|ore|uur) (?:left|to go|remaining|ubrig|verbleib\\w*|restants?|restantes|rimast\\w*|rimanenti)`,
  `(?:next|nachste[rn]?|prochaine?|proxim[oa]|prossim[oa]|volgende)[^.]{0,40} (?:in|dans|en|tra|em|over) \\d+ (?:min\\w*|mins)`,
  `\\d+ (?:days?|hours?|weeks?) to go(?![\\p{L}])`,
  `^\\W*(?:noch|encore|il reste|restent|faltan?|quedan|mancano|faltam|nog|jeszcze|zostalo|kvar) \\d+ ${unit}(?![\\p{L}])`,
  `^\\W*(?:currently|right now|now|jetzt|derzeit|aktuell|en ce moment|ahora|adesso|agora|nu)\\s(?:open|closed|geoffnet|geschlossen|ouvert|ferme|abierto|cerrado|aperto|chiuso|aberto|fechado|gesloten|stangt|oppet)\\W*$`,
  `^\\W*(?:open|closed|geoffnet|geschlossen) (?:now|jetzt)(?![\\p{L}])[^.]{0,40}$`,
  `\\d{1,3}:\\d{2}:\\d{2}\\s?(?:left|remaining|verbleibend|restant)`
)

/** What the times of the sun and the tide are called. */
export const sunName = "the time of the sun or the tide"

const sun = rule(
  sunName,
  `^\\W*(?:sunrise|sunset|high tide|low tide|moonrise|sonnenaufgang|sonnenuntergang|lever du soleil|coucher du soleil|salida del sol|puesta del sol|alba|tramonto|nascer do sol|zonsopgang|zonsondergang)(?![\\p{L}])(?=[^$€£¥]{0,60}\\d|\\W*$)`
)

/** A date that the head of a page says, and not one that stands below what it is the date of. */
const today = rule(
  "the date of the page",
  `^\\W*(?:(?:today(?: is)?|heute(?: ist)?|aujourd'hui|hoy|oggi|hoje|vandaag)\\W*)?(?:${weekday},?\\s*)?<date>\\W*(?:<time>\\W*)?$`
)

/** What a line of rights is called. */
export const copyrightName = "a copyright line"

const copyright = rule(
  copyrightName,
  "©|\\(c\\) ?(?:19|20)\\d\\d|^\\W*copyright(?![\\p{L} -]+(?:policy|law|notice|claim|infring))|copyright\\W{0,3}(?:19|20)\\d\\d|all rights reserved|alle rechte vorbehalten|tous droits reserves|todos los derechos|tutti i diritti|todos os direitos|alle rechten voorbehouden"
)

/** What a banner is called. */
export const banner = "a banner for consent or subscribers"

const bannerRule = rule(
  banner,
  "(?:accept|reject|allow|manage|use[sd]?|using|verwende|akzeptier|zustimm|utilis|accept|aceptar|usamos|utilizamos|accett|utilizziamo|aceita|gebruik|accepteer)[^.]{0,60}(?:cookies?|cookie)",
  "cookies?[^.]{0,60}(?:accept|reject|consent|prefer|settings|verwend|akzeptier|einstellungen|accept|utilis|experience|aceptar|usar|accett|personaliz|aceita|gebruik|voorkeuren|improve|analy)",
  "^\\W*(?:accept all|reject all|alle akzeptieren|tout accepter|aceptar todo|accetta tutti|aceitar todos|alles accepteren)\\W*$",
  "(?:subscribe|sign up|join)[^.]{0,40}newsletter|newsletter[^.]{0,40}(?:abonnieren|anmelden|inscri|suscr|iscri|assin|aanmeld|sign up)|(?:download|get) (?:our|the) app|follow us on|folgen sie uns|suivez-nous|siguenos|seguici|siga-nos|volg ons|(?:chat|talk) with us|need help\\?|good (?:morning|afternoon|evening)|guten (?:morgen|tag|abend)|welcome back",
  "^\\W*(?:welcome|willkommen|bienvenue|bienvenid[oa]s?|benvenut[oia]|bem-vind[oa]s?|welkom|hello|hallo|hi|bonjour|bonsoir|buen[oa]s (?:dias|tardes|noches)|buon(?:giorno|asera)|bo[am] (?:dia|tarde|noite)|goede(?:morgen|middag|navond)|moin|servus)(?:[ ,][^.:]{0,24})?[!.]?$"
)

const voice = rule(
  "a voice of somebody, shown in turns",
  '^[^"„“«:]{0,40}(?:meinung|(?<!\\p{L})quote|(?<!\\p{L})tip|zitat|spruch|of the day|of the week|des tages|der woche|du jour|del dia|del giorno|do dia|van de dag)[^"„“«:]{0,20}:',
  '^["“„«»][^"“”„«»]{4,300}["”“»«]\\s*[-–—~,|·]+\\s*\\p{L}'
)

const weather = rule(
  "the weather",
  "天気|天气",
  "^\\W*(?:weather|wetter|meteo|el tiempo|tempo|het weer)\\W{0,3}\\s?[^.]{0,30}\\d+\\s?°",
  "^\\W*(?:temperat\\p{L}+|vader|pogoda|vejr)\\W{0,3}\\s?[-−]?\\d+\\s?°",
  "^\\W*(?:imieniny|dzis imieniny|namenstage?|saints? du jour|svatek|namnsdag)(?![\\p{L}])"
)

const furniture = rule(
  "a link of the page's frame",
  "^\\W*(?:print|rate|share|save|email|bookmark)(?: (?:this|the))? (?:page|article|story|document)\\W*$|^\\W*print\\W*$",
  "^\\W*(?:was|is|did) (?:this|it) (?:page |article |answer )?(?:helpful|useful|help)|^\\W*(?:yes|no)\\W{0,3}(?:yes|no)?\\W*$",
  "^\\W*(?:download|als pdf|telecharger|descargar|scarica|baixar|print)[^.]{0,30}\\(?\\d[\\d.,]*\\s?(?:kb|mb|ko|mo)\\)?\\W*$",
  "^\\W*(?:back to top|skip to (?:main )?content|seite drucken|nach oben|imprimer|imprimir|stampa)\\W*$"
)

const advertisement = rule(
  "an advertisement",
  "^\\W*(?:advertisements?|ads?|sponsored|promoted|anzeige|werbung|gesponsert|publicite|annonce|sponsorise|publicidad|anuncio|patrocinado|pubblicita|sponsorizzato|publicidade|advertentie|gesponsord|広告|广告|推广|광고)(?:\\W|$)",
  "(?:^|\\W)(?:ad|sponsored(?: by| post| content)?|promoted by|anzeige|advertisement|advertorial|affiliate)\\s?[:|–—·-]\\s"
)

const idLine = rule(
  "an id of the build or the visit",
  `${edge}(?:build|commit|request[ -]?id|ray id|visit(?:or)?(?: ?id)|session(?: ?id)?|trace(?: ?id)?|nonce|csrf(?:[ -]?token)?|cache[ -]?key|served by|visitor id|x-request-id|vorgangs(?:nummer|-?nr\\.?)|besuchs-?id|referenz(?:nummer|-?nr\\.?)|transaction(?: id| number)?|support id|incident id|case number|numero de (?:session|transaction|visite)|token)\\s?[:#=]?\\s?[\\w.\\-/+=]*\\d[\\w.\\-/+=]*\\W*$`,
  `${edge}(?:token|etag|hash|server|node|instance|pod|ref|reference|revision|rev|id|v)\\s?[:#=]\\s?(?=[\\w-]*\\d)(?=[\\w-]*[a-z])[\\w-]{7,}\\W*$`,
  "^\\W*(?=[0-9a-f-]*\\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{7,}(?:-[0-9a-f]{4,})*\\W*$"
)

const rules: ReadonlyArray<Rule> = [
  { name: "text that gives orders to whoever judges it", pattern: orders },
  voice,
  weather,
  furniture,
  fromNow,
  liveCounter,
  counter,
  remaining,
  sun,
  clock,
  copyright,
  bannerRule,
  advertisement,
  idLine
]

const dateLike =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:\p{L}{3,10}\.? )?\d{1,2}(?:st|nd|rd|th|\.)?,? (?:de |of )?\p{L}{3,10}\.?,? (?:de )?\d{4}|\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}/gu
const timeLike = /\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?/giu

/** The beginning of a line, folded and no longer than that: some letters fold to eighteen. */
const foldedHead = (line: string, length: number): string => fold(line.slice(0, length)).slice(0, length)

/** Which noise a line is, if any. Only its beginning is read. */
export const noiseOf = (line: string, isHead = false): string | null => {
  const text = foldedHead(line, 400).trim()
  if (text === "") return "an empty line"
  const marked = text.replace(dateLike, "<date>").replace(timeLike, "<time>")
  if (isHead && today.pattern.test(marked)) return today.name
  const hasLimit = limit.test(text)
  return (
    rules.find((one) => !(hasLimit && one === counter) && (one.pattern.test(text) || one.pattern.test(marked)))?.name ??
    null
  )
}

/** Where a line says one thing after another, as a date behind what it is the date of. */
const thingEnd = /(?<=[.!?。])\s+|(?<!\s)\s*[,;|·•–—]\s+|\s-\s+|(?<!\s)\s*[()（）]\s*/u

const countAhead = new RegExp(`^\\W*\\d[\\d.,'’ ]*\\s?[km]?\\+?\\s${counted}\\s+(?!\\s)`, "iu")

/** "128 reviews In stock", "128 reviews $99": nothing but a space ends a count where a page sets both beside each other. */
const thingsIn = (thing: string): ReadonlyArray<string> => {
  const end = countAhead.exec(thing)?.[0].length ?? 0
  const rest = thing.slice(end)
  return end > 0 && /^(?:\p{Lu}|\p{Sc}|\d[\d.,]*\s?\p{Sc})/u.test(rest) ? [thing.slice(0, end), rest] : [thing]
}

/** What a line says beside its noise; null where nothing in it is noise by itself. */
export const besideNoise = (line: string): string | null => {
  const things = line
    .slice(0, 400)
    .split(thingEnd)
    .flatMap(thingsIn)
    .filter((thing) => /[\p{L}\p{N}]/u.test(thing))
  const rest = things.filter((thing) => noiseOf(thing) === null)
  return rest.length === things.length ? null : rest.join(" | ")
}

/** "€61Sold out" is a price, and no count of what was sold. */
const counts = `(?<!\\p{Sc}\\s?[\\d.,]*)\\(?\\d[\\d.,'’ ]*\\s?(?:k|m|mio|tsd)?\\+?\\)?\\s?(?:\\p{L}+\\s)?${counted}(?![\\p{L}])`

const fragmentsOf = (others: ReadonlyArray<string>) =>
  new RegExp(
    [
      "(?<![\\p{L}\\p{N}])(?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\\p{L}\\p{N}])",
      fromNow.pattern.source,
      `${edge}(?:yesterday|today|gestern|heute|hier|aujourd'hui|ayer|hoy|ieri|oggi|ontem|hoje|gisteren|vandaag)(?![\\p{L}])`,
      ...others
    ].join("|"),
    "giu"
  )

const times = fragmentsOf([])
const fragments = fragmentsOf([counts])

/** The line, folded, without counters and times told from now that stand among other words. */
export const withoutCounters = (line: string): string => {
  const text = foldedHead(line, 2_400)
  const isRule = limit.test(text) && !liveCounter.pattern.test(text)
  return text.replace(isRule ? times : fragments, " ")
}

const aside =
  /^\W*(?:anuncios|annonces|anzeigen|ads|publicite|publicidad|pubblicita|advertenties|werbung|reklama|you (?:may|might) also (?:like|enjoy|be interested)|related|recommended|recommendations|customers (?:also|who)|frequently bought|similar|people also|more from|more like this|trending|most (?:read|popular|viewed)|popular|recently viewed|from our blog|latest tweets?|latest news|what our (?:customers|users) say|testimonials?|sponsored|advertisement|quote of the day|tip of the day|did you know|featured|das konnte|ahnliche|verwandte|andere kunden|meistgelesen|beliebt|empfohlen|kundenstimmen|kunden kauften|anzeige|vous aimerez|produits similaires|articles lies|les plus lus|recommande|temoignages|a lire aussi|tambien te puede|productos relacionados|relacionad|recomendad|lo mas leido|testimonios|ti potrebbe|potrebbe interessarti|prodotti correlati|i piu letti|consigliati|voce tambem|produtos relacionados|mais lidas|recomendados|misschien vind|anderen bekeken|vergelijkbare|meest gelezen|aanbevolen|gerelateerd|おすすめ|関連商品|関連記事|人気|推荐|相关|猜你喜欢|热门|추천)/iu

/** Whether a heading stands above what is shown in turns and belongs to something else. */
export const isAside = (heading: string): boolean => heading.length <= 80 && aside.test(fold(heading))
