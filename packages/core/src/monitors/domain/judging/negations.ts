/** What turns a state of a goal into its end: "no longer", "nicht mehr", "stops being". Compared with folded text. */
import type { GoalText, Range } from "./goalText.ts"

/** Words that may stand between a negation and the state, each once: what two of them take alike is tried in all ways. */
const between =
  "(?:be|being|been|to|currently|yet|any ?more|any ?longer|longer|more|the|an?|still|all|fully|really|in|for|mehr|langer|immer|noch|so|als|im|plus|encore|en|de|du|d['’]|este|esta|esten|estan|hay|haya|es|sea|son|sean|queda[ns]?|queden|mas|disponibles?(?= para)|a la|e|e'|sono|sia|siano|c'e|ci sono|risulta|piu|estao|estiver|esteja|ha|houver|seja|mais|meer|nog|te|op)"

const negated = new RegExp(
  `(?<!\\p{L})(?:${[
    "(?:is|are|was|were|be|does|do|has|have|can|will)(?:n['’]?t| not)|no longer|not|never|cannot|can['’]?t|won['’]?t|(?:stop|cease)(?:s|ped|d)?(?: (?:being|to be))?|neither|nor",
    "nicht(?: mehr| langer)?|kein(?:e[nrsm]?)?|hort auf|aufhort",
    "(?:n['’](?:est|etait|y a|ont|a|ai)|ne (?:sont|sera|seront|soit|soient|figure)) (?:plus|pas|jamais)|(?:ne )?pas|(?<!(?:le|la|les|en|de|au|et|ou) )plus|cesse d['’]etre|sans",
    "ya no|no|deja(?:n|r)? de(?: estar)?|deje(?:n)? de(?: estar)?|sin",
    "non|smett[eoa]\\p{L}*(?: di essere)?|senza",
    "nao|deixar?(?:em)? de(?: estar)?|deixa(?:m)? de(?: estar)?|sem",
    "niet(?: meer| langer)?|geen|stopt(?: met)?"
  ].join("|")})(?:\\s+${between})*\\s*$`,
  "u"
)

/** "No tickets available", "when no places are left open": no such thing is. */
const none =
  /(?<!\p{L})(?:no|none|not any|zero|keine?[rnsm]?|aucune?s?|plus (?:de|d['’]|aucune?)|ningun[ao]?s?|no (?:hay|haya|quedan?|queden)|nessun[aoe]?|non ci sono(?: piu)?|nenhuma?s?|geen)(?:\s+|(?<=['’]))(?:[^\s.!?;:|,]+\s+){0,3}$/u

/** Behind a state: it was so. */
const trailing = /^\s*(?:any ?more|any longer|mehr|plus|mas|piu|mais|meer)(?!\p{L})/u

/** "Not only in stock", "whether or not": nothing is turned. */
const noNegation = /(?:not|nicht|pas|no|non|nao|niet)\s+(?:only|just|nur|seulement|solo|apenas|alleen)|or not\s*$/u

const reach = 60

/** Of what denies a state at a place of a goal, where it stands; nothing where nothing does. */
export const negationAt = (
  { folded }: GoalText,
  { from, to }: Range,
  state: string
): ReadonlyArray<Range> | undefined => {
  const start = Math.max(0, from - reach)
  const ahead = folded.slice(start, from)
  const denies = negated.exec(ahead) ?? (state === "available" || state === "open" ? none.exec(ahead) : null)
  if (denies === null || noNegation.test(ahead.slice(denies.index))) return undefined
  const isNone = denies[0].split(/\s+/).length > 1 && !negated.test(ahead)
  const word = isNone ? /^\S+\s*/u.exec(denies[0])![0] : denies[0]
  const own = { from: start + denies.index, to: start + denies.index + word.trimEnd().length }
  const behind = trailing.exec(folded.slice(to, to + reach))
  return behind === null ? [own] : [own, { from: to, to: to + behind[0].length }]
}
