/**
 * Whether the words before a contact give it to somebody else: to whoever made the site, to partners, and to those who help in need.
 *
 * **Details.** A site's own lines have names without end (*our friendly hotline*, *24/7 emergency locksmith*), so those of others are the ones
 * that are named here. Whom the address of the site itself names is nobody else. A line for emergencies, or of those who help in one need,
 * is the site's where it writes no other.
 */

/** Whose a contact is, as far as the words before it tell. */
export type Whose = "own" | "perhaps" | "strange"

/** Who made a site, wherever that stands. */
const makers =
  /(?<!\p{L})(?:web(?:site|seite)? ?(?:by|von|par)|web ?(?:design|agent?ur|agency)\p{L}{0,4} (?:by|von|par)|site (?:by|web par)|(?:web)?(?:site|seite|page) (?:was |is )?(?:design(?:ed)?|made|built|created|hosted|erstellt|gestaltet) (?:by|von)|(?:developed|powered) by)(?!\p{L}| (?:us|our|hand)(?!\p{L}))/iu
/** The same in the small print at the end of a page; above it that is said of what is sold. */
const makersBelow =
  /(?<!\p{L})(?:web ?(?:design|agent?ur|agency)\p{L}{0,4}|design(?:ed)?(?: (?:&|and|und) \p{L}{1,20})? (?:by|von|par)|(?:made|built|created|hosted) by)(?!\p{L}| (?:us|our|hand)(?!\p{L}))/iu
