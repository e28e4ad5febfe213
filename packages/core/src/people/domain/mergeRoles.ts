/** The work and the schools of one person, out of what several sources say of them. */
import { wordsOf } from "../../brands/domain/searchTerms.ts"
import { organizationRelation } from "./organizationRelation.ts"
import type { RoleStatus } from "./Person.ts"
import type { Education, PartialDate, PersonRecord, Role } from "./PersonRecord.ts"

/** Most of each that are told of one person. */
const most = { roles: 60, education: 30 } as const

/** Most of each that are held against each other, of those who are believed more first: each is against all that were kept. */
const mostMerged = { roles: 300, education: 200 } as const

const compareDates = (one: PartialDate, other: PartialDate): number =>
  one.year - other.year || (one.month ?? 0) - (other.month ?? 0) || (one.day ?? 0) - (other.day ?? 0)

/** Those without a date last. */
const laterFirst = (one: PartialDate | null, other: PartialDate | null): number =>
  one === null ? (other === null ? 0 : 1) : other === null ? -1 : compareDates(other, one)

const moreExact = (one: PartialDate | null, other: PartialDate | null): PartialDate | null => {
  if (one === null || other === null) return one ?? other
  if (one.year !== other.year || one.month !== null) return one
  return other
}

/** Who does not say what a role is called says nothing against what others call it. */
const alikeTitle = (one: string, other: string): boolean => {
  if (one === "" || other === "" || one === other) return true
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return words.join(" ") === others.join(" ") || words.join("") === others.join("")
}

const isSameOrganization = (one: Role["organization"], other: Role["organization"]): boolean =>
  organizationRelation(one, other) !== "none"

/** Two times that a person worked at one place in one role are two roles. */
const isApart = (one: Role, other: Role): boolean =>
  (one.startDate !== null && other.startDate !== null && Math.abs(one.startDate.year - other.startDate.year) > 1) ||
  (one.endDate !== null && other.endDate !== null && Math.abs(one.endDate.year - other.endDate.year) > 1)

const isSameRole = (one: Role, other: Role): boolean =>
  !isApart(one, other) && isSameOrganization(one.organization, other.organization) && alikeTitle(one.title, other.title)

/** Two that are one: what the first says, and of the other what it leaves open. */
const mergedRole = (one: Role, other: Role): Role => {
  // Who says that a role goes on says that it has no end.
  const endDate = one.isCurrent === true ? one.endDate : moreExact(one.endDate, other.endDate)
  return {
    title: one.title === "" ? other.title : one.title,
    organization: { name: one.organization.name, domain: one.organization.domain ?? other.organization.domain },
    location: one.location ?? other.location,
    description: one.description ?? other.description,
    startDate: moreExact(one.startDate, other.startDate),
    endDate,
    isCurrent: one.isCurrent ?? (endDate === null ? other.isCurrent : false)
  }
}

const merged = <A>(
  all: ReadonlyArray<A>,
  isSame: (one: A, other: A) => boolean,
  both: (one: A, other: A) => A
): ReadonlyArray<A> => {
  const kept: Array<A> = []
  for (const one of all) {
    const at = kept.findIndex((other) => isSame(other, one))
    if (at < 0) kept.push(one)
    else kept[at] = both(kept[at]!, one)
  }
  return kept
}

const isGoingOn = ({ endDate, isCurrent }: Role): boolean => isCurrent === true && endDate === null

const hasEnded = ({ endDate, isCurrent }: Role): boolean =>
  isCurrent === false || (endDate !== null && isCurrent !== true)

const newestFirst = (one: Role, other: Role): number =>
  Number(isGoingOn(other)) - Number(isGoingOn(one)) ||
  laterFirst(one.endDate ?? one.startDate, other.endDate ?? other.startDate) ||
  laterFirst(one.startDate, other.startDate)

/** All roles, newest first; `records` have those first that are believed more. */
export const mergeRoles = (records: ReadonlyArray<PersonRecord>): ReadonlyArray<Role> =>
  [...merged(records.flatMap(({ roles }) => roles).slice(0, mostMerged.roles), isSameRole, mergedRole)]
    .sort(newestFirst)
    .slice(0, most.roles)

/** What the roles say of today. That all have ended is known from one alone who lists all of them. */
export const statusOf = (records: ReadonlyArray<PersonRecord>, roles: ReadonlyArray<Role>): RoleStatus => {
  if (roles.some(isGoingOn)) return "present"
  const isWhole = records.some(({ listsAllRoles, roles: own }) => listsAllRoles && own.length > 0)
  return isWhole && roles.length > 0 && roles.every(hasEnded) ? "none" : "unknown"
}

/** The role of today. */
export const currentRoleOf = (roles: ReadonlyArray<Role>): Role | null => roles.find(isGoingOn) ?? null

const isSameSchool = (one: Education, other: Education): boolean =>
  isSameOrganization(one.institution, other.institution) &&
  (one.degree === null || other.degree === null || alikeTitle(one.degree, other.degree)) &&
  (one.fieldOfStudy === null || other.fieldOfStudy === null || alikeTitle(one.fieldOfStudy, other.fieldOfStudy)) &&
  (one.endDate === null || other.endDate === null || Math.abs(one.endDate.year - other.endDate.year) <= 1)

const mergedSchool = (one: Education, other: Education): Education => ({
  institution: { name: one.institution.name, domain: one.institution.domain ?? other.institution.domain },
  degree: one.degree ?? other.degree,
  fieldOfStudy: one.fieldOfStudy ?? other.fieldOfStudy,
  description: one.description ?? other.description,
  startDate: moreExact(one.startDate, other.startDate),
  endDate: moreExact(one.endDate, other.endDate)
})

/** All schools, the last one first. */
export const mergeEducation = (records: ReadonlyArray<PersonRecord>): ReadonlyArray<Education> =>
  [...merged(records.flatMap(({ education }) => education).slice(0, mostMerged.education), isSameSchool, mergedSchool)]
    .sort((one, other) => laterFirst(one.endDate ?? one.startDate, other.endDate ?? other.startDate))
    .slice(0, most.education)
