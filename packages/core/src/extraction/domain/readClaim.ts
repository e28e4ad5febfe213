/** Whether a sentence says yes or no to a question: plain ones alone, since a wrong yes is worse than none. */
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { contentTerms, type Passage } from "./choosePassages.ts"
import { hasStranger, type Subject } from "./ofWhom.ts"

/** What a question asks, and of whom. */
export interface Claim {
  /** Terms that a sentence must have. */
  readonly needed: ReadonlySet<string>
  /** Terms that it may have besides: those of the whole task. */
  readonly known: ReadonlySet<string>
  /** Terms of names, one of which the sentence or its page's address has. */
  readonly names: ReadonlySet<string>
  readonly task: string
  readonly whom: Subject
}

/** Terms of a sentence that neither the field nor the task has: more of them say more than is asked. */
const mostOthers = 2

/** Another condition, time or clause than the one that is asked about; and what is no statement. */
const reservations =
  /[?;:,()]|\b(?:if|unless|except|only|just|but|while|although|because|when|until|after|before|may|might|could|should|would|will|soon|planned?|plans|no longer|used to|formerly|previously|stopp?e?d?|without|instead|rarely|sometimes|ignore|wenn|falls|außer|nur|aber|bald|ohne|künftig|si|sauf|seulement|mais|bientôt|sans|sous réserve)\b/iu

/** What is meant, wanted, missed or over, and not so. */
const intents =
  /\b(?:consider\w*|evaluat\w*|explor\w*|hop(?:es?|ed|ing)|want\w*|aim(?:s|ed|ing)?|intend\w*|think\w*|discuss\w*|propos\w*|request\w*|wish\w*|dream\w*|need\w*|lack\w*|miss(?:es|ed|ing)?|remov\w*|dropp?\w*|discontinu\w*|deprecat\w*|abandon\w*|cancel\w*|ended|ending|refus\w*|bann?\w*|forb\w*|prohibit\w*|roadmap|working on|looking (?:at|for|into)|erwäg\w*|wollen|möcht\w*|hoff\w*|fehl\w*|abgeschafft|eingestellt|envisag\w*|souhait\w*)/iu

/** *We are building*: under way, and not there. */
const underWay = /\b(?:am|is|are|was|were|be)\s+(?:\w+ly\s+)?(\w+ing)\b/i

const denials =
  /(?<![\p{L}])(?:not|cannot|never|no|nicht|nie|kein(?:e[mnrs]?)?|pas|jamais|aucune?)(?![\p{L}])|n['’]t(?![\p{L}])/giu

const joins = /\b(?:and|or|nor|und|oder|et|ou|ni)\b/iu

const capitalized = /(?<=\S\s+["“„«(]?)\p{Lu}[\p{L}\p{N}&'’-]*/gu

const asking = new Set(contentTerms("whether tell find say check please answer question yes true false does is are"))

/** What is asked by a field of a task; null where it says too little to be sure, or asks for a denial itself. @internal */
export const claimOf = (task: string, fieldWords: string, isAlone: boolean, whom: Subject): Claim | null => {
  if (fieldWords.search(denials) !== -1) return null
  const plain = task.replace(
    /(?<![\p{L}\p{N}.-])(?:https?:\/\/)?(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?:[:/]\S*)?/gu,
    " "
  )
  const own = contentTerms(fieldWords)
  const names = new Set(contentTerms((plain.match(capitalized) ?? []).join(" ")).filter((term) => !own.includes(term)))
  const ofTask = contentTerms(plain).filter((term) => !names.has(term) && !asking.has(term))
  if (isAlone && task.search(denials) !== -1) return null
  const needed = new Set(isAlone ? [...own, ...ofTask] : own)
  return needed.size < 2 ? null : { needed, known: new Set([...own, ...ofTask, ...names]), names, task, whom }
}

const isOfWhomIsAsked = ({ names, task, whom }: Claim, { language, terms, text, url }: Passage): boolean => {
  // A page of theirs speaks of others too.
  if (hasStranger(whom, text, language)) return false
  const host = parseUrl(url)?.hostname ?? ""
  return (host !== "" && task.includes(host)) || [...names].some((name) => terms.has(name))
}

/** What a sentence says to a claim; null where it says nothing that is sure. @internal */
export const readClaim = (claim: Claim, passage: Passage): boolean | null => {
  const { terms, text } = passage
  if (![...claim.needed].every((term) => terms.has(term)) || !isOfWhomIsAsked(claim, passage)) return null
  if ([...terms].filter((term) => !claim.known.has(term)).length > mostOthers || reservations.test(text)) return null
  const rest = text.replace(/\p{L}+/gu, (word) =>
    contentTerms(word).some((term) => claim.needed.has(term)) ? "" : word
  )
  const [, doing = ""] = underWay.exec(text) ?? []
  if (intents.test(rest) || (doing !== "" && !contentTerms(doing).some((term) => claim.known.has(term)))) return null
  const denied = [...text.matchAll(denials)]
  if (denied.length === 0) return true
  const [only, another] = denied
  if (only === undefined || another !== undefined || joins.test(text)) return null
  // "No" denies what follows it, and "not" what it stands beside.
  if (!/^(?:no$|kein|aucun)/i.test(only[0])) return false
  const [next = ""] = text.slice(only.index + only[0].length).match(/[\p{L}\p{N}-]+/u) ?? []
  return contentTerms(next).some((term) => claim.needed.has(term)) ? false : null
}
