/** Forms of verbs that share no stem: who asks when somebody *left* or did *leave* asks the same. */
import { contentTerms } from "../../extraction/domain/choosePassages.ts"

/** Forms of one verb a line, the one that names it first. */
const verbs: ReadonlyArray<string> = [
  "become became",
  "begin began begun",
  "break broke broken",
  "bring brought",
  "build built",
  "buy bought",
  "catch caught",
  "choose chose chosen",
  "come came",
  "deal dealt",
  "draw drew drawn",
  "drive drove driven",
  "fall fell fallen",
  "feed fed",
  "fight fought",
  "find found",
  "fly flew flown",
  "give gave given",
  "go went gone",
  "grow grew grown",
  "hold held",
  "keep kept",
  "know knew known",
  "lead led",
  "leave left",
  "lend lent",
  "lose lost",
  "make made",
  "meet met",
  "pay paid",
  "ride rode ridden",
  "rise rose risen",
  "run ran",
  "see saw seen",
  "seek sought",
  "sell sold",
  "send sent",
  "sing sang sung",
  "sleep slept",
  "speak spoke spoken",
  "spend spent",
  "stand stood",
  "swim swam swum",
  "take took taken",
  "teach taught",
  "tell told",
  "think thought",
  "throw threw thrown",
  "understand understood",
  "wear wore worn",
  "win won",
  "write wrote written",
  "gehen ging gegangen",
  "kommen kam gekommen",
  "beginnen begann begonnen",
  "gewinnen gewann gewonnen",
  "verlassen verließ verlässt",
  "schreiben schrieb geschrieben",
  "übernehmen übernahm übernommen übernimmt",
  "werden wurde geworden"
]

/** What was *founded* was not found. */
const others: ReadonlySet<string> = new Set(contentTerms("found"))

const formsOf = new Map<string, ReadonlyArray<string>>()
for (const line of verbs) {
  const forms = [...new Set(contentTerms(line))]
  for (const form of forms) if (!others.has(form)) formsOf.set(form, forms)
}

/** Whether a text with some terms has one, or the same verb in another form. @internal */
export const hasVerb = (term: string, said: ReadonlySet<string>): boolean =>
  said.has(term) || formsOf.get(term)?.some((form) => said.has(form)) === true