/** The same anywhere, of one whose name says that he makes such: it begins its part of a line, for what is sold stands before it. */
const namedMakers =
  /^\s*(?:[Cc]reated|[Dd]esigned|[Mm]ade|[Bb]uilt|[Dd]eveloped|[Hh]osted|[Ee]rstellt|[Gg]estaltet|[Rr]ealisiert|[Rr]éalisé)(?: (?:&|and|und|et) \p{L}{1,20})? (?:by|von|par) (?:[\p{Lu}\d][\p{L}\p{N}&.'’-]{0,30} ){1,3}(?:Studios?|Agency|Agentur|Agence|Webdesign|Web|Digital|Design|Media|Medien|Interactive|Creative|Software)(?=\s*(?:[,:(–—-]|$|[Tt][eé]l|GmbH|Ltd|LLC|Inc))/u
/** What somebody did for the site. */
const credit = String.raw`(?<!\p{L})(?:(?:web ?)?(?:design|agency|agentur)|hosting|realis\p{L}{1,8}|umsetzung|programmierung|gestaltung|konzept(?:ion)?)\s?:\s{0,3}`
/** With the name of who did: right before a number it is a part of the house. */
const credited = new RegExp(String.raw`${credit}\p{L}`, "iu")
/** Right before a mailbox of others. */
const creditedTo = new RegExp(`${credit}$`, "iu")

const partners =
  /(?<!\p{L})(?:(?:our|unsere?[rnms]?|nuestr[oa]|notre) (?:\p{L}{1,20} )?(?:partners?|partenaires?)(?![\p{L}]|[\s-](?:program|portal|manager|team|support|hotline|desk|line|network|service|betreu))|(?<!(?:are|is|as|sind|als|ist)\s)(?:an?|eine?[rnms]?) (?:\p{L}{1,20} )?partner[ -]?(?:hotels?|shops?|stores?|firm(?:a|s)?|compan(?:y|ies)|agenc(?:y|ies)|agentur|garage|werkstatt|betrieb|restaurant|clinic|klinik)(?!\p{L})|(?:partners?|partenaires?)\s?:)/iu

/** *Become one of our partners: call …* */
const joining = /(?<!\p{L})(?:become|werden sie|devenez)\s(?:\p{L}{1,20}\s){0,3}(?:partners?|partenaires?)/iu

/** When nobody is meant but those who help everybody. */
const inNeed =
  /(?<!\p{L})(?:in (?:an|any|(?:case|the event) of(?: an)?) emergency|in (?:case of )?emergencies|(?:im|bei einem) notfall|in notfällen|en cas d['’]urgence|en caso de emergencia|in caso di emergenza|in geval van nood)(?!\p{L})/iu
/** Those who help everybody by telephone with what a site has nothing to do with. */
const helpers =
  /(?<!\p{L})(?:giftnotruf\p{L}{0,10}|giftinformation\p{L}{0,10}|gift(?:notruf)?zentrale|centre anti-?poisons?|telefonseelsorge|samaritans|(?:poison|suicide|crisis)(?:[\s-](?:control|prevention|information|support|intervention|text))?[\s-](?:cent(?:er|re)|number|phone|hot ?line|help ?line|life ?line|line)|(?:poison|suicide) (?:control|prevention)|(?:covid(?:-19)?|corona(?:virus)?)[\s-](?:hot ?line|help ?line|life ?line)|(?:krisen|gift|corona|suizid)-?(?:hotline|telefon|notruf))(?!\p{L})/iu
/** Those who help with one need, as many organizations do, whose own number that is. */
const helpersInOne =
  /(?<!\p{L})(?:child ?line|rape(?:[\s-](?:prevention|information|support))?[\s-](?:cent(?:er|re)|number|phone|hot ?line|help ?line|life ?line|line)|(?:drugs?|addiction|abuse|violence|gambling|aids|hiv|child|children['’]?s|women['’]?s)[\s-](?:hot ?line|help ?line|life ?line)|(?:drogen|sucht|aids|kinder|frauen|opfer|sorgen)-?(?:hotline|telefon|notruf))(?!\p{L})/iu
/** Those who come: nothing but the name of their town stands between theirs and their number. */
const services =
  /(?:^|[\s-])(?:poison|police|polizei|policía|polizia|gendarmerie|fire brigade|fire department|feuerwehr|pompiers|bomberos|ambulance|rettungsdienst)$/iu
/** A line for emergencies, of the site or of whoever helps. */
const urgent =
  /(?:^|[\s-])(?:emergenc(?:y|ies)|emergency services?|notruf(?:nummer)?|notfall(?:nummer)?|notdienst|urgences?|emergencias?|emergenza)$/iu

/** Behind the name of another: whoever speaks of himself gives his own contact. */
const ofUs =
  /(?<!\p{L})(?:us|our|uns|unsere?[rnms]?|nous|nos|notre|nosotros|nuestr[oa]s?|noi|nostr[oaei]|ons|onze)(?!\p{L})/iu

/** What stands between a name and a number, and names nobody. */
const between =
  /^(?:tel|telephone|phone|call|ring|dial|hotline|helpline|line|number|nummer|rufnummer|nr|fon|telefon|telefonnummer|téléphone|tél|numéro|appelez|le|teléfono|llame|al|telefono|chiamare|mobile|mobil|at|on|under|unter|is|please|bitte|the|die|rufen|sie|an|wählen|station)$/iu

/** Most characters before a contact that are looked at. */
const longest = 120

/** The words right before a contact, without those that name nobody. */
const nearest = (part: string): ReadonlyArray<string> => {
  const words: Array<string> = part.match(/[\p{L}\p{N}’'-]+/gu) ?? []
  while (between.test(words.at(-1) ?? "")) words.pop()
  return words.slice(-4)
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, "")

/** Whether the address of a site is of those whom the words name: a clinic, a fire brigade, a maker of sites. */
const isOfSite = (named: string, host: string): boolean =>
  named.split(/\s/u).some((word) => lettersOf(word).length > 4 && lettersOf(host).includes(lettersOf(word)))

const isOurs = ({ 0: named, index, input }: RegExpExecArray): boolean => ofUs.test(input.slice(index + named.length))

const isHelp = (part: string, near: ReadonlyArray<string>, host: string): boolean => {
  const isPlace = /^\p{Lu}/u.test(near.at(-1) ?? "")
  const found =
    inNeed.exec(part) ??
    helpers.exec(part) ??
    services.exec(near.join(" ")) ??
    (isPlace ? services.exec(near.slice(0, -1).join(" ")) : null)
  return found !== null && !isOfSite(found[0], host) && !isOurs(found)
}

const isMade = (part: string, near: ReadonlyArray<string>, { host, isFooter, isMailbox }: Place): boolean => {
  const found = makers.exec(part) ?? (isFooter ? makersBelow.exec(part) : null) ?? namedMakers.exec(part)
  if (found !== null) return !isOfSite(found[0], host)
  if (isMailbox && creditedTo.test(part)) return true
  const [label] = credited.exec(part) ?? []
  return label !== undefined && !lettersOf(label.split(":")[0]!).endsWith(lettersOf(near.at(-1) ?? ""))
}

/** Where a contact stands. */
export interface Place {
  readonly host: string
  readonly isFooter: boolean
  /** Whether it is a mailbox, which names who has it: right behind what was done for the site it is that of who did. */
  readonly isMailbox: boolean
}

/** Whose a contact is that stands behind these words of a line. @internal */
export const whoseIs = (ahead: string, place: Place): Whose => {
  const part =
    ahead
      .slice(-longest)
      .split(/[;|·•]|[!?]\s|(?<=\p{Ll}{4}|\d{3})\.\s/u)
      .at(-1) ?? ""
  const near = nearest(part)
  if (isMade(part, near, place) || partners.test(part.replace(joining, "")) || isHelp(part, near, place.host))
    return "strange"
  const inOne = helpersInOne.exec(part)
  const line = urgent.exec(near.join(" ")) ?? (inOne === null || isOurs(inOne) ? null : inOne)
  return line === null || isOfSite(line[0], place.host) ? "own" : "perhaps"
}
