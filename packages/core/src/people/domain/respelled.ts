/** Names as they are written where a keyboard or a mailbox has no such letters: *Krueger* for *Krüger*, *Soerensen*, *Aakerlund*. */
import { normalized } from "../../paging/domain/normalized.ts"

const letters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" }

/** The name with two letters in place of each of these; as it is where it has none. */
export const respelled = (name: string): string =>
  normalized(name, "NFC").replace(/[äöüøå]/giu, (letter) => letters[letter.toLowerCase()] ?? letter)
