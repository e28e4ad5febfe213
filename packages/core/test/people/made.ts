/** Records and clues of people, with nothing in them but what a test says. */
import type { PersonClues } from "../../src/people/domain/PersonClues.ts"
import type { PersonRecord, Place, Role } from "../../src/people/domain/PersonRecord.ts"

export const clues = (said: Partial<PersonClues> = {}): PersonClues => ({
  email: null,
  socialUrls: [],
  firstName: null,
  lastName: null,
  company: null,
  education: [],
  location: { city: null, region: null, country: null },
  ...said
})

export const place = (said: Partial<Place>): Place => ({
  display: null,
  city: null,
  region: null,
  country: null,
  countryCode: null,
  ...said
})

export const role = (title: string, name: string, said: Partial<Role> & { readonly domain?: string } = {}): Role => {
  const { domain = null, ...more } = said
  return {
    title,
    organization: { name, domain },
    location: null,
    description: null,
    startDate: null,
    endDate: null,
    isCurrent: null,
    ...more
  }
}

export const year = (number: number) => ({ year: number, month: null, day: null })

export const school = (name: string, endYear: number | null = null, degree: string | null = null) => ({
  institution: { name, domain: null },
  degree,
  fieldOfStudy: null,
  description: null,
  startDate: null,
  endDate: endYear === null ? null : year(endYear)
})

export const record = (source: string, url: string, said: Partial<PersonRecord> = {}): PersonRecord => ({
  fullName: null,
  firstName: null,
  lastName: null,
  otherNames: [],
  emails: [],
  foundBy: "name",
  avatarUrl: null,
  bio: null,
  place: null,
  roles: [],
  listsAllRoles: false,
  education: [],
  skills: [],
  socialUrls: [],
  websiteUrls: [],
  verifiedUrls: [],
  updatedAt: null,
  ...said,
  source,
  url
})
