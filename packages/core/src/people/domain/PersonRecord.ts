/** What one source says of one person. */
import type { DateTime } from "effect"

/** A date as exactly as it is known. */
export interface PartialDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number | null
  /** 1 to 31. */
  readonly day: number | null
}

/** A part of an organization's time: a place of work. */
export interface Role {
  /** Empty where the source names the place alone. */
  readonly title: string
  readonly organization: { readonly name: string; readonly domain: string | null }
  readonly location: string | null
  readonly description: string | null
  readonly startDate: PartialDate | null
  readonly endDate: PartialDate | null
  /** Null where the source does not say. */
  readonly isCurrent: boolean | null
}

export interface Education {
  readonly institution: { readonly name: string; readonly domain: string | null }
  readonly degree: string | null
  readonly fieldOfStudy: string | null
  readonly description: string | null
  readonly startDate: PartialDate | null
  readonly endDate: PartialDate | null
}

export interface Place {
  readonly display: string | null
  readonly city: string | null
  readonly region: string | null
  readonly country: string | null
  /** Two letters, upper case. */
  readonly countryCode: string | null
}

/**
 * A person as one source knows it: the record of a service, one page, a row that an organization imported.
 *
 * Nothing in it is believed more than its source: how records are weighed and merged stands in `mergeRecords`.
 */
export interface PersonRecord {
  /** As settings and traces call it: `page`, `github`, `gravatar`, `orcid`, `wikidata`, `import`. */
  readonly source: string
  /** The public page or record that says so; empty where there is none, as of a row that an organization imported. */
  readonly url: string
  readonly fullName: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** Other names the source has for the same person. */
  readonly otherNames: ReadonlyArray<string>
  /** Published addresses, lower case; the first is the one that the source puts first. */
  readonly emails: ReadonlyArray<string>
  /** Whether the record was found by an exact clue (the e-mail address or a profile address), and not by a name. */
  readonly foundBy: "email" | "profile" | "name"
  readonly avatarUrl: string | null
  readonly bio: string | null
  readonly place: Place | null
  readonly roles: ReadonlyArray<Role>
  /** Whether the source lists all roles, so that one with none that is current says that there is none. */
  readonly listsAllRoles: boolean
  readonly education: ReadonlyArray<Education>
  readonly skills: ReadonlyArray<string>
  /** Addresses of profiles at networks. */
  readonly socialUrls: ReadonlyArray<string>
  readonly websiteUrls: ReadonlyArray<string>
  /** Addresses whose owner the source checked (`rel=me` both ways, a verified account): of `socialUrls` and `websiteUrls`. */
  readonly verifiedUrls: ReadonlyArray<string>
  readonly updatedAt: DateTime.Utc | null
}
