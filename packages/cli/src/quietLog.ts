/** Says once a minute what would be said thousands of times: that storage is gone, by each cause, or results of a batch, by each batch. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Cause, Clock, Logger, References } from "effect"

const everyMillis = 60_000

/** Most causes that are remembered; the oldest goes first. */
const maxCauses = 1_000

const isUnavailable = (value: unknown): value is StoreUnavailable =>
  typeof value === "object" && value !== null && Reflect.get(value, "_tag") === "StoreUnavailable"

/** The failure of storage that a line tells of, in its message or in its cause. */
const failureIn = ({ cause, message }: Logger.Options<unknown>): StoreUnavailable | undefined => {
  const told = Array.isArray(message) ? message : [message]
  const causes = [cause, ...told.filter(Cause.isCause)]
  const errors = causes.flatMap(({ reasons }) => reasons.filter(Cause.isFailReason).map(({ error }) => error))
  return [...told, ...errors].find(isUnavailable)
}

const wordsOf = (value: unknown): string => (value instanceof Error ? `${value.message} ${wordsOf(value.cause)}` : "")

/** What is told of each page of a batch whose results are gone. */
const ofBatches = new Set(["batch.result.damaged", "batch.result.missing"])

/** Two lines with the same key say the same; null for a line that is news each time. Operations differ where the reason is one. */
const keyOf = (options: Logger.Options<unknown>): string | null => {
  const first = Array.isArray(options.message) ? options.message[0] : options.message
  const words = typeof first === "string" ? first : ""
  if (ofBatches.has(words)) return `${words} ${options.fiber.getRef(References.CurrentLogAnnotations).batchId}`
  const failure = failureIn(options)
  return failure === undefined ? null : `${words} ${wordsOf(failure.cause)}`.slice(0, 500)
}

/** The logger, for which a failure of storage, or a batch whose results are gone, is news once a minute. Every other line passes. */
export const quiet = (logger: Logger.Logger<unknown, void>): Logger.Logger<unknown, void> => {
  const told = new Map<string, { readonly atMillis: number; unsaid: number }>()
  return Logger.make((options) => {
    const key = keyOf(options)
    if (key === null) return logger.log(options)
    const last = told.get(key)
    // A clock that is set back would keep quiet for as long as it was ahead.
    const atMillis = Number(options.fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe() / 1_000_000n)
    if (last !== undefined && atMillis - last.atMillis < everyMillis) {
      last.unsaid += 1
      return
    }
    const [oldest] = told.keys()
    if (told.size >= maxCauses && oldest !== undefined) told.delete(oldest)
    told.delete(key)
    told.set(key, { atMillis, unsaid: 0 })
    const { message } = options
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const unsaid = last === undefined || last.unsaid === 0 ? [] : [`and ${last.unsaid} times since it was last said`]
    logger.log({ ...options, message: [...parts, ...unsaid] })
  })
}
