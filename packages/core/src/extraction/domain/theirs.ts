/** Whether a value of the data belongs to who is asked about, and not to something of theirs. */
import { isGeneric, spokenName } from "./fieldNames.ts"

/** Objects whose properties are of who is asked about. */
const ofThemselves = /^(?:company|organi[sz]ation|business|firm|about|facts|general|unternehmen|entreprise|empresa)/
const ofContact = /^(?:contact|kontakt)/

/** By its pointer; by what they are reached stands under *contact* too. @internal */
export const isTheirs = (path: string, isContact = false): boolean =>
  path
    .split("/")
    .slice(1, -1)
    .map(spokenName)
    .every((part) => isGeneric(part) || ofThemselves.test(part) || (isContact && ofContact.test(part)))
