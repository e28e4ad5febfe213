/** The text of a goal while it is taken apart: folded, with what was understood struck out. */

import { fold } from "../../../models/domain/foldedText.ts"
import { endsAbbreviated } from "./abbreviations.ts"
import { conceptsOf } from "./concepts.ts"
import { isPair } from "./currencies.ts"
import { type Token, tokensOf } from "./tokens.ts"

/** Words of a goal of which one must be there; a name must be there whatever else is. */
export interface Group {
  readonly words: ReadonlyArray<string>
  readonly isName: boolean
  /** What is asked for itself, of which the others say more: "speakers" in "new speakers from Oslo". */
  readonly isHead: boolean
  /** It may stand inside of a longer word. */
  readonly isPart?: true
  /** Where it stands in the goal. */
  readonly at: number
}

export interface Range {
  readonly from: number
  readonly to: number
}

export interface GoalText {
  readonly text: string
  /** As long as `places`; patterns of `goalWords` are for it. */
  readonly folded: string
  /** Where in `text` each character of `folded` comes from. */
  readonly places: ReadonlyArray<number>
}

export const goalText = (text: string): GoalText => {
  const places: Array<number> = []
  let folded = ""
  let at = 0
  for (const character of text) {
    // "80 m²" is of an area; folded it would be "80 m2".
    const plain = /[²³]/.test(character) && /\p{L}$/u.test(folded) ? character : fold(character)
    folded += plain
    for (let index = 0; index < plain.length; index++) places.push(at)
    at += character.length
  }
  return { text, folded, places: [...places, text.length] }
}

/** Every match, as ranges of the folded text. */
export const rangesOf = ({ folded }: GoalText, pattern: RegExp): ReadonlyArray<Range> =>
  Array.from(folded.matchAll(pattern), ({ 0: found, index }) => ({ from: index, to: index + found.length }))

export const has = (goal: GoalText, pattern: RegExp): boolean => goal.folded.search(pattern) >= 0

/** What stands ahead of a noun, in the languages of goals. */
const article = String.raw`(?:\s+(?:the|an?|any|its|their|our|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|os?|as?))?`
const joiner = new RegExp(
  String.raw`^\s*(?:,|\/|\||(?:,\s*)?(?:or|and|oder|und|ou|et|o|u|y|e|ed|または|と|或|和|또는))${article}\s*$`,
  "iu"
)
const dutchJoiner = /^\s*(?:,|\/|(?:,\s*)?(?:of|en))(?:\s+(?:de|het|een))?\s*$/iu

/** "of" is "or" in Dutch. */
export const isDutch = (text: string): boolean =>
  /(?<!\p{L})(?:de|het|een|van|op|voor|als|zodra|wanneer|prijs|waarschuw|laat|nieuwe?|wijzig\p{L}*|onder|bij)(?!\p{L})/iu.test(
    text
  ) && !/(?<!\p{L})(?:the|when|if|any|changes?|me|is|to)(?!\p{L})/iu.test(text)

/** German writes every noun with a capital. */
const isGerman = (text: string): boolean =>
  /(?<!\p{L})(?:der|die|das|des|dem|den|und|oder|im|am|zum|zur|für|fur|bei|vom|beim|wird|werden|wenn|sobald|ob|neuer?|neues|neuen|nicht|mehr|noch|wieder|ich|mich|ein|eine|einer|einen|auf|mit|ohne|unter|über|steht|kein|keine)(?!\p{L})/iu.test(
    text
  ) && !/(?<!\p{L})(?:the|when|any|of|to|is|le|la|les|el|los|il|het|een|van)(?!\p{L})/iu.test(text)

/** A capital within a sentence; in German two of them side by side, or one that no noun begins with. */
const hasNameCase = (text: string, { folded, from, text: own, to }: Token): boolean => {
  const ahead = text.slice(0, from)
  const isCapital = /^\p{Lu}/u.test(own) && (/[\p{L}\p{N},]\s*$/u.test(ahead) || endsAbbreviated(ahead))
  if (!isCapital || !isGerman(text)) return isCapital
  if (isCommonNoun.test(folded)) return false
  const isBeside = /^\s\p{Lu}/u.test(text.slice(to)) || /\p{Lu}[\p{L}\p{N}-]*\s$/u.test(text.slice(0, from))
  return isBeside || own.length <= 2 || /^.+\p{Lu}/u.test(own) || conceptsOf(folded).length === 0
}

