/** What somebody knows of a person that is looked for. */

/** A company or a school: by its name, its domain or both. */
export interface NamedOrganization {
  readonly name: string | null
  /** Lower case, without scheme and `www.`. */
  readonly domain: string | null
}

export interface EducationClue {
  readonly institution: NamedOrganization | null
  readonly degree: string | null
  readonly fieldOfStudy: string | null
  readonly graduationYear: number | null
}

/** Clues add up (`contract/people.md`, request body). */
export interface PersonClues {
  /** Lower case. */
  readonly email: string | null
  readonly socialUrls: ReadonlyArray<string>
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: NamedOrganization | null
  readonly education: ReadonlyArray<EducationClue>
  readonly location: { readonly city: string | null; readonly region: string | null; readonly country: string | null }
}
