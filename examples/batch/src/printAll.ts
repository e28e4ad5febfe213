/** Prints what came of each address as a line of JSON. */
import { type Kittiwake, KittiwakeError } from "kittiwake"
import { readAll } from "./readAll.ts"

/** Gives the exit code. A list that is refused is told in one line: what is wrong with it is not this program's mistake. */
export const printAll = async (
  kittiwake: Kittiwake,
  lines: AsyncIterable<string>,
  { error: tell, log: print }: Pick<Console, "log" | "error"> = console
): Promise<number> => {
  try {
    for await (const page of readAll(kittiwake, lines, tell)) print(JSON.stringify(page))
    return 0
  } catch (error) {
    if (!(error instanceof KittiwakeError)) throw error
    tell(`Nothing was read: ${error.message}`)
    return 1
  }
}
