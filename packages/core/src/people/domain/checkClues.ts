/** Whether what is known of a person says who is meant (`contract/people.md`, minimum identity). */
import type { NamedOrganization, PersonClues } from "./PersonClues.ts"
import { readProfile } from "./profileAddress.ts"

const isNamed = (organization: NamedOrganization | null): boolean =>
  organization !== null && (organization.name !== null || organization.domain !== null)

const hasPlace = ({ location: { city, country, region } }: PersonClues): boolean =>
  city !== null || region !== null || country !== null

/** What lacks, in words for whoever asked; null where the clues are enough. */
export const lackOfClues = (clues: PersonClues): string | null => {
  const { company, education, email, firstName, lastName, socialUrls } = clues
  if (email !== null || socialUrls.some((url) => readProfile(url)?.isIdentity === true)) return null
  if (firstName === null || lastName === null) {
    return "Say who is meant: by email, by the address of a personal profile in social_urls, or by name.first and name.last with company, education or location."
  }
  if (isNamed(company) || education.some(({ institution }) => isNamed(institution)) || hasPlace(clues)) return null
  // A course or a year without its school is as much of the education as somebody may know.
  if (education.length > 0) return null
  return "A name is that of many: add company, education or location."
}
