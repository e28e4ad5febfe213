/** Adjectives that name members of a list: "open positions", "postes ouverts". Who asks for those asks what comes and goes. */
import type { GoalText, Range } from "./goalText.ts"

type State = { readonly family: string; readonly state: string }

export interface Listed extends State {
  /** Where the adjective stands in the folded text. */
  readonly at: Range
}

/** A state, adjectives ahead of what they say it of, and adjectives behind. Written folded. */
const table: ReadonlyArray<readonly [family: string, state: string, ahead: string, behind: string]> = [
  [
    "openness",
    "open",
    "open|vacant|unfilled|offene[nr]?|openstaande",
    "ouverte?s|vacante?s|abiert[oa]s|apert[ei]|vacanti|abert[oa]s"
  ],
  [
    "availability",
    "available",
    "available|in[ -]stock|verfugbare[nr]?|freie[nr]?|lieferbare[nr]?|beschikbare|vrije",
    "disponibles|disponibili|disponiveis|libres|liber[ei]|livres|en stock|on sale|in stock|for sale|for rent|to let|on offer"
  ],
  [
    "availability",
    "unavailable",
    "unavailable|sold[ -]out|out[ -]of[ -]stock|ausverkaufte[nr]?|vergriffene[nr]?|uitverkochte",
    "epuisee?s|agotad[oa]s|esaurit[ei]|esgotad[oa]s"
  ],
  [
    "openness",
    "closed",
    "closed|filled|reserved|geschlossene[nr]?|gesperrte[nr]?|besetzte[nr]?|reservierte[nr]?|gesloten|afgesloten",
    "fermee?s|pourvus|cerrad[oa]s|cortad[oa]s|chius[ei]|fechad[oa]s|reservee?s|reservad[oa]s"
  ],
  [
    "event",
    "cancelled",
    "cancell?ed|abgesagte[nr]?|ausgefallene[nr]?|gestrichene[nr]?|geannuleerde|afgelaste|uitgevallen",
    "annulee?s|supprimee?s|cancelad[oa]s|annullat[ei]|cancellat[ei]|soppress[ei]"
  ],
  [
    "event",
    "delayed",
    "delayed|verspatete[nr]?|vertraagde",
    "retardee?s|en retard|retrasad[oa]s|atrasad[oa]s|in ritardo"
  ],
  [
    "event",
    "postponed",
    "postponed|rescheduled|verschobene[nr]?|uitgestelde",
    "reportee?s|aplazad[oa]s|pospuest[oa]s|rinviat[ei]|adiad[oa]s"
  ],
  [
    "progress",
    "active",
    "active|ongoing|aktive[nr]?|laufende[nr]?|actieve|lopende",
    "actifs|actives|activ[oa]s|attiv[ei]|ativ[oa]s|en cours|en curso|in corso|em curso"
  ],
  ["progress", "paused", "suspended|paused|expired|abgelaufene[nr]?", "suspendue?s|suspendid[oa]s|sospes[ei]|expires"],
  [
    "progress",
    "approved",
    "approved|zugelassene[nr]?|genehmigte[nr]?|goedgekeurde",
    "approuvee?s|aprobad[oa]s|approvat[ei]|aprovad[oa]s"
  ],
  ["progress", "rejected", "rejected|abgelehnte[nr]?|afgewezen", "rejetee?s|rechazad[oa]s|respint[ei]|rejeitad[oa]s"],
  [
    "progress",
    "done",
    "completed|finished|abgeschlossene[nr]?|afgeronde",
    "terminee?s|terminad[oa]s|completat[ei]|concluid[oa]s"
  ],
  ["incident", "resolved", "resolved|behobene[nr]?|opgeloste", "resolue?s|resuelt[oa]s|risolt[ei]|resolvid[oa]s"],
  ["lifecycle", "deprecated", "deprecated|veraltete[nr]?|verouderde", "obsoletes|deprecie?s|obsolet[oa]s|obsolet[ei]"],
  ["lifecycle", "ended", "discontinued|retired|archived|eingestellte[nr]?", "descatalogad[oa]s|descontinuad[oa]s"],
  [
    "time",
    "upcoming",
    "upcoming|forthcoming|kommende[nr]?|anstehende[nr]?|bevorstehende[nr]?|aankomende|komende|prochains|prochaines|proxim[oa]s|prossim[ie]",
    "a venir|futurs|futures|futur[oa]s"
  ],
  ["time", "past", "past|previous|vergangene[nr]?|afgelopen|vorige", "passee?s|pasad[oa]s|passat[ei]|passad[oa]s"]
]

const edge = "(?<![\\p{L}\\p{N}-])"

/** Says what, when or where, and is no noun that an adjective stands ahead of. */
const noNoun =
  "on|at|for|to|in|by|from|until|till|with|and|or|of|again|now|the|an?|this|that|how|when|if|only|soon|yet|any|source|access|air|ended|due|is|are|und|oder|bis|ab|en|of|op|voor|van"

/** Irregular plurals, and nouns that name several as they are. */
const collections =
  "people|children|men|women|media|data|staff|stock|inventory|equipment|housing|accommodation|real estate"

