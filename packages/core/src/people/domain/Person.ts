/** Who was found (`contract/people.md`, person). */
import type { DateTime } from "effect"
import type { Education, Place, Role } from "./PersonRecord.ts"

/** `present`: a role is given. `none`: all have ended. `unknown`: nothing tells. */
export const roleStatuses = ["present", "none", "unknown"] as const
export type RoleStatus = (typeof roleStatuses)[number]

export interface PersonName {
  readonly full: string | null
  readonly first: string | null
  readonly last: string | null
}

export interface Person {
  readonly name: PersonName
  readonly email: string | null
  readonly avatarUrl: string | null
  readonly bio: string | null
  readonly place: Place | null
  readonly roleStatus: RoleStatus
  readonly currentRole: Role | null
  /** Newest first. */
  readonly roles: ReadonlyArray<Role>
  readonly education: ReadonlyArray<Education>
  readonly skills: ReadonlyArray<string>
  readonly socialUrls: ReadonlyArray<string>
  readonly websiteUrls: ReadonlyArray<string>
  /** When what is said was last changed; null where no source tells. */
  readonly updatedAt: DateTime.Utc | null
}

/** What speaks for a person, or against. */
export interface Sign {
  /** Which clue: `email`, `profile`, `name`, `company`, `education`, `location`, `website`, `mutual_link`, `sources`, `namesakes`. */
  readonly clue: string
  /** Points of the score that it gives; below nothing where it speaks against. */
  readonly weight: number
  /** Who says so; empty for what no single source says. */
  readonly source: string
  /** The page or record that says so. */
  readonly url: string | null
}

/** A person with how surely it is the one who was looked for. */
export interface Candidate {
  /** 0 to 100. */
  readonly score: number
  readonly person: Person
  readonly signs: ReadonlyArray<Sign>
  /** Pages and records that the person is made of. */
  readonly sources: ReadonlyArray<{ readonly source: string; readonly url: string }>
}
