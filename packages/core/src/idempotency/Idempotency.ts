/**
 * Does once what is asked for more than once.
 *
 * **Model.** A request may carry a key. The first request with it is done, and its answer is kept under the key by the
 * very write that does it. Every other request with that key is answered from there.
 *
 * **Invariants**
 *
 * - For one organization, operation and key there is one answer at a time, and one thing that was done for it.
 * - The same request gets the first answer, even when what it made has changed or gone since.
 * - Another request under the same key is refused.
 * - A request that was refused has done nothing and kept nothing: its key can be used again.
 *
 * **Without a key.** A client that repeats by itself what got no answer says of a request whether it is sent again (`Repeats`). What
 * the first try did is then known for some minutes by what was asked. Whoever asks the same anew means another one, which takes the
 * place of the one before.
 *
 * **When two come at once** the store lets one of them write and makes the other wait. Whoever is refused, for the key or
 * for what the other has just done, looks at the key again before it says so.
 *
 * **When the process dies** before the write, nothing has happened; after it, the key has the answer.
 */
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { Signer } from "../security/Signer.ts"
import { IdempotencyKey } from "./domain/IdempotencyKey.ts"
import {
  type AnswerJson,
  type Attempt,
  askedText,
  type KeptAnswer,
  type KeyedBody,
  type KeyedOperation,
  type KeyPlace,
  keyLifetime,
  repeatLifetime
} from "./domain/KeptAnswer.ts"
import { IdempotencyKeyConflict, IdempotencyKeyTaken } from "./errors.ts"
import { IdempotencyStore } from "./IdempotencyStore.ts"

/** Gives what the write of `work` must keep together with what it does; null when the request has no key. */
export type Keep<A> = (answer: A) => KeptAnswer | null

/** A request that is done once. */
export interface Once<A, E, R> {
  readonly organizationId: OrganizationId
  readonly operation: KeyedOperation
  /** The id that the request's path names; empty when it names none. */
  readonly subject: string
  /** Undefined does the work whatever was asked before. */
  readonly keyed: KeyedBody | undefined
  readonly answer: AnswerJson<A>
  readonly work: (keep: Keep<A>) => Effect.Effect<A, E, R>
}

/** How a request without a key is known again. */
export interface Repeats {
  /** Under which its answers are kept, apart from those of keys. */
  readonly operation: KeyedOperation
  readonly attempt: Attempt
}

/** A request that is done once, and whose body is too long to be held: what was asked is known when it has been read. */
export interface OnceRead<A, E, R> {
  readonly organizationId: OrganizationId
  readonly operation: KeyedOperation
  readonly key: IdempotencyKey | undefined
  /** What holds where there is no key; undefined keeps nothing. */
  readonly repeats: Repeats | undefined
  readonly answer: AnswerJson<A>
  /** Reads the request to its end and does nothing; gives its digest. */
  readonly read: Effect.Effect<string, E, R>
  /**
   * Reads the request and does the work. It asks `keep`, and tells the digest and the time, when all is read and nothing is done. Before
   * it refuses what it has not read to the end it asks `isKept`, which tells whether somebody else may have had it answered meanwhile:
   * then it reads on.
   */
  readonly work: (
    keep: (answer: A, digest: string, at: DateTime.Utc) => KeptAnswer | null,
    isKept: Effect.Effect<boolean, StoreUnavailable>
  ) => Effect.Effect<A, E, R>
}

/** What was answered, and whether it was answered before. */
export interface Answered<A> {
  readonly answer: A
  readonly isRepeated: boolean
}

/** Tries before a key that is taken and stands for nothing is a defect. */
const maxTries = 20