/** A plural not far behind: "open engineering positions". What German and Dutch bend says it of itself. */
const plural = `(?=\\s+(?:(?!(?:${noNoun})(?!\\p{L}))[\\p{L}\\p{N}'’-]+\\s+){0,2}?(?!(?:${noNoun})(?!\\p{L}))(?:\\p{L}[\\p{L}'’-]+s(?<!ss|us|is|news)|(?:apis|skis|taxis)|${collections})(?![\\p{L}\\p{N}]))`
const noun = `(?=\\s+(?!(?:${noNoun})(?!\\p{L}))\\p{L}{3,})`
const isBent = (adjective: string): boolean =>
  /\[nr\]|^(?:openstaande|beschikbare|vrije|actieve|lopende|komende|aankomende|opgeloste|geannuleerde|afgelaste|vertraagde|uitgestelde|uitverkochte|verouderde|goedgekeurde|afgeronde)/u.test(
    adjective
  )

/** A plural not far ahead: "ofertas de empleo abiertas". Registrations and sales that are open are one thing, and no list. */
const noList =
  "inscri|iscri|candidatur|matricul|registr|applicat|enrol|reservat|reservier|prenot|booking|orders|pre-?order|submission|admission|ventes|ventas|vendite|tickets|billets|entradas|bigliett|ingress|places|plazas|posti|portes|puertas|porte"
const pluralAhead = `(?<=${edge}(?!${noList})\\p{L}{2,}[sxie](?:\\s+(?:de|d['’]|di|da|do|para|pour|per|a|en|in)?\\s?\\p{L}+){0,2}?\\s+)`

interface Named extends State {
  readonly pattern: RegExp
}

const patternOf = (ahead: string, behind: string): RegExp => {
  const adjectives = ahead.split("|")
  const [bent, plain] = [adjectives.filter(isBent), adjectives.filter((one) => !isBent(one))]
  const parts = [
    `(?:${plain.join("|")})(?!\\p{L})(?!\\s(?:${noList}))${plural}`,
    ...(bent.length === 0 ? [] : [`(?:${bent.join("|")})(?!\\p{L})${noun}`]),
    `${pluralAhead}(?:${behind})(?![\\p{L}\\p{N}])`
  ]
  return new RegExp(`${edge}(?:${parts.join("|")})`, "u")
}

const all: ReadonlyArray<Named> = table.map(([family, state, ahead, behind]) => ({
  family,
  state,
  pattern: patternOf(ahead, behind)
}))

/** Others ahead of the adjective: "delayed or cancelled trains". */
const othersAhead = new RegExp(
  `${edge}(?:(?:${table.map(([, , ahead]) => ahead).join("|")})(?:,|\\s+(?:or|and|oder|und|of|en))\\s+)+$`,
  "u"
)

/** "If there are any": that some are there is what is asked, and nothing of one. */
const thereAre =
  /(?<!\p{L})(?:(?:if|when(?:ever)?|once|as soon as|wenn|sobald|falls|quand|lorsqu[e'’]|des qu[e'’]|cuando|quando|se|zodra|wanneer|als)\s{0,3})?(?:there (?:are|is)|(?:are|is) there|there['’]s|y a-t-il|gibt es|es(?= .{0,40}gibt)|il y a|hay|haya|ci sono|er (?:zijn|is)|ha|houver)(?!\p{L})|(?<!\p{L})gibt(?!\p{L})|(?<!\p{L})(?:(?:if|when(?:ever)?)(?= .{0,60}(?:appear|come up|listed|posted|added|published)))|(?<!\p{L})(?:are|is) (?=listed|posted|added|published)/gu

/** Says of something what it is or becomes: a state is asked for, and no list. */
const predicate =
  /(?<!\p{L})(?:when(?:ever)?|if|once|as soon as|is|are|becomes?|gets?|goes?|turns?|again|back|stays?|still|yet|no|not|no longer|wenn|sobald|falls|wird|werden|ist|sind|wieder|nicht|keine?|quand|lorsqu[e'’]|des qu[e'’]|si|est|sont|(?:re)?devien\p{L}+|de nouveau|pas|plus|cuando|esta|estan|este|esten|sea|sean|vuelv\p{L}+|de nuevo|no|quando|se|sono|sia|siano|divent\p{L}+|torn\p{L}+|di nuovo|non|assim que|estiver\p{L}*|fic\p{L}+|novamente|nao|zodra|wanneer|als|zijn|wordt|worden|weer|niet|geen)(?!\p{L})/u

/** Longer texts are no names of lists. */
const mostText = 200

/** The adjective of a noun phrase that names several; nothing where something is said of it. */
export const listedIn = ({ folded }: Pick<GoalText, "folded">): Listed | undefined => {
  if (folded.length > mostText || predicate.test(folded.replace(thereAre, " "))) return undefined
  for (const { family, pattern, state } of all) {
    const found = pattern.exec(folded)
    if (found === null) continue
    const from = othersAhead.exec(folded.slice(0, found.index))?.index ?? found.index
    return { family, state, at: { from, to: found.index + found[0].length } }
  }
  return undefined
}
