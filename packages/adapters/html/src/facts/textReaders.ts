/** What reads patterns and telephone numbers: megabytes of each thread, which most schemas never need. */
import type { ObjectShape } from "@kittiwake/core/extraction/domain/DataShape"
import { asksFor } from "@kittiwake/core/internal/extraction/domain/asksFor"
import { hasPattern, type TextReaders } from "@kittiwake/core/internal/extraction/domain/withMatchers"

const hasPhone = (shape: ObjectShape): boolean => asksFor(shape, ({ isPhone }) => isPhone)

/** Those that this schema needs. */
export const readersFor = async (shape: ObjectShape): Promise<Partial<TextReaders>> => ({
  ...(hasPattern(shape) ? { compile: (await import("./compilePattern.ts")).compilePattern } : {}),
  ...(hasPhone(shape) ? { readPhone: (await import("./readPhone.ts")).readPhone } : {})
})