const isTaken = Schema.is(IdempotencyKeyTaken)
const isAway = Schema.is(StoreUnavailable)

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /** Does `work`, or gives the answer that its key stands for already. */
    readonly once: <A, E, R>(
      request: Once<A, E, R>
    ) => Effect.Effect<A, Exclude<E, IdempotencyKeyTaken> | IdempotencyKeyConflict | StoreUnavailable, R>

    /** The same for a request that is read once. Its answer is kept for as long as what it tells of. */
    readonly onceRead: <A, E, R>(
      request: OnceRead<A, E, R>
    ) => Effect.Effect<Answered<A>, Exclude<E, IdempotencyKeyTaken> | IdempotencyKeyConflict | StoreUnavailable, R>

    /** Forgets up to `limit` keys that have expired; tells how many, so that the caller can go on until none is left. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/internal/idempotency/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const signer = yield* Signer

      /** The answer that stands for what was asked with this digest. */
      const repeated = <A>(
        answer: AnswerJson<A>,
        found: Pick<KeptAnswer, "digest" | "answer">,
        digest: string
      ): Effect.Effect<Answered<A>, IdempotencyKeyConflict> =>
        found.digest === digest
          ? // A row of ours that cannot be read is a bug.
            Effect.map(Effect.orDie(Schema.decodeEffect(answer)(found.answer)), (value) => ({
              answer: value,
              isRepeated: true
            }))
          : Effect.fail(new IdempotencyKeyConflict())

      const onceKeyed = Effect.fnUntraced(function* <A, E, R>(request: Once<A, E, R>, { body, key }: KeyedBody) {
        const { answer, operation, organizationId, subject, work } = request
        const keptAt = yield* DateTime.now
        const place: KeyPlace = { organizationId, operation, key }
        const digest = yield* signer.digest(askedText(operation, subject, body))
        const expiresAt = DateTime.addDuration(keptAt, keyLifetime)
        const encode = Schema.encodeSync(answer)
        const keep: Keep<A> = (value) => ({ ...place, digest, answer: encode(value), keptAt, expiresAt })

        const answered = Effect.flatMap(store.find(place, keptAt), (found) => {
          if (Option.isNone(found)) return Effect.succeed(Option.none<A>())
          if (found.value.digest !== digest) return Effect.fail(new IdempotencyKeyConflict())
          // A row of ours that cannot be read is a bug.
          return Effect.map(Effect.orDie(Schema.decodeEffect(answer)(found.value.answer)), Option.some)
        })
        const orAnswered = (refusal: E | StoreUnavailable) =>
          isAway(refusal)
            ? Effect.fail(refusal)
            : Effect.flatMap(
                answered,
                Option.match({ onNone: () => Effect.fail(refusal), onSome: (value) => Effect.succeed(value) })
              )

        return yield* answered.pipe(
          Effect.flatMap(
            Option.match({
              onNone: () => Effect.catch(work(keep), orAnswered),
              onSome: (value) => Effect.succeed(value)
            })
          ),
          // It expired between the write that it refused and the look at it.
          Effect.retry({ times: maxTries, while: isTaken })
        )
      })

      /** Does the work; whoever is refused looks whether somebody else was answered under the same key meanwhile. */
      const workOnce = Effect.fnUntraced(function* <A, E, R>(
        { answer, work }: OnceRead<A, E, R>,
        keptBy: (digest: string, at: DateTime.Utc) => Omit<KeptAnswer, "answer">,
        isKept: Effect.Effect<boolean, StoreUnavailable>
      ) {
        const encode = Schema.encodeSync(answer)
        let asked: KeptAnswer | null = null
        const keep = (value: A, digest: string, at: DateTime.Utc): KeptAnswer => {
          asked = { ...keptBy(digest, at), answer: encode(value) }
          return asked
        }
        const orRepeated = (refusal: E): Effect.Effect<Answered<A>, E | IdempotencyKeyConflict | StoreUnavailable> => {
          const mine = asked
          if (mine === null || mine.replaces === true || isAway(refusal)) return Effect.fail(refusal)
          return Effect.flatMap(
            store.find(mine, mine.keptAt),
            (other): Effect.Effect<Answered<A>, E | IdempotencyKeyConflict> =>
              Option.isSome(other) ? repeated(answer, other.value, mine.digest) : Effect.fail(refusal)
          )
        }
        return yield* Effect.catch(
          Effect.map(work(keep, isKept), (value): Answered<A> => ({ answer: value, isRepeated: false })),
          orRepeated
        )
      })

      const readOnce = Effect.fnUntraced(function* <A, E, R>(request: OnceRead<A, E, R>, key: IdempotencyKey) {
        const { operation, organizationId, read } = request
        const keptAt = yield* DateTime.now
        const place: KeyPlace = { organizationId, operation, key }
        const found = yield* store.find(place, keptAt)
        if (Option.isSome(found)) return yield* repeated(request.answer, found.value, yield* read)
        const isKept = Effect.map(store.find(place, keptAt), Option.isSome)
        return yield* workOnce(request, (digest) => ({ ...place, digest, keptAt, expiresAt: null }), isKept)
      })

      const readAgain = Effect.fnUntraced(function* <A, E, R>(request: OnceRead<A, E, R>, repeats: Repeats) {
        const { organizationId } = request
        const { attempt, operation } = repeats
        const keptAt = yield* DateTime.now
        const keptBy = (digest: string, at: DateTime.Utc) => ({
          ...{ organizationId, operation, digest, keptAt, key: IdempotencyKey.make(digest) },
          expiresAt: DateTime.addDuration(at, repeatLifetime),
          ...(attempt === "first" ? { replaces: true as const } : {})
        })
        // By what one that comes again was answered is known only when it has been read.
        return yield* workOnce(request, keptBy, Effect.succeed(attempt === "again"))
      })

      const doOnce = <A, E, R>(request: OnceRead<A, E, R>) => {
        const { key, repeats, work } = request
        if (key !== undefined) return readOnce(request, key)
        if (repeats !== undefined) return readAgain(request, repeats)
        return Effect.map(
          work(() => null, Effect.succeed(false)),
          (answer): Answered<A> => ({ answer, isRepeated: false })
        )
      }

      return Idempotency.of({
        onceRead: <A, E, R>(request: OnceRead<A, E, R>) =>
          doOnce(request).pipe(Effect.catchIf(isTaken, Effect.die)) as Effect.Effect<
            Answered<A>,
            Exclude<E, IdempotencyKeyTaken> | IdempotencyKeyConflict | StoreUnavailable,
            R
          >,

        once: <A, E, R>(request: Once<A, E, R>) =>
          (request.keyed === undefined ? request.work(() => null) : onceKeyed(request, request.keyed)).pipe(
            Effect.catchIf(isTaken, Effect.die)
          ) as Effect.Effect<A, Exclude<E, IdempotencyKeyTaken> | IdempotencyKeyConflict | StoreUnavailable, R>,

        prune: (limit) =>
          Effect.flatMap(DateTime.now, (at) => store.prune(at, limit)).pipe(Effect.withSpan("Idempotency.prune"))
      })
    })
  )
}
