/** What the description of a tool is made of. */
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"

/**
 * What a call does to the world, which decides what a client may do without asking a person.
 *
 * - `reads`: what the installation holds, nothing else.
 * - `looks`: at the web, without doing anything there in anybody's name.
 * - `adds`: something that was not there; called twice, it does so twice.
 * - `sets`: something to what is said; called twice, the second time changes nothing.
 * - `sends`: a message to an address outside.
 * - `destroys`: what cannot be had back.
 */
export type Effect = "reads" | "looks" | "adds" | "sets" | "sends" | "destroys"

/** A tool, and the operation it calls. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** The operation, by the name it has in the description of the API. */
  readonly operation: string
  readonly does: Effect
  readonly useFor: string
  /** Whether `useFor` says all that the summary of the operation does. */
  readonly isSaidByUse?: true
  readonly notFor: string
  /** Parameters of the operation that an assistant is not given, besides those that no tool has. */
  readonly without?: ReadonlyArray<string>
  /** Where the operation decides by what it reads which scope it needs: those of which one is needed. */
  readonly oneOfScopes?: ReadonlyArray<Scope>
  /** Whether it leaves nothing behind although it sends something. */
  readonly isOnlyATry?: true
  /** Whether a call may wait until what it asks about has ended. */
  readonly waits?: "batch" | "run"
  /** Whether text of pages stands in its answer. */
  readonly untrusted?: boolean
  /** Fields that have the text of a page, of which the beginning is told where all of it is too large. */
  readonly texts?: ReadonlyArray<string>
}

/** Annotations as the protocol knows them. */
export const annotationsOf = ({ does, title }: Pick<Tool, "does" | "title">) => ({
  title,
  readOnlyHint: does === "reads" || does === "looks",
  destructiveHint: does === "destroys",
  idempotentHint: does !== "adds" && does !== "sends",
  openWorldHint: does === "looks" || does === "sends"
})
