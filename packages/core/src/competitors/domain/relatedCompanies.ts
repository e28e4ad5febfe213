/** Who belongs to a company or sells what it makes, so that it does not compete with it. */
import { nameKey } from "../../brands/domain/titleParts.ts"
import { tidyName } from "./comparedNames.ts"

/** Most sentences of a text, characters of one, and things of JSON-LD that are looked at. */
const limits = { sentences: 3_000, sentence: 600, things: 300, depth: 5 } as const

const name = String.raw`((?:the )?[\p{Lu}\p{N}][\p{L}\p{N}.&'’-]*(?: (?:&|of|and|[\p{Lu}\p{N}][\p{L}\p{N}.&'’-]*)){0,4})`

const owned: ReadonlyArray<RegExp> = [
  new RegExp(
    String.raw`\b(?:is|are|as|was|now|proudly) (?:a|an|part of(?: the)?) ${name} (?:company|brand|business|family|group)\b`,
    "u"
  ),
  new RegExp(String.raw`^(?:a|an|A|An) ${name} (?:company|brand|business)\b`, "u"),
  new RegExp(
    String.raw`\b(?:part of|owned by|acquired by|bought by|belongs to|subsidiary of|division of|joined|joins|member of)(?: the)? ${name}`,
    "u"
  ),
  new RegExp(
    String.raw`\b(?:ein Unternehmen de[rs]|gehört (?:zu[rm]?|der)|Tochter(?:gesellschaft|unternehmen)? de[rs]|Teil de[rs]) ${name}`,
    "u"
  ),
  new RegExp(
    String.raw`\b(?:une (?:société|marque|filiale) d[eu](?: groupe)?|filiale d[eu]|fait partie d[eu](?: groupe)?) ${name}`,
    "u"
  ),
  new RegExp(
    String.raw`\b(?:parte (?:de|del|di)(?: grupo| gruppo)?|filial de|una empresa de|un'azienda del gruppo) ${name}`,
    "u"
  )
]

const owns: ReadonlyArray<RegExp> = [
  new RegExp(
    String.raw`\b(?:acquired|acquires|bought|owns|parent (?:company )?of|makers? of|übernahm|a acquis) ${name}`,
    "u"
  ),
  /\b(?:our (?:brands|companies|portfolio|family of (?:brands|companies))|unsere Marken|nos marques|nuestras marcas)(?: (?:include|includes|are|sind|sont|son))?:? (.{2,200})$/iu
]

function* sentencesOf(text: string) {
  let seen = 0
  for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
    seen += 1
    if (seen > limits.sentences) return
    if (sentence.length <= limits.sentence) yield sentence.trim()
  }
}

const kin = /^(?:parentOrganization|subOrganization|owns|memberOf|department|brand)$/

const readKin = (value: unknown, isKin: boolean, keys: Set<string>, left: { things: number }, depth: number): void => {
  if (typeof value !== "object" || value === null || depth > limits.depth || left.things <= 0) return
  left.things -= 1
  if (Array.isArray(value)) {
    for (const one of value) readKin(one, isKin, keys, left, depth + 1)
    return
  }
  for (const [property, own] of Object.entries(value)) {
    if (isKin && property === "name" && typeof own === "string") keys.add(nameKey(own.slice(0, 200)))
    else if (isKin && typeof own === "string" && kin.test(property)) keys.add(nameKey(own.slice(0, 200)))
    else readKin(own, kin.test(property), keys, left, depth + 1)
  }
}

/** Keys of the names of those who own the company or belong to it, as its own pages say. */
export const kinOf = (text: string, jsonLd: ReadonlyArray<unknown>): ReadonlySet<string> => {
  const keys = new Set<string>()
  const add = (said: string) => {
    const tidy = tidyName(said)
    if (tidy === null) return
    keys.add(nameKey(tidy))
    keys.add(nameKey(tidy.replace(/ (?:group|family|holding|holdings)$/i, "")))
  }
  for (const sentence of sentencesOf(text)) {
    for (const form of owned) {
      const found = form.exec(sentence)
      if (found !== null) add(found[1]!)
    }
    for (const form of owns) {
      const found = form.exec(sentence)
      if (found !== null) for (const one of found[1]!.split(/,| and | und | et | y |&/)) add(one)
    }
  }
  readKin(jsonLd, false, keys, { things: limits.things }, 0)
  keys.delete("")
  return keys
}

const sells =
  /\b(?:resellers?|re-sellers?|distributors?|dealers?|value[- ]added|implementation partners?|solutions? partners?|(?:certified|authori[sz]ed|official|gold|silver|platinum|premier|preferred|consulting) (?:\S+ ){0,3}?(?:partners?|consultants?|agency|agencies|experts?|trainers?)|consult(?:ing|ancy) for|plug-?ins? for|add-?ons? for|templates? for|integrates? with|integration (?:for|with)|we (?:implement|resell|sell|install|set up)|Händler|Vertriebspartner|Implementierungspartner|revendeurs?|distribuidor(?:es)?|rivenditor[ei])\b/iu

/** Whether a company says that it sells, sets up or extends what the other makes. */
export const isReseller = (text: string, target: RegExp): boolean => {
  for (const sentence of sentencesOf(text)) if (target.test(sentence) && sells.test(sentence)) return true
  return false
}
