/** Whether two names may be those of one person. */
import { fold } from "../../brands/domain/searchTerms.ts"
import { normalized } from "../../paging/domain/normalized.ts"
import type { PersonRecord } from "./PersonRecord.ts"
import { respelled } from "./respelled.ts"

/** `same`: every part agrees. `near`: what is short for it, an initial or one of two family names. `unknown`: there is nothing to compare. */
export type NameRelation = "same" | "near" | "unknown" | "other"

const titles = /^(?:dr|prof|professor|mr|mrs|ms|miss|mx|sir|dame|herr|frau|ing|dipl|mag|rev|hon|ddr|mme)$/
const endings = /^(?:jr|sr|ii|iii|iv|phd|md|mba|msc|bsc|ma|ba|esq|cfa|cpa|pmp|dds|llm|llb|rn)$/
/** Degrees that are family names too, which are not written in capitals. */
const familyLast = /(?:^|\s)[MmBb]a\s*$/

const shorts =
  "alexander alex sasha xander,alexandra alex sasha,andrew andy drew,anthony tony,benjamin ben benny,catherine kate katie cathy,katherine kate katie kathy,charles charlie chuck,christopher chris,christine chris tina,daniel dan danny,david dave,deborah deb debbie,edward ed eddie ted,elizabeth liz beth betty lisa eliza,eric rick,francis frank,frederick fred freddie,gregory greg,james jim jimmy jamie,jennifer jen jenny,jessica jess,john jack johnny,jonathan jon,joseph joe joey,joshua josh,kenneth ken kenny,lawrence larry,leonard leo len,margaret maggie meg peggy greta,matthew matt,michael mike mick mickey,nicholas nick,patricia pat patty trish,patrick pat paddy,peter pete,philip phil,rebecca becky,richard rick dick rich,robert bob rob bobby bert,samantha sam,samuel sam,stephen steve,steven steve,susan sue susie,theodore ted theo,thomas tom tommy,timothy tim,victoria vicky tori,vincent vince,walter walt,william bill will billy liam,johannes hannes hans,maximilian max,sebastian basti,josef sepp,francisco paco,jose pepe,ignacio nacho,giuseppe beppe,guillaume gui"

const groupsOf: ReadonlyMap<string, ReadonlySet<number>> = shorts.split(",").reduce((groups, line, index) => {
  for (const word of line.split(" ")) groups.set(word, new Set([...(groups.get(word) ?? []), index]))
  return groups
}, new Map<string, Set<number>>())

const isShortFor = (one: string, other: string): boolean =>
  [...(groupsOf.get(one) ?? [])].some((group) => groupsOf.get(other)?.has(group) === true)

const maxLength = 200

