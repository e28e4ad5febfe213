/** Secrets that are planted, each a text that stands nowhere else, with the places that may hold it. */
import { randomBytes } from "node:crypto"

/** Where a secret may end. */
export const placeKinds = [
  "log",
  "call log",
  "reply",
  "command",
  "process list",
  "database",
  "copy",
  "export",
  "file"
] as const
export type PlaceKind = (typeof placeKinds)[number]

export interface Canary {
  readonly door: string
  readonly secret: string
  /** Places that hold it by their nature, as docs/operate/secrets.md says. */
  readonly mayBeIn: ReadonlyArray<PlaceKind>
}

/** The database and what is made of it. */
export const stored: ReadonlyArray<PlaceKind> = ["database", "copy", "export"]

/** Pages that are kept for others who ask for them, which no export takes along. */
export const kept: ReadonlyArray<PlaceKind> = ["database", "copy"]

export interface Canaries {
  /** A new secret that comes in by a door. */
  readonly plant: (door: string, mayBeIn?: ReadonlyArray<PlaceKind>) => string
  /** One that the product made itself. */
  readonly note: (door: string, secret: string, mayBeIn?: ReadonlyArray<PlaceKind>) => void
  readonly all: ReadonlyArray<Canary>
}

export const makeCanaries = (): Canaries => {
  const all: Array<Canary> = []
  const note: Canaries["note"] = (door, secret, mayBeIn = []) => void all.push({ door, secret, mayBeIn })
  return {
    all,
    note,
    plant: (door, mayBeIn) => {
      const secret = `canary${String(all.length).padStart(2, "0")}${randomBytes(14).toString("hex")}`
      note(door, secret, mayBeIn)
      return secret
    }
  }
}

/** Every spelling in which a place may hold a secret: as it is, and in Base64 at any of its three offsets. */
const spellings = (secret: string): ReadonlyArray<string> => [
  secret,
  encodeURIComponent(secret),
  ...[0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString("base64")
    return text.slice(4, -6)
  }),
  Buffer.from(secret).toString("hex")
]

/** One place, and everything in it. */
export interface Place {
  readonly kind: PlaceKind
  readonly name: string
  readonly content: Buffer
}

/** What stands where it may not. */
export const leaks = (canaries: ReadonlyArray<Canary>, places: ReadonlyArray<Place>): ReadonlyArray<string> =>
  canaries.flatMap(({ door, mayBeIn, secret }) =>
    places
      .filter(
        ({ content, kind }) => !mayBeIn.includes(kind) && spellings(secret).some((text) => content.includes(text))
      )
      .map(({ kind, name }) => `${door} stands in ${kind} ${name}`)
  )
