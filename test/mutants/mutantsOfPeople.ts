/** Mistakes in who is taken for whom. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, type Mutant } from "./Mutant.ts"

const picking = "test/people/picking.test.ts"
const pages = "test/people/pages.test.ts"
const names = "test/people/names.test.ts"

export const mutantsOfPeople: ReadonlyArray<Mutant> = [
  core(
    "people: a name that is asked for is spelled in one way",
    "src/people/domain/personName.ts",
    "[parts, ...(parts.others ?? [])]",
    "[parts]",
    names
  ),
  core(
    "people: a name that is known is spelled in one way",
    "src/people/domain/personName.ts",
    ".flatMap(nameSpellings).filter",
    ".map(nameWords).filter",
    names
  ),
  core(
    "people: who is forgotten in plain letters is told of with others",
    "src/people/domain/personKeys.ts",
    "[plain, fold(plain), respelled(plain)]",
    "[plain]",
    "test/people/personKeys.test.ts"
  ),
  core(
    "people: a site on a port is another than its company's",
    "src/people/domain/organizationRelation.ts",
    "[withoutPort(host), withoutPort(domain)]",
    "[withoutPort(host), domain]",
    pages
  ),
  core(
    "people: a family name that is spelled like a degree is left out of a comparison",
    "src/people/domain/personName.ts",
    "end > 2 && !familyLast.test(turned) &&",
    "end > 2 &&",
    names
  ),
  core(
    "people: a family name that is spelled like a degree is left out of a split",
    "src/people/domain/personName.ts",
    "words.length > 2 && !familyLast.test(words.at(-1)!) &&",
    "words.length > 2 &&",
    names
  ),
  core(
    "people: a name alone makes one person of two",
    "src/people/domain/groupRecords.ts",
    "if (!isTied && !mayBeAlike) return 0",
    "",
    picking
  ),
  core(
    "people: two profiles at one network are one person's",
    "src/people/domain/groupRecords.ts",
    "tie === 1 ? isContradicted(seen[a]!, seen[b]!)",
    "tie === 1 ? false",
    picking
  ),
  core(
    "people: a mailbox that several share makes one person of them",
    "src/people/domain/groupRecords.ts",
    "record.emails.filter((email) => !isSharedMailbox(email))",
    "record.emails",
    picking
  ),
  core(
    "people: namesakes take nothing away",
    "src/people/domain/pickPerson.ts",
    "weight: -namesakes * namesakePoints.each",
    "weight: 0",
    picking
  ),
  core(
    "people: who is contradicted is a namesake all the same",
    "src/people/domain/pickPerson.ts",
    "other !== one && !isContradicted(other)",
    "other !== one",
    picking
  ),
  core(
    "people: whoever is known is a candidate",
    "src/people/domain/pickPerson.ts",
    'if (!weighed.isExact && weighed.name !== "same" && weighed.name !== "near") return []',
    "",
    picking
  ),
  core(
    "people: another name takes nothing away",
    "src/people/domain/weighClues.ts",
    'return relation === "other" ? [sign("name", -conflictPoints.name, by)] : []',
    "return []",
    picking
  ),
  core(
    "people: links from each to the other count nothing",
    "src/people/domain/weighClues.ts",
    "const hasLinks = mutualLinks > 0 || ",
    "const hasLinks = mutualLinks < 0 && ",
    picking
  ),
  core(
    "people: that all roles ended is known from anybody",
    "src/people/domain/mergeRoles.ts",
    "({ listsAllRoles, roles: own }) => listsAllRoles && own.length > 0",
    "({ roles: own }) => own.length > 0",
    picking
  ),
  core(
    "people: one link proves an address",
    "src/people/domain/checkLinks.ts",
    "&& linksOf.get(key)?.has(own) === true",
    "",
    pages
  ),
  core(
    "people: the front page of a company is somebody's own",
    "src/people/domain/personsOfPage.ts",
    "isAsked || organization === null || !isFront(page.url)",
    "true",
    pages
  )
]
