/**
 * Says once a minute what would be said thousands of times: that storage is gone, by each cause, that the server is not
 * ready, by each reason, or that results of a batch are gone, by each batch.
 */
import { Cause, Clock, Logger, LogLevel, References } from "effect"
import { driverWords } from "./StorageUnusable.ts"

const everyMillis = 60_000

/** Most causes that are remembered; the oldest goes first. */
const maxCauses = 1_000

const ofStorage = new Set<unknown>(["StoreUnavailable", "SqlError"])

const isOfStorage = (value: unknown): boolean =>
  typeof value === "object" && value !== null && ofStorage.has(Reflect.get(value, "_tag"))

const partsOf = ({ message }: Logger.Options<unknown>): ReadonlyArray<unknown> =>
  Array.isArray(message) ? message : [message]

/** The failure of storage that a line tells of, in its message or in its cause. */
const failureIn = (options: Logger.Options<unknown>): unknown => {
  const told = partsOf(options)
  const causes = [options.cause, ...told.filter(Cause.isCause)]
  const errors = causes
    .flatMap(({ reasons }) => reasons)
    .flatMap((reason) => {
      if (Cause.isFailReason(reason)) return [reason.error]
      return Cause.isDieReason(reason) ? [reason.defect] : []
    })
  return [...told, ...errors].find(isOfStorage)
}

/** What is told of each page of a batch whose results are gone. */
const ofBatches = new Set<unknown>(["batch.result.damaged", "batch.result.missing"])

/** A line that is said once a minute: two with the same key say the same. */
interface Repeated {
  readonly key: string
  readonly options: Logger.Options<unknown>
}

/** Seconds that were waited, or room that is left, make no other reason. */
const withoutNumbers = (reason: string): string => reason.replaceAll(/\d+(?:[.,]\d+)*/g, "#")

const isError = (part: unknown): boolean => Cause.isCause(part) || part instanceof Error || isOfStorage(part)

/**
 * A failure of storage: its reason, as the driver says it, and what failed for it. What failed differs where the reason is one, and so do
 * the seconds for which a server was waited for. Stacks help whoever looks for a mistake of ours, and stand in a log that is asked for much.
 */
const ofFailure = (options: Logger.Options<unknown>, failure: unknown): Repeated => {
  const reason = driverWords(failure)
  const parts = partsOf(options)
  const words = parts.filter((part) => typeof part === "string")
  const others = parts.filter((part) => typeof part !== "string")
  const told = `${reason}: ${words.join(" ")}`
  const isFull = LogLevel.isLessThanOrEqualTo(options.fiber.getRef(References.MinimumLogLevel), "Debug")
  const line = isFull
    ? { ...options, message: [told, ...others] }
    : { ...options, message: [told, ...others.filter((part) => !isError(part))], cause: Cause.empty }
  return { key: withoutNumbers(reason).slice(0, 500), options: line }
}

/** What is told each time that somebody asks whether the server is ready. */
const ofReadiness = new Set<unknown>(["not ready", "ready without"])

const reasonOf = ({ cause }: Logger.Options<unknown>): string => String(Cause.squash(cause))

/** Null for a line that is news each time. */
const repeatedOf = (options: Logger.Options<unknown>): Repeated | null => {
  const [words] = partsOf(options)
  if (ofBatches.has(words)) {
    return { key: `${words} ${options.fiber.getRef(References.CurrentLogAnnotations).batchId}`, options }
  }
  const failure = failureIn(options)
  if (failure === undefined && ofReadiness.has(words)) {
    return {
      key: `${partsOf(options)
        .filter((part) => typeof part === "string")
        .join(" ")} ${withoutNumbers(reasonOf(options))}`,
      options
    }
  }
  return failure === undefined ? null : ofFailure(options, failure)
}

/** The logger, for which a failure of storage, a server that is not ready, or a batch whose results are gone is news once a minute. Every other line passes. */
export const quiet = (logger: Logger.Logger<unknown, void>): Logger.Logger<unknown, void> => {
  const told = new Map<string, { readonly atMillis: number; unsaid: number }>()
  return Logger.make((options) => {
    const repeated = repeatedOf(options)
    if (repeated === null) return logger.log(options)
    const { key } = repeated
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
    const unsaid = last === undefined || last.unsaid === 0 ? [] : [`and ${last.unsaid} times since it was last said`]
    logger.log({ ...repeated.options, message: [...partsOf(repeated.options), ...unsaid] })
  })
}
