/** Persons, days and mailboxes that one sentence names for a field. */

import { type AskedTime, partsOf } from "./askedTime.ts"
import { contentTerms } from "./choosePassages.ts"
import type { EmptyField } from "./emptyFields.ts"
import { spoken } from "./Said.ts"

/** @internal */
export const roles =
  /(?:^|[\W_])(?:founders?|ceo|cto|cfo|chief|presidents?|directors?|authors?|owners?|inventors?|creators?|chair(?:man|woman|person)?|editors?|leaders?|heads?|who|gründer|geschäftsführer(?:in)?|autor(?:in)?)(?:$|[\W_])/i

const names = /(?<![\p{L}])\p{Lu}[\p{Ll}’'-]+(?:\s+(?:(?:von|van|de|der|da|di|le|la)\s+)?\p{Lu}[\p{L}.’'-]*){1,3}/gu

/** The one person that a sentence names where a role asks for somebody; none where it names several or nobody. */
const personIn = (text: string, { path }: EmptyField, subject: ReadonlySet<string>): string | null => {
  if (!roles.test(spoken(path))) return null
  const written = (text.match(names) ?? []).map((name) =>
    /[\s.]\p{Lu}\.$|\s[JS]r\.$/u.test(name) ? name : name.replace(/\.$/, "")
  )
  const found = [...new Set(written)].filter((name) => !contentTerms(name).some((term) => subject.has(term)))
  const [only, another] = found
  return only === undefined || another !== undefined ? null : only
}

/** Who leads, in words that are no role. @internal */
export const leads = /(?<!\p{L})(?:led|headed|ran|directed|leads|heads|runs|leitete?|führte?|dirigea|dirige)(?!\p{L})/iu

/** The one person whom a sentence names with a role at the time that is asked about; of now nobody of whom it says until when. @internal */
export const personAt = (
  text: string,
  field: EmptyField,
  subject: ReadonlySet<string>,
  time: AskedTime | null
): string | null => {
  const found = new Set<string>()
  for (const part of partsOf(text, time)) {
    // *She followed Arne Moe, who led it until 2020.*
    const isBound = /^(?:who|der|die|qui)\s/iu.test(part.text)
    const person = isBound ? personIn(lastName(part.before), field, subject) : personIn(part.text, field, subject)
    if (person !== null) found.add(person)
  }
  return found.size === 1 ? [...found][0]! : null
}

const lastName = (text: string): string => text.match(names)?.at(-1) ?? ""

const days =
  /(?<![\p{L}\p{N}])(?:\d{4}-\d{2}-\d{2}|\d{1,2}(?:\.|er|st|nd|rd|th)?\s\p{L}{3,9}\.?\s\d{4}|\p{Lu}\p{Ll}{2,8}\.?\s\d{1,2},\s\d{4})(?![\p{L}\p{N}])/gu

/** The one day that a sentence says, as it says it, where a day is asked for; none where it says several. @internal */
export const dayIn = (text: string, { property }: EmptyField, isDay = false): string | null => {
  if (!isDay && !/(?:^| )(?:on|date|day|datum|tag|jour)$/i.test(spoken(property.name))) return null
  const [only, another] = new Set(text.match(days) ?? [])
  return only === undefined || another !== undefined ? null : only
}

const mailboxes = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** @internal */
export const asksMailbox = ({ path }: EmptyField): boolean => /(?:^| )(?:e ?)?mails?(?: address)?$/i.test(spoken(path))

/** The mailbox that a sentence says for a field: the one that is called so, or the only one beside its words. @internal */
export const mailboxIn = (text: string, { property }: EmptyField): string | null => {
  const found = [...new Set(text.match(mailboxes) ?? [])]
  const own = contentTerms(spoken(property.name)).filter((term) => !/^(?:e|e?mail|address|contact|compan)/.test(term))
  const called = found.filter((one) => own.some((term) => one.split("@")[0]!.toLowerCase().includes(term)))
  if (called.length > 0) return called.length === 1 ? called[0]! : null
  const words = new Set(contentTerms(text.replace(mailboxes, " ")))
  return found.length === 1 && own.every((term) => words.has(term)) ? found[0]! : null
}
