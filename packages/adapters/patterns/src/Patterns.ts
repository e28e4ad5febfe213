/** RE2 patterns over re2js, which never goes back in the text. */
import { estimateProgramSize } from "@kittiwake/core/internal/sites/domain/programSize"
import { InvalidPattern, Patterns } from "@kittiwake/core/sites/Patterns"
import { Effect, Layer } from "effect"
import { RE2JS } from "re2js"

/** Most characters of a pattern. */
export const maxPatternLength = 2_048

/**
 * Most instructions of a compiled pattern. A character of the text may cost as many steps as there are, and no other work gets between: an address
 * of 2,048 takes 0.1 ms for each instruction with the dearest pattern, and honest ones, of whom few parts are under way at once, 0.5 ms in all.
 */
export const maxProgramSize = 800

/**
 * As large were they once, and those that are kept go on: one address takes 125 ms with the dearest of them. To compile one whose size is estimated
 * as that takes some milliseconds.
 */
export const maxTakenSize = 2_000

const invalid = (message: string) => new InvalidPattern({ message })

const tooLarge = invalid("The pattern is too large. Use smaller numbers in braces, or * and +, and fewer alternatives.")

const compile = (pattern: string, wasTaken = false): Effect.Effect<(text: string) => boolean, InvalidPattern> => {
  const maxSize = wasTaken ? maxTakenSize : maxProgramSize
  if (pattern.length > maxPatternLength) {
    return Effect.fail(invalid(`The pattern is longer than ${maxPatternLength} characters.`))
  }
  // Alternatives that begin alike are one part once they are compiled: the estimate only says what may be.
  if (estimateProgramSize(pattern) > maxTakenSize) return Effect.fail(tooLarge)
  return Effect.try({
    try: () => RE2JS.compile(pattern),
    catch: (cause) => {
      const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, "") : ""
      return invalid(`The pattern is not RE2: ${why.slice(0, 200)}`)
    }
  }).pipe(
    Effect.filterOrFail(
      (compiled) => compiled.programSize() <= maxSize,
      () => tooLarge
    ),
    Effect.map((compiled) => (text: string) => compiled.test(text))
  )
}

/** Compiles and matches in this process. */
export const layer: Layer.Layer<Patterns> = Layer.succeed(Patterns, Patterns.of({ compile }))
