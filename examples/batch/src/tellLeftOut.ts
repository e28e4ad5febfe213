/** Tells which lines of a list become no page of its batch. */
import type { SubmittedBatch } from "kittiwake"

/** Of many that cannot be fetched the batch names the first hundred, and counts them all. */
export const tellLeftOut = (
  { input, invalid_urls }: Pick<SubmittedBatch, "input" | "invalid_urls">,
  tell: (line: string) => void
): void => {
  for (const { reason, url } of invalid_urls) tell(`Not read: ${JSON.stringify(url)}: ${reason}`)
  const unnamed = (input.invalid ?? 0) - invalid_urls.length
  if (unnamed > 0) tell(`Not read: ${unnamed} more that cannot be fetched.`)
  if (input.duplicates > 0) tell(`Not read again: ${input.duplicates} of the list, as the same stands there before.`)
}
