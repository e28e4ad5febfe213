/** Who outside the installation is asked for news of a company. */
import { Context, type Effect } from "effect"
import type { BackendFailed } from "../search/SearchBackends.ts"

/** Whom news are wanted of. */
export interface NewsWanted {
  /** What the company is called, best first; a service finds articles by any of them. */
  readonly names: ReadonlyArray<string>
}

/** An article that a service knows. */
export interface NewsFinding {
  /** Absolute, `http` or `https`. */
  readonly url: string
  /** Plain text. */
  readonly title: string
  readonly imageUrl: string | null
  /** When it was published, or first seen where the service says no more; in milliseconds since 1970. */
  readonly publishedAtMillis: number | null
  /** Two letters, lower case. */
  readonly language: string | null
  /** That of the publisher. */
  readonly country: string | null
}

/**
 * One that can be asked.
 *
 * **Contract**
 *
 * - It ends within its time, whatever its server does, and reads no more than an answer can be.
 * - An answer without articles because nothing fits is no failure; one that says why it has none is.
 * - It answers with at most `mostFindings`.
 */
export interface NewsBackend {
  /** As settings, logs and metrics call it. */
  readonly name: string
  /** Least time between two questions that it asks for. */
  readonly apartMillis: number
  readonly find: (wanted: NewsWanted, leftMillis: number) => Effect.Effect<ReadonlyArray<NewsFinding>, BackendFailed>
}

/** Articles of one answer. @internal */
export const mostFindings = 250

/** Nobody is asked unless somebody is named. */
export const NewsBackends = Context.Reference<{ readonly backends: ReadonlyArray<NewsBackend> }>(
  "@kittiwake/core/news/NewsBackends",
  { defaultValue: () => ({ backends: [] }) }
)
