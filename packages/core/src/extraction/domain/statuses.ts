/** States that things are said to be in: sold out, open, cancelled, beta. A table of phrases in several languages. */
import { fold } from "../../models/domain/foldedText.ts"

export type StatusFamily = "availability" | "openness" | "health" | "incident" | "lifecycle" | "event" | "progress"

/** A state that a text names, and where. */
export interface Status {
  readonly family: StatusFamily
  readonly state: string
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Longer phrases are found first, so that "not available" is not "available". `~` before a word keeps any beginning. */
const table: ReadonlyArray<readonly [family: StatusFamily, state: string, phrases: string]> = [
  [
    "availability",
    "unavailable",
    `sold out|soldout|out of stock|outofstock|not available|unavailable|no longer available|not in stock|temporarily unavailable|currently unavailable|notify me when available|email me when available|notify me|join the waitlist|join waitlist|out-of-stock|oos|discontinued|ausverkauft|nicht verfügbar|nicht mehr verfügbar|nicht auf lager|nicht lieferbar|derzeit nicht lieferbar|nicht mehr lieferbar|nicht vorrätig|vergriffen|épuisée?s?|rupture de stock|en rupture|rupture|indisponible|non disponible|plus disponible|plus en stock|agotad[oa]s?|sin stock|sin existencias|no disponible|esaurit[oaie]|non disponibile|esgotad[oa]s?|indisponível|fora de estoque|sem estoque|sem stock|uitverkocht|niet op voorraad|niet beschikbaar|niet leverbaar|tijdelijk uitverkocht|slutsåld|slut i lager|udsolgt|utsolgt|wyprzedan[eya]|brak w magazynie|niedostępn[ya]|vyprodáno|není skladem|tükendi|売り切れ|売切れ|在庫なし|在庫切れ|品切れ|入荷待ち|完売|缺货|售罄|无货|已售完|품절|нет в наличии|распродан[оаы]?|loppu`
  ],
  [
    "availability",
    "available",
    `in stock|instock|back in stock|on sale|on sale now|available now|now available|available|restocked|in-stock|add to cart|add to basket|add to bag|buy now|order now|book now|buy tickets|get tickets|book tickets|ships today|ships now|ready to ship|auf lager|wieder verfügbar|sofort verfügbar|verfügbar|sofort lieferbar|wieder lieferbar|lieferbar|vorrätig|in den warenkorb|jetzt kaufen|jetzt bestellen|jetzt buchen|tickets kaufen|tickets buchen|karten kaufen|en stock|de nouveau disponible|disponible|ajouter au panier|acheter maintenant|acheter des billets|acheter un billet|réserver maintenant|de nuevo disponible|añadir al carrito|añadir a la cesta|comprar ahora|comprar entradas|comprar ya|reservar ahora|disponibile|di nuovo disponibile|aggiungi al carrello|acquista ora|acquista biglietti|compra biglietti|prenota ora|disponibilità immediata|disponível|em estoque|em stock|adicionar ao carrinho|comprar agora|comprar ingressos|comprar bilhetes|op voorraad|weer op voorraad|beschikbaar|leverbaar|in winkelwagen|nu kopen|bestel nu|koop tickets|tickets kopen|boek nu|i lager|på lager|tilgængelig|dostępn[ya]|w magazynie|skladem|stokta|在庫あり|在庫有り|販売中|カートに入れる|今すぐ購入|チケットを購入|有货|现货|有现货|加入购物车|立即购买|购票|재고 있음|구매하기|в наличии|varastossa`
  ],
  [
    "availability",
    "preorder",
    "pre-order|preorder|pre order|pre-orders open|vorbestellen|vorbestellbar|précommande|précommander|preventa|reserva|preordine|preordina|pré-venda|voorbestelling|pre-order now|予約受付中|预订|backorder|on backorder|coming soon|demnächst|bientôt disponible|próximamente|prossimamente|em breve|binnenkort"
  ],
  [
    "openness",
    "closed",
    "reserved|under offer|let agreed|reserviert|vermietet|verkauft|réservée?s?|louée?s?|reservad[oa]s?|alquilad[oa]s?|riservat[oa]|prenotat[oa]|gereserveerd|verhuurd|onder bod|closed|temporarily closed|permanently closed|applications closed|registration closed|applications are closed|registration is closed|no longer accepting|no longer accepting applications|position filled|filled|fully booked|booked out|waitlist only|waiting list|geschlossen|ausgebucht|belegt|besetzt|occupied|booked|occupée?|ocupad[oa]|occupat[oa]|bezet|stelle besetzt|beendet|abgelaufen|fermée?s?|complet|clos|close|pourvue?|cerrad[oa]s?|completo|plazas agotadas|chius[oaei]|al completo|fechad[oa]s?|encerrad[oa]s?|lotado|gesloten|volgeboekt|vervuld|受付終了|募集終了|締め切りました|満席|満室|已截止|已结束|已关闭|마감"
  ],
  [
    "openness",
    "open",
    "vacant from|available from|bezugsfrei|frei ab|now open|open|reopened|reopens|applications open|registration open|applications are open|registration is open|open for applications|open for registration|enrollment open|now hiring|now accepting|accepting applications|places available|seats available|spots available|available seats|tickets available|frei|vacant|vrij|geöffnet|wieder geöffnet|freie plätze|plätze frei|anmeldung möglich|ouverte?s?|inscriptions ouvertes|places disponibles|abiert[oa]s?|plazas disponibles|inscripción abierta|apert[oaei]|posti disponibili|iscrizioni aperte|abert[oa]s?|inscrições abertas|vagas disponíveis|geopend|plaatsen beschikbaar|inschrijving open|受付中|募集中|空席あり|空室あり|営業中|开放|报名中|접수중|모집중"
  ],
  [
    "health",
    "operational",
    "operational|all systems operational|fully operational|up|online|healthy|normal service|good service|running normally|betriebsbereit|in betrieb|störungsfrei|normalbetrieb|opérationnel(?:le)?s?|service normal|operativ[oaei]|servicio normal|operacional|normal|operationeel|正常|稼働中|운영 중|running"
  ],
  [
    "health",
    "degraded",
    "degraded performance|degraded|partial outage|elevated errors|minor delays|eingeschränkt|beeinträchtigt|teilausfall|dégradée?s?|perturbée?s?|degradad[oa]|rendimiento degradado|degradat[oaei]|desempenho degradado|verminderd|lentidão|一部障害"
  ],
  [
    "health",
    "down",
    "major outage|outage|down|offline|service disruption|suspended service|not running|ausfall|gestört|störung|außer betrieb|ausgefallen|panne|hors service|interrompue?s?|en panne|caíd[oa]|fuera de servicio|interrumpid[oa]|guasto|fuori servizio|interrott[oa]|fora do ar|interrompid[oa]|storing|buiten dienst|障害発生中|停止中|故障|장애"
  ],
  [
    "health",
    "maintenance",
    "under maintenance|scheduled maintenance|maintenance|in wartung|wartung|wartungsarbeiten|en maintenance|mantenimiento|en mantenimiento|manutenzione|in manutenzione|manutenção|em manutenção|onderhoud|in onderhoud|メンテナンス中|メンテナンス|维护中"
  ],
  ["incident", "investigating", "investigating|identified|monitoring|in untersuchung|enquête en cours|investigando"],
  [
    "incident",
    "resolved",
    "resolved|fixed|mitigated|behoben|gelöst|résolue?s?|resuelt[oa]|risolt[oaie]|resolvid[oa]|opgelost|解決済み|已解决"
  ],
  ["lifecycle", "alpha", "alpha|experimental|experimentell|expérimental"],
  [
    "lifecycle",
    "beta",
    "beta|public beta|private beta|preview|public preview|technical preview|release candidate|rc|early access|betaphase"
  ],
  [
    "lifecycle",
    "stable",
    "stable|generally available|general availability|ga|lts|production ready|production-ready|out of beta|stabil|estable|stabile|stabiel|estável"
  ],
  [
    "lifecycle",
    "deprecated",
    "deprecated|legacy|maintenance mode|veraltet|abgekündigt|obsolète|dépréciée?|obsolet[oa]|en desuso|deprecato|descontinuad[oa]|descontinuado|verouderd|非推奨|已弃用"
  ],
  [
    "lifecycle",
    "ended",
    "discontinued|end of life|end-of-life|eol|end of support|sunset|retired|archived|eingestellt|arrêtée?|descatalogad[oa]|fuori produzione|stopgezet|サポート終了|停止支持"
  ],
  [
    "event",
    "cancelled",
    "cancelled|canceled|called off|abgesagt|entfällt|storniert|gestrichen|annulée?s?|supprimée?s?|cancelad[oa]s?|suspendid[oa]s?|annullat[oaei]|cancellat[oaei]|soppress[oa]|geannuleerd|afgelast|inställd|aflyst|avlyst|odwołan[eya]|中止|欠航|运休|取消|취소"
  ],
  [
    "event",
    "postponed",
    "postponed|rescheduled|deferred|verschoben|vertagt|verlegt|reportée?s?|aplazad[oa]s?|pospuest[oa]s?|rinviat[oaei]|posticipat[oa]|adiad[oa]s?|uitgesteld|verplaatst|延期|推迟|연기"
  ],
  [
    "event",
    "delayed",
    "delayed|running late|verspätet|verspätung|retardée?s?|en retard|retrasad[oa]s?|con retraso|in ritardo|ritardo|atrasad[oa]s?|vertraagd|遅延|延误|지연"
  ],
  [
    "event",
    "ontime",
    "on time|on schedule|scheduled|as planned|confirmed|pünktlich|planmäßig|bestätigt|findet statt|à l'heure|confirmée?s?|prévue?|a tiempo|puntual|confirmad[oa]s?|in orario|confermat[oaei]|no horário|op tijd|bevestigd|定刻|通常運行|准点"
  ],
  [
    "event",
    "boarding",
    "boarding|departed|landed|arrived|gate closed|final call|gelandet|angekommen|embarquement|atterri|parti|embarcando|aterrizad[oa]|imbarco|atterrat[oa]|geland|vertrokken|aangekomen|到着済み|出発済み"
  ],
  [
    "progress",
    "pending",
    "pending|in review|under review|in committee|draft|proposed|in progress|ongoing|planned|submitted|in bearbeitung|entwurf|geplant|offen|anhängig|en cours|en attente|brouillon|en curso|pendiente|borrador|in corso|in attesa|bozza|em andamento|pendente|in behandeling|concept|lopend|審査中|审核中|检討中"
  ],
  [
    "progress",
    "approved",
    "approved|passed|adopted|granted|accepted|enacted|signed into law|signed|in force|ratified|genehmigt|angenommen|verabschiedet|beschlossen|in kraft|zugelassen|approuvée?s?|adoptée?s?|en vigueur|aprobad[oa]s?|en vigor|approvat[oaei]|in vigore|aprovad[oa]s?|em vigor|goedgekeurd|aangenomen|van kracht|承認|可決|已批准|通过"
  ],
  [
    "progress",
    "rejected",
    "rejected|denied|vetoed|declined|withdrawn|dismissed|failed|abgelehnt|zurückgezogen|gescheitert|rejetée?s?|refusée?s?|retirée?s?|rechazad[oa]s?|retirad[oa]s?|respint[oa]|rifiutat[oa]|rejeitad[oa]s?|negado|afgewezen|ingetrokken|却下|否決|已拒绝"
  ],
  [
    "progress",
    "done",
    "shipped|delivered|completed|complete|done|closed as completed|finished|final|launched|released|live|published|geliefert|zugestellt|abgeschlossen|fertig|versandt|expédiée?s?|livrée?s?|terminée?s?|enviad[oa]s?|entregad[oa]s?|finalizad[oa]s?|completad[oa]s?|terminad[oa]s?|spedit[oa]|consegnat[oa]|completat[oa]|conclus[oa]|entregue|concluíd[oa]|verzonden|bezorgd|afgerond|voltooid|発送済み|配達済み|完了|已发货|已完成"
  ],
  [
    "progress",
    "paused",
    "paused|suspended|on hold|frozen|inactive|disabled|expired|ausgesetzt|pausiert|gesperrt|inaktiv|abgeschaltet|suspendue?s?|gelée?|suspendid[oa]|sospes[oaei]|suspens[oa]|opgeschort|gepauzeerd|gesloten voor verkeer|停止|暂停"
  ],
  [
    "progress",
    "active",
    "active|enabled|reinstated|resumed|aktiv|aktiviert|wieder aktiv|active?s?|activ[oa]s?|attiv[oaei]|ativ[oa]s?|actief|有効|启用"
  ]
]

interface Named {
  readonly family: StatusFamily
  readonly state: string
  readonly pattern: RegExp
}

const isUnspaced = (phrase: string): boolean => /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/v.test(phrase)

/** Where a page put no space before a word with a capital, as in "€41Sold out" and "BrioIn stock". */
const gluedWords = /(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{Ll})/gu

/** A line with a space before each of its glued words, and where these begin in it. */
const unglued = (line: string): { readonly text: string; readonly begins: ReadonlyArray<number> } => {
  const begins = [...line.matchAll(gluedWords)].map(({ index }, at) => index + at + 1)
  return begins.length === 0 ? { text: line, begins } : { text: line.replaceAll(gluedWords, " "), begins }
}

/** How many of them, which rise, are no further than `place`. */
const upTo = (begins: ReadonlyArray<number>, place: number): number => {
  let [low, high] = [0, begins.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (begins[middle]! <= place) low = middle + 1
    else high = middle
  }
  return low
}

const patternOf = (phrases: string): RegExp => {
  const all = phrases.split("|").toSorted((one, other) => other.length - one.length)
  // A group in the middle of a phrase holds a bar of its own.
  const spaced = all.filter((phrase) => !isUnspaced(phrase)).map((phrase) => phrase.replaceAll(" ", "[\\s-]+"))
  const inside = all.filter(isUnspaced)
  const parts = [`(?<![\\p{L}\\p{N}])(?:${spaced.join("|")})(?![\\p{L}\\p{N}])`, ...inside]
  return new RegExp(parts.join("|"), "giu")
}

const named: ReadonlyArray<Named> = table.map(([family, state, phrases]) => ({
  family,
  state,
  pattern: patternOf(phrases.replaceAll("(?:le)?", ""))
}))

/** Characters beside a phrase that say whether it is one. */
const around = 80

/** Behind "open": how, when, and for whom it is so, in whichever language writes it. Compared with folded text. */
const openHow =
  /^(?:(?:for|to(?! (?:suggest|new (?:idea|suggest)|ideas|feedback|discuss|debate|interpret|question|offers|negotiat|abuse|attack))|now|again|until|till|from|since|daily|only|throughout|through|during|between|with|all (?:day|week|year|night|summer|winter|season|through|hours)|every(?: day)?|both|seven days|at|in(?! (?:(?:a|an|the|your) )?(?:(?:new|separate|another|google|apple|web|full|private) ?)?(?:tab|window|app|maps?|browser|editor|viewer|player|colab|desktop|page))|as (?:usual|normal|planned)|today|tonight|and (?:clear|running|operating|operational|free)|fur|bis|ab|von|taglich|wieder|jetzt|zum|zur|heute|ganzjahrig|voor|van|tot|vanaf|dagelijks|elke|alle)(?![\p{L}-])|on (?:mon|tues?|wednes|thurs|fri|satur|sun|week|public|bank|all|both|most|every)|op (?:maan|dins|woens|donder|vrij|zater|zon|week)|fino|jusqu)/u

/** "Open" says a state where it stands alone or behind what is open, and not in "Open positions" or "open source". */
const isName = (line: string, { from, state, text, to }: Status): boolean => {
  if (
    !/^(?:open|up|down|offen|rc|ga|normal|note|close|final|live|active?|running|closed|frei|vacant|vrij|complet|concept|reserva|fixed|filled|complete|removed|signed|legacy)$/i.test(
      text
    )
  )
    return false
  const behind = line.slice(to, to + around).trim()
  const ahead = line.slice(Math.max(0, from - around), from).trim()
  // "Fixed 1 year", "fixed rate": how a contract is, and not what became of a fault.
  if (/^fixed$/i.test(text) && /^(?:\d|rate|term|price|contract|interest|fee)/i.test(behind)) return true
  if (/^(?:open|offen)$/iu.test(text)) return /^[\p{L}\p{N}]/u.test(behind) && !openHow.test(fold(behind))
  if (state === "open")
    return (
      /^[\p{L}\p{N}]/u.test(behind) && !/^(?:for|to the|now|again|until|from|fino|bis|till|since|jusqu)/iu.test(behind)
    )
  return /^[\p{L}]/u.test(behind) && ahead !== "" && !/(?:is|are|was|not|n['’]t|longer|:|–|-|\||now)$/iu.test(ahead)
}

const statusesBy = (all: ReadonlyArray<Named>, line: string): ReadonlyArray<Status> => {
  const found: Array<Status> = []
  const { begins, text: written } = unglued(line)
  for (const { family, pattern, state } of all) {
    for (const { 0: text, index } of written.matchAll(pattern)) {
      const added = upTo(begins, index)
      // A word of a program, such as "soldOut", is no phrase.
      if (upTo(begins, index + text.length) > added) continue
      found.push({ family, state, text, from: index - added, to: index - added + text.length })
    }
  }
  const longest = found.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  // A status that is kept marks its letters, so that a line of many costs no more than its length.
  const covered = new Uint8Array(line.length)
  const places = new Set<string>()
  const kept: Array<Status> = []
  for (const status of longest) {
    const place = `${status.from} ${status.to}`
    const isFree = places.has(place) || !covered.subarray(status.from, status.to).includes(1)
    if (!isFree || isName(line, status)) continue
    covered.fill(1, status.from, status.to)
    places.add(place)
    kept.push(status)
  }
  return kept.toSorted((one, other) => one.from - other.from)
}

/** The states that a line names: of those that overlap the longest, and all that one phrase says. @internal */
export const statusesOf = (line: string): ReadonlyArray<Status> => statusesBy(named, line)

/** The same with phrases without accents, as properties are named. */
const plain: ReadonlyArray<Named> = table.map(([family, state, phrases]) => ({
  family,
  state,
  pattern: patternOf(fold(phrases.replaceAll("(?:le)?", "")))
}))

/** The states that a folded name of a property says: "epuise", "verfugbar". @internal */
export const statusesOfPlain = (name: string): ReadonlyArray<Status> => statusesBy(plain, name)
