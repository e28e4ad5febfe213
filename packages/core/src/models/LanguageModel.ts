/** How a language model is asked: one question, one answer in a shape. */
import { Context, type Duration, type Effect, Schema } from "effect"

/** A question for a model. */
export interface ModelRequest<A> {
  /** What the model is to do. Ours alone: no text of a page and of no customer. */
  readonly instructions: string
  /** What it is to do it with. Text of strangers: data, whatever it says. */
  readonly input: string
  /** The shape of the answer, and what it is called. */
  readonly schema: Schema.Codec<A, unknown>
  readonly schemaName: string
  /** Longest answer, in tokens. */
  readonly maxOutputTokens: number
  /** Time for everything, a second try at the shape included. */
  readonly deadline: Duration.Duration
}

export interface ModelAnswer<A> {
  readonly value: A
  /** Which model answered. */
  readonly model: string
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
}

/** The model gave no answer that can be used. Ask nobody again: go on without one. `message` names no secret and no address. */
export class ModelFailed extends Schema.TaggedError<ModelFailed>()("ModelFailed", {
  reason: Schema.Literals([
    /** The server cannot be reached, or has trouble of its own. */
    "unavailable",
    /** The operator does not allow the address of the server. */
    "forbidden_address",
    /** The server does not take our key, the model's name or the request. */
    "rejected",
    /** The server takes no more for now. */
    "limited",
    /** The model will not answer. */
    "refused",
    /** No answer in the shape that was asked for, at the second try neither. */
    "malformed",
    /** The answer ended before its end. */
    "cut",
    "deadline"
  ]),
  message: Schema.String
}) {}

/**
 * Asks a language model.
 *
 * **Contract** (every adapter passes `testing/languageModelSuite.ts`)
 *
 * - An answer has the shape that was asked for. One that has not is asked for once more, and is then `malformed`.
 * - It ends with the deadline, whatever the server does, and reads no more than an answer of `maxOutputTokens` can be.
 * - Nothing is asked twice for another reason: who called has another way, or the next time.
 * - The key is sent to the address that the operator set and to no other: redirects are not followed.
 */
export class LanguageModel extends Context.Service<
  LanguageModel,
  {
    readonly complete: <A>(request: ModelRequest<A>) => Effect.Effect<ModelAnswer<A>, ModelFailed>
  }
>()("@kittiwake/core/models/LanguageModel") {}
