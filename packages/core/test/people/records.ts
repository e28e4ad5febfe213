/** Records of people for tests. */
import type { ImportedRecord } from "../../src/people/domain/ImportedRecord.ts"
import type { PersonRecord } from "../../src/people/domain/PersonRecord.ts"

/** What an organization brought, empty but for what is given. */
export const importedOf = (given: Partial<ImportedRecord>): ImportedRecord => ({
  ...{ fullName: null, firstName: null, lastName: null, otherNames: [], emails: [], avatarUrl: null, bio: null },
  ...{ place: null, roles: [], listsAllRoles: false, education: [], skills: [], socialUrls: [], websiteUrls: [] },
  updatedAtMillis: null,
  ...given
})

/** What a source says, empty but for what is given. */
export const recordOf = (given: Partial<PersonRecord>): PersonRecord => {
  const { updatedAtMillis: _, ...rest } = importedOf({})
  return {
    ...rest,
    source: "github",
    url: "https://github.com/ada",
    foundBy: "name",
    verifiedUrls: [],
    updatedAt: null,
    ...given
  }
}

/** Somebody's role at a place with a domain. */
export const roleAt = (domain: string): PersonRecord["roles"][number] => ({
  ...{ title: "Keeper", organization: { name: domain, domain }, location: null, description: null },
  ...{ startDate: null, endDate: null, isCurrent: true }
})
