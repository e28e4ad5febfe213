/** What the main thread and the threads that own a connection say to each other. */
import type { Failure } from "./sqliteFailure.ts"

/** How much of what was acknowledged a power cut may take: nothing, what the last moments brought, or everything. */
export type Synchronous = "full" | "normal" | "off"

/** How a thread starts. */
export interface ThreadStart {
  readonly file: string
  readonly synchronous: Synchronous
  /** Whether the file has been filled by an installation, so that it must have its tables. */
  readonly isFilled: boolean
}

/** What a thread that checks is to look at. */
export interface CheckStart {
  readonly file: string
  /** `copied`: whether it has our tables, and for damage. `restored`: whether they are ours to open, and for damage that only its indexes show. */
  readonly check: "copied" | "restored"
}

/** What is wrong with a file, as a part of a sentence. */
export interface Fault {
  readonly reason: string
  /** Whether the file itself shows it; else it could not be looked at. */
  readonly isSeen: boolean
}

/** One call of a method by its name. */
export interface Call {
  readonly id: number
  readonly operation: string
  readonly input: unknown
}

/** The answer to one call; the one with id 0 says that the database is open. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure }

/** What is sent to a thread. */
export type ToThread = { readonly calls: ReadonlyArray<Call> } | { readonly close: true }

/** What a thread sends: many answers at once. */
export interface FromThread {
  readonly answers: ReadonlyArray<Answer>
}
