/** Feeds as lists and operators write them, and what became of them. */
import { DateTime, Schema } from "effect"
import { type NewsSource, type SourceState, sourceOrigins, sourceState, sourceStates } from "./NewsSource.ts"

const Text = Schema.NullOr(Schema.String)

/** A feed, or a sitemap of news, that somebody names. */
export const ListedFeed = Schema.Struct({
  /** As it is written; empty where `problem` says why. */
  url: Schema.String,
  title: Text,
  /** The site whose feed it is. */
  homeUrl: Text,
  /** Two letters, lower case. */
  language: Text,
  country: Text,
  /** Where in its file it stands, from 1; null for what stands in none. */
  line: Schema.NullOr(Schema.Int),
  /** Why it names no feed; null for one that does. */
  problem: Text
})
export type ListedFeed = typeof ListedFeed.Type

/** A feed of which nothing is said but where it is. */
export const listedFeed = (url: string, given: Partial<ListedFeed> = {}): ListedFeed => ({
  ...{ title: null, homeUrl: null, language: null, country: null, line: null, problem: null },
  ...given,
  url
})

/** One of a list that is no source, and why. */
export const SourceProblem = Schema.Struct({
  line: Schema.NullOr(Schema.Int),
  title: Text,
  url: Text,
  message: Schema.String
})
export type SourceProblem = typeof SourceProblem.Type

/** What became of those that an operator chose. */
export const SourcesTaken = Schema.Struct({
  /** Asked from now on. */
  added: Schema.Int,
  /** Chosen before. */
  known: Schema.Int,
  /** Those for which there was no room. */
  refused: Schema.Array(Schema.String),
  bad: Schema.Array(SourceProblem)
})
export type SourcesTaken = typeof SourcesTaken.Type

/** Nothing was given. */
export const nothingTaken: SourcesTaken = { added: 0, known: 0, refused: [], bad: [] }

/** What became of two parts of one list. */
export const takenTogether = (one: SourcesTaken, other: SourcesTaken): SourcesTaken => ({
  added: one.added + other.added,
  known: one.known + other.known,
  refused: [...one.refused, ...other.refused],
  bad: [...one.bad, ...other.bad]
})

const Moment = Schema.String.annotate({ format: "date-time" })

/** A source as its operator sees it. */
export const SourceRecord = Schema.Struct({
  url: Schema.String,
  /** `list`: an operator chose it; `found`: it was found on the site of a company. */
  origin: Schema.Literals(sourceOrigins),
  found_for: Text,
  title: Text,
  form: Text,
  language: Text,
  country: Text,
  state: Schema.Literals(sourceStates),
  added_at: Moment,
  /** When it last answered. */
  read_at: Schema.NullOr(Moment),
  /** When it is asked next; null for one that is asked no more. */
  next_at: Schema.NullOr(Moment),
  /** The pause between two questions while it answers. */
  interval_seconds: Schema.Int,
  /** Articles that it was the first to report. */
  articles: Schema.Int,
  /** In a row. */
  failures: Schema.Int,
  failing_since: Schema.NullOr(Moment),
  /** Why its last answer was none. */
  problem: Text
})
export type SourceRecord = typeof SourceRecord.Type

const moment = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

const isAsked = (state: SourceState): boolean => state !== "gone" && state !== "removed"

/** The record of a source. */
export const sourceRecord = (source: NewsSource): SourceRecord => {
  const state = sourceState(source)
  return {
    url: source.url,
    origin: source.origin,
    found_for: source.foundFor,
    title: source.title,
    form: source.form,
    language: source.language,
    country: source.country,
    state,
    added_at: DateTime.formatIso(source.addedAt),
    read_at: moment(source.readAt),
    next_at: isAsked(state) ? moment(source.dueAt) : null,
    interval_seconds: Math.round(source.intervalMillis / 1_000),
    articles: source.articles,
    failures: source.failures,
    failing_since: moment(source.failingSince),
    problem: source.problem
  }
}