/** Endings of German nouns that name no person and no place. */
const isCommonNoun =
  /(?:ung|ungen|heit|keit|schaft|tion|tionen|zeit|zeiten|preis|preise|kosten|tarif|wohnung|volumen|platz|platze|karte|karten|liste|frist|termin|termine|gebuhr|anteil|dauer|laufzeit|angebot|angebote|plan|tag|tage|jahr|nummer|adresse|amt|kurs|stelle|stellen|nis|menge|zahl|stand|regel|regeln|bedingungen|recht|pflicht|steuer|beitrag|miete|zins|zinsen|lage|stufe|grenze|wert|werte|art|teil|verkehr|wetter|warnung|meldung|bericht)$/u

/** Behind the noun that is asked for: the end, or a word that leads to what more is said of it. */
const behindHead =
  /^[\s"'”’)]*(?:$|[.,;:!?]|(?:in|on|at|for|about|with|from|by|of|to|because|that|which|mention\w*|contain\w*|is|are|opens?|appears?|gets?|listed|added|posted|published|announced|auf|aus|bei|fur|für|im|mit|über|von|vom|zu|zum|zur|werden|wird|erschein\w*|à|au|aux|dans|de|des|du|en|par|pour|sur|est|sont|con|del|di|da|per|su|nel|della|para|por|sobre|em|no|na|op|over|voor|met|van|bij)(?!\p{L}))/iu

/** The words that are left when `struck` is taken out, those joined by "or" in one group. */
export const groupsOf = (
  { places, text }: GoalText,
  struck: ReadonlyArray<Range>,
  isKept: (token: Token, isLast: boolean) => boolean
): ReadonlyArray<Group> => {
  const ranges = struck.map(({ from, to }) => ({ from: places[from]!, to: places[to]! }))
  const joins = isDutch(text) ? dutchJoiner : joiner
  const groups: Array<Group> = []
  // What was understood ends what stood before it: "storage limits" in "storage limits change".
  let open = text
  for (const { from, to } of ranges) open = open.slice(0, from) + ".".repeat(to - from) + open.slice(to)
  let last: Token | undefined
  for (const token of tokensOf(text)) {
    const isStruck = ranges.some(
      ({ from, to }) =>
        (token.from >= from && token.to <= to) ||
        // "新しい": of words that are written together, a part says it.
        (token.from === from && to > from && /^[\p{scx=Han}]+\p{scx=Hira}+$/u.test(token.text))
    )
    if (isStruck || !isKept(token, /^\W*$/u.test(text.slice(token.to)))) continue
    const isName = hasNameCase(text, token)
    const group = groups.at(-1)
    const between = last === undefined ? "" : text.slice(last.to, token.from)
    if (last !== undefined && group !== undefined && joins.test(between) && !isPair(last.text, between, token.text)) {
      groups[groups.length - 1] = { ...group, words: [...group.words, token.text], isName: group.isName && isName }
    } else {
      // "Arztstellen" are jobs for somebody.
      const [, what, kind] = /^(\p{L}{3,}?)(stellen?|jobs?|angebote?|platze?)$/u.exec(token.folded) ?? []
      if (kind !== undefined && what !== undefined && !groups.some((one) => one.isHead)) {
        groups.push({ words: [what.replace(/s$/, "")], isName: false, isHead: false, isPart: true, at: token.from })
      }
      const isHead =
        token.value === undefined &&
        !/\d/.test(token.text) &&
        !groups.some((one) => one.isHead) &&
        behindHead.test(open.slice(token.to))
      groups.push({ words: [token.text], isName: isName || token.value !== undefined, isHead, at: token.from })
    }
    last = token
  }
  return groups.slice(0, 12)
}