/** Words of a name, folded, without titles, degrees and what stands in brackets; a family name before a comma goes last. */
export const nameWords = (name: string): ReadonlyArray<string> => {
  const plain = name.slice(0, maxLength).replace(/\([^()]*\)|\[[^[\]]*\]|["“”„][^"“”„]*["“”„]/g, " ")
  const [family = "", ...rest] = plain.split(",")
  const given = rest.filter((part) => !partWords(part).every((word) => endings.test(word)))
  const turned =
    given.length === 1 && partWords(family).length <= 3 && partWords(given[0]!).length <= 2
      ? `${given[0]} ${family}`
      : plain.replace(/,.*$/, "")
  const words = partWords(turned)
  const begin = words.findIndex((word) => !titles.test(word))
  const kept = begin <= 0 ? words : words.slice(begin)
  let end = kept.length
  while (end > 2 && !familyLast.test(turned) && endings.test(kept[end - 1]!)) end -= 1
  return kept.slice(0, end)
}

const partWords = (text: string): ReadonlyArray<string> =>
  fold(text)
    .replace(/['’`´]/g, "")
    .replace(/\./g, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** The words of a name without its marks, and as they are spelled out, where that differs: *Krüger* is *kruger* and *krueger*. */
export const nameSpellings = (name: string): ReadonlyArray<ReadonlyArray<string>> => bothOf(name, nameWords)

const bothOf = (
  name: string,
  wordsIn: (name: string) => ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<string>> => {
  const plain = name.slice(0, maxLength)
  const other = respelled(plain)
  return other === normalized(plain, "NFC") ? [wordsIn(plain)] : [wordsIn(plain), wordsIn(other)]
}

/** A name in two parts, each of one word or several. */
export interface NameParts {
  readonly first: ReadonlyArray<string>
  readonly last: ReadonlyArray<string>
  /** The same spelled otherwise; absent where there is one way alone. */
  readonly others?: ReadonlyArray<NameParts>
}

/** The parts of a name that is given in two. */
export const namePartsOf = (first: string, last: string): NameParts => {
  const lasts = bothOf(last, partWords)
  const [plain, ...others] = bothOf(first, nameWords).flatMap((one) =>
    lasts.map((other) => ({ first: one, last: other }))
  )
  return others.length === 0 ? plain! : { ...plain!, others }
}

/** All spellings of a name in two parts. */
export const partsSpelled = (parts: NameParts): ReadonlyArray<NameParts> => [parts, ...(parts.others ?? [])]

const isLatin = (words: ReadonlyArray<string>): boolean =>
  words.every((word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word))

/** Where the words of the family name stand one behind the other; below nothing where they do not. */
const placeOf = (words: ReadonlyArray<string>, last: ReadonlyArray<string>): number =>
  words.findIndex((_, at) => last.every((word, index) => words[at + index] === word))

const firstNear = (asked: string, said: ReadonlyArray<string>): boolean =>
  said.some(
    (word) =>
      isShortFor(asked, word) ||
      (word.length === 1 && asked.startsWith(word)) ||
      (asked.length === 1 && word.startsWith(asked)) ||
      (Math.min(word.length, asked.length) >= 3 && (word.startsWith(asked) || asked.startsWith(word)))
  )

const relationTo = ({ first, last }: NameParts, words: ReadonlyArray<string>): NameRelation => {
  // One word is as often an alias as it is a name.
  if (words.length < 2 || first.length === 0 || last.length === 0) return "unknown"
  if (isLatin([...first, ...last]) !== isLatin(words)) return "unknown"
  const at = placeOf(words, last)
  if (at >= 0) {
    const others = words.filter((_, index) => index < at || index >= at + last.length)
    if (first.every((word) => others.includes(word))) return "same"
    return others.includes(first[0]!) || firstNear(first[0]!, others) ? "near" : "other"
  }
  // Some write no more of the family name than its first letter.
  const end = words.at(-1)!
  if (end.length === 1 && last[0]!.startsWith(end) && words[0] === first[0]) return "near"
  // Of two family names people use one.
  const shared = last.find((word) => word.length > 2 && words.slice(1).includes(word))
  return shared !== undefined && words[0] === first[0] ? "near" : "other"
}

const order: ReadonlyArray<NameRelation> = ["same", "near", "unknown", "other"]

/** The closest of several. */
const closest = (relations: ReadonlyArray<NameRelation>): NameRelation =>
  order.find((one) => relations.includes(one)) ?? "unknown"

type Named = Pick<PersonRecord, "firstName" | "fullName" | "lastName" | "otherNames">

const spellingsOf = ({ firstName, fullName, lastName, otherNames }: Named): ReadonlyArray<ReadonlyArray<string>> => {
  const both = firstName === null || lastName === null ? [] : [`${firstName} ${lastName}`]
  const full = fullName === null ? [] : [fullName]
  return [...both, ...full, ...otherNames].flatMap(nameSpellings).filter(({ length }) => length > 0)
}

/** How the name of a record fits one that is asked for. */
export const nameRelation = (asked: NameParts, record: Named): NameRelation =>
  closest(spellingsOf(record).flatMap((words) => partsSpelled(asked).map((parts) => relationTo(parts, words))))

/** The names of a record, read once for many comparisons. */
export interface ReadNames {
  readonly spellings: ReadonlyArray<ReadonlyArray<string>>
  readonly parts: ReadonlyArray<NameParts>
}

/** Names of a record that are compared. */
const mostNames = 8

export const readNames = (record: Named): ReadNames => {
  const spellings = spellingsOf(record).slice(0, mostNames)
  const { firstName, lastName } = record
  const parts =
    firstName === null || lastName === null
      ? spellings
          .filter(({ length }) => length >= 2)
          .map((words) => ({ first: words.slice(0, 1), last: words.slice(-1) }))
      : partsSpelled(namePartsOf(firstName, lastName))
  return { spellings, parts }
}

/** How the names of two records fit each other, whichever is asked of the other. */
export const namesRelation = (one: ReadNames, other: ReadNames): NameRelation =>
  closest([
    ...one.parts.flatMap((parts) => other.spellings.map((words) => relationTo(parts, words))),
    ...other.parts.flatMap((parts) => one.spellings.map((words) => relationTo(parts, words)))
  ])

/** The two parts of a name that a source gives in one; null where it has one word alone. */
export const splitName = (full: string): { readonly first: string; readonly last: string } | null => {
  const plain = full
    .replace(/\([^()]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  const [family, given, more] = plain.split(",").map((part) => part.trim())
  if (
    given !== undefined &&
    more === undefined &&
    /^\S+(?: \S+)?$/.test(given) &&
    !endings.test(partWords(given).join(""))
  ) {
    return { first: given, last: family! }
  }
  const written = plain.replace(/,.*$/, "").split(" ")
  // What is a title before a name is a name behind one. Titles alone are no name.
  const begin = written.findIndex((word) => !titles.test(fold(word).replace(/\./g, "")))
  const words = begin < 0 ? [] : written.slice(begin)
  while (words.length > 2 && !familyLast.test(words.at(-1)!) && endings.test(fold(words.at(-1)!).replace(/\./g, ""))) {
    words.pop()
  }
  return words.length < 2 ? null : { first: words.slice(0, -1).join(" "), last: words.at(-1)! }
}

/** Names that mailboxes have and persons have not. */
const shared =
  /^(?:admin|billing|careers|contact|hello|help|hi|hr|info|jobs|mail|marketing|office|press|privacy|sales|security|support|team|webmaster|no-?reply|kontakt|buero|postmaster|abuse)$/

/** Whether a mailbox is one that several share. */
export const isSharedMailbox = (email: string): boolean => shared.test(email.split("@")[0] ?? "")

/** The name that an e-mail address is likely to be made of, such as `ann.reed@`; null where it has no two parts. */
export const nameInEmail = (email: string): NameParts | null => {
  const local = (email.split("@")[0] ?? "").replace(/\+.*$/, "")
  const parts = local.split(/[._-]+/).filter((part) => /^\p{L}+$/u.test(part))
  if (isSharedMailbox(email) || parts.length < 2 || parts.length > 3) return null
  return { first: [fold(parts[0]!)], last: [fold(parts.at(-1)!)] }
}
