/**
 * Where the character maps are that PDF files name and do not hold: which letters the codes of Chinese, Japanese and Korean
 * text stand for. They are those of pdf.js, with the licence that stands among them.
 */
import { createRequire } from "node:module"
import { dirname, join, sep } from "node:path"

const require = createRequire(import.meta.url)

/** The folder, ended as pdf.js wants it: it reads `<folder><name>.bcmap` when a file asks for that map. */
export const characterMaps = (): string =>
  // By the name of the package, which leads here from the bundled command as well.
  join(dirname(require.resolve("@kittiwake/documents/DocumentReader")), "pdf", "characterMaps", sep)
