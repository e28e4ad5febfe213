/** Whose a mailbox may be, by the name in it. */
import { normalized } from "../../paging/domain/normalized.ts"
import {
  isSharedMailbox,
  type NameParts,
  nameInEmail,
  namePartsOf,
  nameRelation,
  partsSpelled,
  splitName
} from "./personName.ts"

const lettersOf = (text: string): string =>
  normalized(text, "NFKD")
    .replace(/[^\p{L}]+/gu, "")
    .toLowerCase()

/** Whether a mailbox has a name that is another's. */
export const isOthers = (email: string, parts: NameParts): boolean => {
  const said = nameInEmail(email)
  if (said === null) return false
  const fullName = [...said.first, ...said.last].join(" ")
  return nameRelation(parts, { fullName, firstName: null, lastName: null, otherNames: [] }) === "other"
}

/** Whether a mailbox has a part of a name. */
export const isLike = (email: string, parts: NameParts): boolean => {
  const local = lettersOf(email.split("@")[0] ?? "")
  const words = partsSpelled(parts).flatMap(({ first, last }) => [...first, ...last])
  return words.some((word) => word.length >= 3 && local.includes(lettersOf(word)))
}

/**
 * Of the mailboxes on somebody's own page, theirs: beside those that are marked as theirs such as have a part of their name, and a lone one that
 * has no other's.
 */
export const ownMailboxes = (
  fullName: string | null,
  marked: ReadonlyArray<string>,
  others: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const split = fullName === null ? null : splitName(fullName)
  const parts = split === null ? null : namePartsOf(split.first, split.last)
  const personal = (emails: ReadonlyArray<string>) => emails.filter((email) => !isSharedMailbox(email))
  const [own, found] = [personal(marked), personal(others).filter((email) => parts === null || !isOthers(email, parts))]
  const alike = parts === null ? [] : found.filter((email) => isLike(email, parts))
  const lone = own.length === 0 && alike.length === 0 && new Set(found).size === 1 ? found : []
  return [...new Set([...own, ...alike, ...lone])].slice(0, 5)
}
